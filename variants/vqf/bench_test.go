package vqf

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// sizes runs the filters of n keys at load 0.92.
func sizes(b *testing.B, run func(b *testing.B, n int, c variants.Config)) {
	for _, n := range []int{1_000_000, 10_000_000} {
		b.Run("variant=vqf/n="+strconv.Itoa(n), func(b *testing.B) {
			run(b, n, variants.Config{Capacity: uint64(n), FPR: 0.01, Scheme: scheme})
		})
	}
}

// made returns a filter of c.
func made(t testing.TB, c variants.Config) *Filter {
	t.Helper()
	c.Scheme = scheme
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Filter)
}

func BenchmarkAdd(b *testing.B) {
	sizes(b, func(b *testing.B, n int, c variants.Config) {
		batchbench.Add(b, n, func() batchbench.Filter { return made(b, c) })
	})
}

func BenchmarkContains(b *testing.B) {
	sizes(b, func(b *testing.B, n int, c variants.Config) { batchbench.Contains(b, n, made(b, c)) })
}
