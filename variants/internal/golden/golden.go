// Package golden reads the vectors that production filters are held to: outputs
// of the real systems, one JSON file a system, with the rules that make the keys.
// It is for tests, which hand it the bytes of a file in their testdata.
package golden

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/filterlab/filterlab/variants/internal/race"
)

// File is one system's vectors: groups of cases.
type File struct {
	Groups map[string][]Case `json:"groups"`
}

// Case is one vector: what went in and what came out.
type Case struct {
	Name     string         `json:"name"`
	Params   map[string]any `json:"params"`
	Keys     Keys           `json:"keys"`
	Absent   Keys           `json:"absent"`
	Expected map[string]any `json:"expected"`
}

// Parse reads a file; under the race detector without the cases of many keys.
func Parse(data []byte) (File, error) {
	var f File
	err := json.Unmarshal(data, &f)
	if race.Enabled {
		for name, all := range f.Groups {
			f.Groups[name] = slices.DeleteFunc(all, func(c Case) bool { return c.Keys.Count+c.Absent.Count > fewKeys })
		}
	}
	return f, err
}

// fewKeys is just more than a small filter and the 100,000 absent keys it is asked for.
const fewKeys = 105_000

// Num returns parameter name as a number, 0 if there is none.
func (c Case) Num(name string) float64 { return number(c.Params[name]) }

// Want returns expected value name as a number, 0 if there is none.
func (c Case) Want(name string) float64 { return number(c.Expected[name]) }

// Text returns parameter name as text.
func (c Case) Text(name string) string { s, _ := c.Params[name].(string); return s }

// Has reports whether a value of that name is expected.
func (c Case) Has(name string) bool { _, ok := c.Expected[name]; return ok }

func number(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case string:
		f, _ := strconv.ParseFloat(v, 64)
		return f
	case bool:
		if v {
			return 1
		}
	}
	return 0
}

// Bytes compares got with the expected bytes NAME_hex (where given) and
// NAME_sha256; "" where they are equal.
func (c Case) Bytes(name string, got []byte) string {
	if want, ok := c.Expected[name+"_hex"].(string); ok && want != hex.EncodeToString(got) {
		return fmt.Sprintf("%s: %s: got %x, want %s", c.Name, name, got, want)
	}
	want, ok := c.Expected[name+"_sha256"].(string)
	if sum := sha256.Sum256(got); !ok || want != hex.EncodeToString(sum[:]) {
		return fmt.Sprintf("%s: %s: %d bytes with SHA-256 %x, want %s", c.Name, name, len(got), sum, want)
	}
	return ""
}

// Keys is a set of keys by its rule.
type Keys struct {
	Rule   string `json:"rule"`
	Prefix string `json:"prefix"`
	Width  int    `json:"width"`
	Seed   string `json:"seed"`
	MinLen int    `json:"min_len"`
	Spread int    `json:"spread"`
	Mul    string `json:"mul"`
	Add    string `json:"add"`
	Start  uint64 `json:"start"`
	Count  uint64 `json:"count"`
}

// All returns the keys in index order.
func (k Keys) All() [][]byte {
	out := make([][]byte, k.Count)
	for i := range out {
		out[i] = k.key(k.Start + uint64(i))
	}
	return out
}

func (k Keys) key(i uint64) []byte {
	switch k.Rule {
	case "dec":
		return strconv.AppendUint([]byte(k.Prefix), i, 10)
	case "pad":
		return fmt.Appendf(nil, "%s%0*d", k.Prefix, k.Width, i)
	case "i64":
		return binary.LittleEndian.AppendUint64(nil, word(k.Add)+i*word(k.Mul))
	case "bin":
		return splitMix(word(k.Seed)+i*0xD1342543DE82EF95, k.MinLen+int(i%uint64(k.Spread)))
	}
	panic("golden: unknown key rule " + k.Rule)
}

func word(text string) uint64 {
	v, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		panic("golden: " + err.Error())
	}
	return v
}

// splitMix returns n bytes of the SplitMix64 stream from state s.
func splitMix(s uint64, n int) []byte {
	var out []byte
	for len(out) < n {
		s += 0x9E3779B97F4A7C15
		z := s
		z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
		z = (z ^ z>>27) * 0x94D049BB133111EB
		out = binary.LittleEndian.AppendUint64(out, z^z>>31)
	}
	return out[:n]
}

// Kept returns the hashes of keys without those that equal the one before, which
// the builders of RocksDB and Pebble leave out.
func Kept(keys [][]byte, hash func([]byte) uint64) []uint64 {
	var kept []uint64
	for _, key := range keys {
		if h := hash(key); len(kept) == 0 || h != kept[len(kept)-1] {
			kept = append(kept, h)
		}
	}
	return kept
}

// Sorted returns keys in ascending order, each once.
func Sorted(keys [][]byte) [][]byte {
	slices.SortFunc(keys, bytes.Compare)
	return slices.CompactFunc(keys, bytes.Equal)
}
