package xor

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// The assembly gives the same slots, fingerprints and answers as the portable code,
// for every number of keys of a chunk, in small and large tables.
func TestKernel(t *testing.T) {
	if !static.HasKernel {
		t.Skip("no assembly here")
	}
	for _, l := range []seed{{3, 5, 11}, {1<<63 | 7, 0xd1342543de82ef95, 410_010}, {0xd1342543de82ef95, 1, 1<<28 - 1}} {
		for n := 1; n <= static.ChunkKeys; n++ {
			var a, b [static.ChunkKeys]uint64
			for i, d := range random(uint64(n)<<20, uint64(n)) {
				a[i], b[i] = d.A, d.B
			}
			var c static.Chunk
			locate(&l, &a[0], &b[0], n, &c)
			for i := range c[0] {
				y := b[i] * l.mb
				p0, p1, p2 := place(a[i]*l.ma, y, l.block)
				want := map[int]uint64{0: p0, 1: p1, 2: p2, 4: y & 0xffffffff}
				for row, w := range want {
					if got := uint64(c[row][i]); got != w {
						t.Fatalf("block %d, %d keys, key %d, row %d: %d, want %d", l.block, n, i, row, got, w)
					}
				}
			}
		}
	}
}

// Answers of batches by assembly are those of the portable code, of either width
// and every number of keys, members and others mixed.
func TestKernelAnswers(t *testing.T) {
	if !static.HasKernel {
		t.Skip("no assembly here")
	}
	config := variants.Config{Capacity: 1000, FPR: 0.01}
	compare(t, built(t, config, random(0, 1000)).(*Filter[uint8]))
	config.FPR = 1e-4
	compare(t, built(t, config, random(0, 1000)).(*Filter[uint16]))
}

func compare[T fingerprint](t *testing.T, f *Filter[T]) {
	var c static.Chunk
	for n := 1; n <= static.ChunkKeys; n++ {
		for start := uint64(900); start < 1000; start += 3 {
			var a, b []uint64
			for i, d := range random(start, uint64(n)) {
				a, b = append(a, d.A+uint64(i&1)), append(b, d.B)
			}
			if got, want := f.answer(a, b, &c), f.chunk(a, b); got != want {
				t.Fatalf("f=%d, %d keys: %x, want %x", f.shape.Remainder, n, got, want)
			}
		}
	}
}
