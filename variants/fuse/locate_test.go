package fuse

import (
	"testing"

	"github.com/filterlab/filterlab/variants/internal/static"
)

// The assembly gives the same slots, fingerprints and answers as the portable code,
// for every number of keys of a chunk, in the smallest and in large layouts.
func TestKernel(t *testing.T) {
	if !static.HasKernel {
		t.Skip("no assembly here")
	}
	for _, l := range []layout{layoutOf(4, 16, 2, 1, 0), layoutOf(3, 1_130_496, 1_000_000, 2, 1), layoutOf(4, 1<<31, 1.9e9, 3, 0)} {
		for n := 1; n <= static.ChunkKeys; n++ {
			var a, b [static.ChunkKeys]uint64
			for i, d := range random(uint64(n)<<20, uint64(n)) {
				a[i], b[i] = d.A, d.B
			}
			var c static.Chunk
			locate(&l, &a[0], &b[0], n, &c)
			for i := range c[0] {
				x, y := a[i]*l.ma, b[i]*l.mb
				o1, o2 := l.near(x, y)
				p := l.start(x)
				want := [5]uint64{p, p + l.segment ^ o1, p + 2*l.segment ^ o2, p + 3*l.segment ^ l.far(x, y), y & 0xffffffff}
				for row, w := range want {
					if got := uint64(c[row][i]); got != w {
						t.Fatalf("segment %d, %d keys, key %d, row %d: %d, want %d", l.segment, n, i, row, got, w)
					}
				}
			}
		}
	}
}

// Answers of batches by assembly are those of the portable code, of every width, arity
// and number of keys, members and others mixed.
func TestKernelAnswers(t *testing.T) {
	if !static.HasKernel {
		t.Skip("no assembly here")
	}
	for _, arity := range arities {
		compare(t, built(t, config(1000, arity, 0.01), random(0, 1000)).(*Filter[uint8]))
		compare(t, built(t, config(1000, arity, 1e-4), random(0, 1000)).(*Filter[uint16]))
		compare(t, built(t, config(1000, arity, 1e-9), random(0, 1000)).(*Filter[uint32]))
	}
}

func compare[T static.Fingerprint](t *testing.T, f *Filter[T]) {
	var c static.Chunk
	for n := 1; n <= static.ChunkKeys; n++ {
		for start := uint64(900); start < 1000; start += 3 {
			var a, b []uint64
			for i, d := range random(start, uint64(n)) {
				a, b = append(a, d.A+uint64(i&1)), append(b, d.B)
			}
			if got, want := f.answer(a, b, &c), f.chunk(a, b); got != want {
				t.Fatalf("f=%d, arity %d, %d keys: %x, want %x", f.shape.Remainder, f.arity, n, got, want)
			}
		}
	}
}
