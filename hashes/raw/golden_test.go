package raw

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// golden is testdata/hashes.json: outputs of the reference implementations
// (SMHasher, libxxhash 0.8.1, libfarmhash, the HighwayHash and SipHash C code,
// LevelDB 1.23, librocksdb 7.8.3), each named in its entry.
type golden struct {
	Lengths []int
	Hashes  []struct {
		Hash     string
		Seed     string
		KeyWords []string `json:"key_words"`
		Values   []string
	}
}

func readGolden(t *testing.T) golden {
	t.Helper()
	text, err := os.ReadFile("testdata/hashes.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// message is the file's input_rule: byte i of a message of length n is
// (7i + n) mod 256.
func message(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(7*i + n)
	}
	return b
}

// parse reads one "0x..." number; "" is 0.
func parse(t *testing.T, s string) uint64 {
	t.Helper()
	if s == "" {
		return 0
	}
	x, err := strconv.ParseUint(s, 0, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestGolden(t *testing.T) {
	g := readGolden(t)
	functions := map[string]Function{}
	for _, f := range Functions() {
		functions[f.Name] = f
	}
	entries, values, seen := 0, 0, map[string]bool{}
	for _, h := range g.Hashes {
		f, ok := functions[h.Hash]
		if !ok {
			t.Errorf("%s: no such function", h.Hash)
			continue
		}
		seen[h.Hash] = true
		entries++
		var key []byte
		for _, w := range h.KeyWords {
			key = binary.LittleEndian.AppendUint64(key, parse(t, w))
		}
		for i, n := range g.Lengths {
			got, err := f.Sum(message(n), parse(t, h.Seed), key)
			if err != nil {
				t.Fatalf("%s: %v", h.Hash, err)
			}
			if hex.EncodeToString(got) != h.Values[i] {
				t.Errorf("%s seed %s length %d: %x, want %s", h.Hash, h.Seed, n, got, h.Values[i])
			}
			values++
		}
	}
	if entries != 47 || values != 47*73 {
		t.Errorf("%d entries with %d values checked, want 47 with %d", entries, values, 47*73)
	}
	if len(seen) != len(functions) {
		t.Errorf("%d of %d functions have vectors", len(seen), len(functions))
	}
}

// TestSelfTest: the built-in answers are those of the golden file, cover every
// function, and a function that is wrong is named.
func TestSelfTest(t *testing.T) {
	if err := SelfTest(); err != nil {
		t.Fatal(err)
	}
	inFile := map[string]bool{}
	g := readGolden(t)
	for _, h := range g.Hashes {
		for i, n := range g.Lengths {
			inFile[h.Hash+" "+h.Values[i]] = inFile[h.Hash+" "+h.Values[i]] || n == 65
		}
	}
	for _, k := range known {
		if !inFile[k.name+" "+k.want] {
			t.Errorf("%s: answer %s is not in the golden file", k.name, k.want)
		}
	}
	for i, f := range Functions() {
		planted := Functions()
		planted[i].Sum = func(m []byte, seed uint64, key []byte) ([]byte, error) {
			h, err := f.Sum(m, seed, key)
			h[len(h)-1] ^= 1
			return h, err
		}
		if err := selfTest(planted); err == nil || !strings.Contains(err.Error(), f.Name+" ") {
			t.Errorf("%s wrong in its last bit: %v", f.Name, err)
		}
	}
}
