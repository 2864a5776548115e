package lab

import (
	"fmt"
	"slices"
	"testing"

	"github.com/dop251/goja"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
)

// TestToyHashesAreOurs compares the positions of the toy filter with those of the
// schemes siphash+double and fnv1a+double, under the seed of `runexp positions`.
func TestToyHashesAreOurs(t *testing.T) {
	vm := engine(t)
	words := []string{"", "a", "ada", "bob", "Nguyễn Văn An", "12345678", "123456789012345", "\U0001F600"}
	for i := range 40 {
		words = append(words, fmt.Sprintf("key%d", i))
	}
	seed := keys.Derive(1, keys.LabelScheme)
	for _, hash := range []string{"siphash", "fnv1a"} {
		scheme, err := hashes.ParseScheme(hash+"+double", hashes.Functions())
		if err != nil {
			t.Fatal(err)
		}
		h := scheme.NewHasher(seed)
		for _, m := range []uint64{8, 13, 64, 128} {
			w := hashes.NewWalker(hashes.Double, hashes.Fastrange, m, 8)
			for _, key := range words {
				w.Start(h.Digest([]byte(key)))
				want := make([]int64, 8)
				for i := range want {
					want[i] = int64(w.Next())
				}
				var got []int64
				if err := vm.ExportTo(call(t, vm, "toyPositions", hash, key, m, 8), &got); err != nil || !slices.Equal(got, want) {
					t.Errorf("%s, %d cells, key %q: %v, want %v (seed %#x)", hash, m, key, got, want, seed)
				}
			}
		}
	}
}

// run evaluates a line of script.
func run(t *testing.T, vm *goja.Runtime, line string) any {
	t.Helper()
	v, err := vm.RunString(line)
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return v.Export()
}

// TestToyStory: what the toy is there to show. Removing from a Bloom filter loses other
// keys; from a counting one it loses none; an absent key may be answered yes.
func TestToyStory(t *testing.T) {
	vm := engine(t)
	for _, line := range []string{
		"const keys = []; for (let i = 0; i < 12; i++) keys.push('word' + i)",
		"const bloom = new Toy('bloom', 'siphash', 32, 3), counting = new Toy('counting', 'siphash', 32, 3)",
		"keys.forEach((x) => { bloom.add(x); counting.add(x) })",
	} {
		run(t, vm, line)
	}
	for line, want := range map[string]any{
		"keys.every((x) => bloom.contains(x) && counting.contains(x))":     true,
		"bloom.cells.every((x, i) => (x > 0) === (counting.cells[i] > 0))": true,
		"counting.cells.reduce((a, b) => a + b)":                           int64(36),
		"bloom.falsePositive().key === counting.falsePositive().key":       true,
		"bloom.ask(bloom.falsePositive().key).answer":                      "positive",
		"bloom.ask('word3').answer":                                        "member",
		"new Toy('bloom', 'fnv1a', 8, 2).ask('a').answer":                  "absent",
		"new Toy('bloom', 'fnv1a', 8, 2).falsePositive(50)":                nil,
		"(() => { const t = new Toy('counting', 'fnv1a', 8, 2); t.add('a'); t.add('a'); return t.cells.reduce((a, b) => a + b) })() === 2": true,
	} {
		if got := run(t, vm, line); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
	if got := run(t, vm, "counting.remove('word0').length"); got != int64(0) {
		t.Errorf("a counting filter lost %v keys", got)
	}
	if got := run(t, vm, "bloom.remove('word0').length"); got == int64(0) {
		t.Error("a Bloom filter of 12 keys in 32 bits lost no key when one was removed")
	}
	if got := run(t, vm, "keys.slice(1).some((x) => bloom.ask(x).answer === 'lost')"); got != true {
		t.Error("no key is lost")
	}
}
