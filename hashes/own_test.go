package hashes

import (
	"bytes"
	"strings"
	"testing"
)

// four is a digest of 256 bits without a seed, for own probing only.
var four = &Function{Name: "four", Doc: "d", Paper: "p", Width: 256, Unseeded: true, Sum64: sha256Sum64, Sum128: sha256Sum128,
	Long: func(key []byte, _, _ uint64, out *[8]uint64) int { return sha256Long(key, 0, 0, out) }}

// TestOwnWords: own probing gives the words of the function as they are: two of
// a function of 128 bits, and four of one of 256, that come when asked for.
func TestOwnWords(t *testing.T) {
	key := []byte("key")
	a, b := XXH3.Sum128(key, 5)
	if d := (Scheme{XXH3, Own}).NewHasher(5).Digest(key); d != (Digest{A: a, B: b}) {
		t.Errorf("xxh3+own gives %x %x, want %x %x", d.A, d.B, a, b)
	}
	sum := sha256Of(key, 0)
	var want [8]uint64
	SHA256.Long(key, 0, 0, &want)
	d := (Scheme{four, Own}).NewHasher(5).Digest(key)
	for i := range 4 {
		if d.Word(i) != want[i] {
			t.Errorf("word %d is %x, want %x of %x", i, d.Word(i), want[i], sum)
		}
	}
}

// TestOwnKey: where the digest is the key, a filter gets the bytes, no room
// behind them to write into, and a clear panic if it asks for words.
func TestOwnKey(t *testing.T) {
	s := *KeyScheme()
	if err := s.Validate(); err != nil || !s.Lazy() || s.Name() != "key+own" {
		t.Fatalf("%s: %v, lazy %v", s.Name(), err, s.Lazy())
	}
	h := s.NewHasher(1)
	data, off := []byte("onetwothree"), []uint32{0, 3, 6, 6, 11}
	var batch Batch
	h.DigestBatch(data, off, &batch)
	for i, want := range []string{"one", "two", "", "three"} {
		got := batch.At(i).More.Key()
		if string(got) != want || cap(got) != len(want) {
			t.Errorf("key %d is %q with room for %d, want %q", i, got, cap(got), want)
		}
	}
	h.Reseed(2)
	if got := h.Digest(data).More.Key(); !bytes.Equal(got, data) {
		t.Errorf("%q, want %q", got, data)
	}
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, "which has no words: ask Key()") {
			t.Errorf("asking for a word: %q", text)
		}
	}()
	h.Digest(data).Word(0)
}

// TestOwnIsRefused: own probing has no positions for anybody else, and functions
// that are for it alone take no other probing.
func TestOwnIsRefused(t *testing.T) {
	own := Scheme{XXH3, Own}
	for want, err := range map[string]error{
		"scheme xxh3+own: own probing leaves the positions to a filter that brings its own hash; want independent, double, enhanced, triple, sliced": own.CheckPositions(),
		"scheme key+double: the digest of key is the key itself":                                                                                     Scheme{Key, Double}.Validate(),
		"scheme four+triple: four takes no seed":                                                                                                     Scheme{four, Triple}.Validate(),
		"scheme sha256+own: a digest of 256 bits needs":                                                                                              Scheme{without(SHA256), Own}.Validate(),
		"hash function key: Raw: want width 0":                                                                                                       func() error { f := *XXH3; f.Name, f.Raw = "key", true; return f.Validate() }(),
	} {
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := (Scheme{XXH3, Double}).CheckPositions(); err != nil {
		t.Error(err)
	}
	if back, err := ParseScheme("xxh3+own", Functions()); err != nil || back != own {
		t.Errorf("xxh3+own parses to %v, %v", back, err)
	}
	defer func() {
		if recover() == nil {
			t.Error("a walker of own probing is made")
		}
	}()
	NewWalker(Own, Fastrange, 100, 3)
}

// without is f without its Long.
func without(f *Function) *Function {
	g := *f
	g.Long = nil
	return &g
}
