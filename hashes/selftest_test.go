package hashes

import (
	"strings"
	"testing"
)

// TestSelfTest: the built-in answers are the reference's, and a function that
// goes wrong, alone or in its batch, is named.
func TestSelfTest(t *testing.T) {
	if err := SelfTest(); err != nil {
		t.Fatal(err)
	}
	for _, k := range known {
		key := make([]byte, k.size)
		for i := range key {
			key[i] = byte(7*i + k.size)
		}
		if a, b := reference(t, k.function, key, knownSeed); a != k.a || b != k.b {
			t.Errorf("%s, %d bytes: %x %x, the reference gives %x %x", k.function, k.size, k.a, k.b, a, b)
		}
	}
	for _, f := range Functions() {
		wrong := *f
		wrong.Sum128 = func(key []byte, seed uint64) (a, b uint64) {
			a, b = f.Sum128(key, seed)
			return a, b ^ 1<<63
		}
		batch := *f
		batch.Batch = func(data []byte, off []uint32, seed uint64, a, b []uint64) {
			for i := range a {
				a[i], b[i] = f.Sum128(data[off[i]:off[i+1]], seed^1)
			}
		}
		for _, planted := range []*Function{&wrong, &batch} {
			err := selfTest([]*Function{XXH3, planted})
			if err == nil || !strings.Contains(err.Error(), "self-test: "+f.Name+" of") {
				t.Errorf("%s planted wrong: %v", f.Name, err)
			}
		}
	}
	if err := selfTest([]*Function{{Name: "mine"}}); err == nil || !strings.Contains(err.Error(), "mine") {
		t.Errorf("a function without answers: %v", err)
	}
}
