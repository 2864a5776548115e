package hashtest

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// long: as many words as Width holds at most, Sum128's first, none twice over 20
// counters, all of them depending on the seed and on the last byte.
func long(f *hashes.Function) error {
	if f.Long == nil {
		return nil
	}
	key := randomKey(21, 6)
	changed := randomKey(21, 6)
	changed[20] ^= 1
	seen := map[uint64]uint64{}
	counters := uint64(20)
	if f.Unseeded {
		counters = 1 // own probing has one digest
	}
	for counter := range counters {
		var out, other, reseeded [8]uint64
		n := f.Long(key, seed, counter, &out)
		if n < 2 || n > 8 || 64*n > f.Width {
			return fmt.Errorf("counter %d: %d words: want 2 to 8 and no more than the width of %d bits holds", counter, n, f.Width)
		}
		f.Long(changed, seed, counter, &other)
		f.Long(key, seed^1, counter, &reseeded)
		if w := sum(f, key, seed); counter == 0 && (out[0] != w.a || out[1] != w.b) {
			return fmt.Errorf("counter 0: %016x %016x, Sum128 is %v", out[0], out[1], w)
		}
		for i, w := range out[:n] {
			if before, twice := seen[w]; twice {
				return fmt.Errorf("counter %d: word %016x was there at counter %d", counter, w, before)
			}
			if w == other[i] || w == reseeded[i] && !f.Unseeded {
				return fmt.Errorf("counter %d: word %d does not depend on the last byte or on the seed", counter, i)
			}
			seen[w] = counter
		}
	}
	return nil
}

// laid puts keys of all lengths and runs of 8 and 16 bytes end to end.
func laid() ([]byte, []uint32) {
	sizes := append(lengths(), 8, 8, 8, 16, 16, 16, 8, 0, 0, 16, 8, 9, 8)
	data, off := make([]byte, 5), []uint32{5}
	for i, n := range sizes {
		data = append(data, randomKey(n, uint64(1000+i))...)
		off = append(off, uint32(len(data)))
	}
	return data, off
}

// batch: Batch against Sum128, with second words and without.
func batch(f *hashes.Function) error {
	if f.Batch == nil {
		return nil
	}
	data, off := laid()
	n := len(off) - 1
	a, b, first := make([]uint64, n), make([]uint64, n), make([]uint64, n)
	f.Batch(data, off, seed, a, b)
	f.Batch(data, off, seed, first, nil)
	for i := range n {
		key := data[off[i]:off[i+1]]
		want := sum(f, key, seed)
		if f.Unseeded {
			want.a, want.b = f.Sum128(key, seed)
		}
		if a[i] != want.a || b[i] != want.b && !oneWord(f) {
			return fmt.Errorf("key %d of %d bytes: %016x %016x, Sum128 is %v", i, len(key), a[i], b[i], want)
		}
		if first[i] != want.a {
			return fmt.Errorf("key %d of %d bytes, first words only: %016x, Sum64 is %016x", i, len(key), first[i], want.a)
		}
	}
	f.Batch(nil, []uint32{0}, seed, nil, nil) // no keys: must not panic
	return nil
}

// noAllocation: none of the four forms.
func noAllocation(f *hashes.Function) error {
	data, off := laid()
	n := len(off) - 1
	a, b := make([]uint64, n), make([]uint64, n)
	out := new([8]uint64)
	var kept uint64
	each := func(call func(key []byte)) func() {
		return func() {
			for i := range n {
				call(data[off[i]:off[i+1]])
			}
		}
	}
	forms := []struct {
		name string
		run  func()
	}{
		{"Sum64", each(func(key []byte) { kept += f.Sum64(key, seed) })},
		{"Sum128", each(func(key []byte) { kept += sum(f, key, seed).b })},
		{"Long", each(func(key []byte) {
			if f.Long != nil {
				kept += uint64(f.Long(key, seed, 1, out))
			}
		})},
		{"Batch", func() {
			if f.Batch != nil {
				f.Batch(data, off, seed, a, b)
			}
		}},
	}
	for _, form := range forms {
		if allocs := testing.AllocsPerRun(5, form.run); allocs != 0 {
			return fmt.Errorf("%s makes %.0f allocations over keys of %d lengths", form.name, allocs, n)
		}
	}
	return nil
}
