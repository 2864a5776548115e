package hashtest

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// TestShipped: every function we ship keeps every promise.
func TestShipped(t *testing.T) {
	for _, f := range hashes.Functions() {
		t.Run(f.Name, func(t *testing.T) { Run(t, f) })
	}
}

// from builds a Function in which all forms follow from one faulty Sum128.
func from(sum func(key []byte, seed uint64) (a, b uint64)) *hashes.Function {
	f := *hashes.XXH3
	f.Name = "faulty"
	f.Batch = nil
	f.Sum128 = sum
	f.Sum64 = func(key []byte, seed uint64) uint64 { a, _ := sum(key, seed); return a }
	f.Long = func(key []byte, seed, counter uint64, out *[8]uint64) int {
		out[0], out[1] = sum(key, hashes.WordSeed(seed, int(counter)))
		return 2
	}
	return &f
}

// spoiled is XXH3 with one form replaced.
func spoiled(spoil func(f *hashes.Function)) *hashes.Function {
	f := *hashes.XXH3
	f.Name = "faulty"
	spoil(&f)
	return &f
}

var good = hashes.XXH3.Sum128

// TestPlanted: each fault is caught by the promise it breaks.
func TestPlanted(t *testing.T) {
	var calls atomic.Uint64
	var kept atomic.Pointer[[]byte]
	for _, c := range []struct {
		fault, promise string
		f              *hashes.Function
	}{
		{"none", "", from(good)},
		{"ignores the last byte", "every byte", from(func(key []byte, seed uint64) (a, b uint64) {
			return good(append(append([]byte{}, key[:max(len(key), 1)-1]...), byte(len(key))), seed)
		})},
		{"ignores the last byte of 17", "every byte", from(func(key []byte, seed uint64) (a, b uint64) {
			if len(key) == 17 {
				key = key[:16]
			}
			return good(key, seed)
		})},
		{"reads 8 bytes of longer keys", "every byte", from(func(key []byte, seed uint64) (a, b uint64) {
			return good(key[:min(len(key), 8)], seed+uint64(len(key)))
		})},
		{"pads with zeros", "length", from(func(key []byte, seed uint64) (a, b uint64) {
			padded := make([]byte, (len(key)+8)/8*8)
			copy(padded, key)
			return good(padded, seed)
		})},
		{"ignores the seed", "seed", from(func(key []byte, seed uint64) (a, b uint64) { return good(key, 0) })},
		{"takes 31 bits of the seed", "seed", from(func(key []byte, seed uint64) (a, b uint64) { return good(key, seed&(1<<31-1)) })},
		{"has a second word that ignores the seed", "seed", from(func(key []byte, seed uint64) (a, b uint64) {
			a, _ = good(key, seed)
			_, b = good(key, 0)
			return a, b
		})},
		{"counts its calls", "pure", from(func(key []byte, seed uint64) (a, b uint64) { return good(key, seed+calls.Add(1)) })},
		{"writes to the key", "pure", from(func(key []byte, seed uint64) (a, b uint64) {
			a, b = good(key, seed)
			if len(key) > 64 {
				key[0]++
			}
			return a, b
		})},
		{"reads past the key", "own bytes", from(func(key []byte, seed uint64) (a, b uint64) {
			return good(key[:min(len(key)+1, cap(key))], seed)
		})},
		{"allocates", "no allocation", from(func(key []byte, seed uint64) (a, b uint64) {
			copied := append([]byte{1}, key...)
			kept.Store(&copied)
			return good(key, seed)
		})},
		{"panics on long keys", "pure", from(func(key []byte, seed uint64) (a, b uint64) {
			_ = make([]byte, 1000)[len(key)]
			return good(key, seed)
		})},
		{"has a bit that is mostly one", "balance", from(func(key []byte, seed uint64) (a, b uint64) {
			a, b = good(key, seed)
			return a | b>>63<<5, b
		})},
		{"has no avalanche", "avalanche", from(func(key []byte, seed uint64) (a, b uint64) {
			a, b = hashes.FNV1a.Sum128(key, seed)
			return a, b
		})},
		{"gives one word twice", "unrelated", from(func(key []byte, seed uint64) (a, b uint64) {
			a, _ = good(key, seed)
			return a, a
		})},
		{"is weak on counters", "counters", from(hashes.FNV1a.Sum128)},
		{"has another Sum64", "first word", spoiled(func(f *hashes.Function) {
			f.Sum64 = func(key []byte, seed uint64) uint64 { _, b := good(key, seed); return b }
		})},
		{"slices again instead of hashing the counter", "long", spoiled(func(f *hashes.Function) {
			f.Long = func(key []byte, seed, counter uint64, out *[8]uint64) int {
				out[0], out[1] = good(key, seed)
				return 2
			}
		})},
		{"makes no long words", "long", spoiled(func(f *hashes.Function) {
			f.Long = func(key []byte, seed, counter uint64, out *[8]uint64) int { return 0 }
		})},
		{"makes more words than bits", "long", spoiled(func(f *hashes.Function) {
			f.Long = func(key []byte, seed, counter uint64, out *[8]uint64) int {
				out[0], out[1] = good(key, hashes.WordSeed(seed, int(counter)))
				out[2] = out[0] * out[1]
				return 3
			}
		})},
		{"has another batch at 16 bytes", "batch", spoiled(func(f *hashes.Function) {
			f.Batch = func(data []byte, off []uint32, seed uint64, a, b []uint64) {
				hashes.XXH3.Batch(data, off, seed, a, b)
				for i := range b {
					if off[i+1]-off[i] == 16 {
						b[i]++
					}
				}
			}
		})},
		{"has another batch of first words", "batch", spoiled(func(f *hashes.Function) {
			f.Batch = func(data []byte, off []uint32, seed uint64, a, b []uint64) {
				hashes.XXH3.Batch(data, off, seed, a, b)
				if b == nil && len(a) > 0 {
					a[len(a)-1]++
				}
			}
		})},
		{"lacks its documentation", "complete", spoiled(func(f *hashes.Function) { f.Doc = "" })},
	} {
		broken := Check(c.f)
		if c.promise == "" && len(broken) > 0 {
			t.Errorf("a function without a fault: %v", broken)
		}
		if c.promise != "" && !named(broken, c.promise) {
			t.Errorf("a function that %s: %v, want %q among them", c.fault, broken, c.promise)
		}
	}
	if len(Check(nil)) != 1 {
		t.Error("no function at all passes")
	}
}

// unseeded is a function of 32 bits as LevelDB has one: no seed, one word.
func unseeded(sum func(key []byte) uint32) *hashes.Function {
	return &hashes.Function{Name: "faulty", Doc: "d", Paper: "p", Width: 32, Unseeded: true, Weak: "32 bits",
		Sum64:  func(key []byte, _ uint64) uint64 { return uint64(sum(key)) },
		Sum128: func(key []byte, _ uint64) (a, b uint64) { return uint64(sum(key)), 0 },
	}
}

// TestUnseeded: a function of 32 bits without a seed passes where it is good in
// what it has, and is caught where it is not.
func TestUnseeded(t *testing.T) {
	fold := func(key []byte) uint32 { return uint32(hashes.XXH3.Sum64(key, 0)) }
	f := unseeded(fold)
	f.Weak = ""
	if broken := Check(f); len(broken) != 0 {
		t.Errorf("a good function of 32 bits: %v", broken)
	}
	for promise, sum := range map[string]func(key []byte) uint32{
		"every byte": func(key []byte) uint32 { return fold(key[:max(len(key), 1)-1]) },
		"balance":    func(key []byte) uint32 { return fold(key) | fold(append([]byte{1}, key...))&1 },
	} {
		if !named(Check(unseeded(sum)), promise) {
			t.Errorf("%v, want %q among them", Check(unseeded(sum)), promise)
		}
	}
	if f.Unseeded = false; !named(Check(f), "complete") {
		t.Error("32 bits with a seed pass")
	}
}

// TestRaw: the key as its digest passes, and a Raw function with words does not.
func TestRaw(t *testing.T) {
	if broken := Check(hashes.Key); len(broken) != 0 {
		t.Errorf("key: %v", broken)
	}
	f := *hashes.XXH3
	f.Name, f.Raw = "faulty", true
	if !named(Check(&f), "complete") {
		t.Error("a raw function with words passes")
	}
}

// named reports whether a promise is among the broken, each on one line.
func named(broken []error, promise string) bool {
	found := false
	for _, err := range broken {
		if strings.Contains(err.Error(), "\n") {
			panic(fmt.Sprintf("more than one line: %q", err))
		}
		found = found || strings.HasPrefix(err.Error(), "faulty: "+promise+": ")
	}
	return found
}

// TestWeakExcused: saying so excuses FNV-1a from the promises of good functions
// and from no other.
func TestWeakExcused(t *testing.T) {
	frank := *hashes.FNV1a
	if broken := Check(&frank); len(broken) != 0 {
		t.Errorf("fnv1a, declared weak: %v", broken)
	}
	frank.Weak = ""
	if broken := Check(&frank); len(broken) != 3 {
		t.Errorf("fnv1a, not declared weak: %v, want avalanche, unrelated, counters", broken)
	}
}
