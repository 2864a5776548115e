package quotient

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// forms are tables of n keys with remainders of 8 bits: nearly full, and at the load
// that 1e6 keys have in 2^21 slots.
func forms(b *testing.B, run func(b *testing.B, n int, c variants.Config)) {
	for _, n := range []int{1_000_000, 10_000_000} {
		for _, load := range []string{"0.95", "0.477"} {
			b.Run("variant=quotient/n="+strconv.Itoa(n)+"/r=8/load="+load, func(b *testing.B) {
				least := layout{perMille: 950, r: 8}
				if load != "0.95" {
					least.perMille = 477
				}
				least.blocks = least.least(uint64(n))
				run(b, n, variants.Config{Capacity: uint64(n), Bits: least.bits(), Scheme: scheme, Params: variants.Params{"r": "8", "load": load}})
			})
		}
	}
}

func BenchmarkAdd(b *testing.B) {
	forms(b, func(b *testing.B, n int, c variants.Config) {
		batchbench.Add(b, n, func() batchbench.Filter { return made(b, c) })
	})
}

func BenchmarkContains(b *testing.B) {
	forms(b, func(b *testing.B, n int, c variants.Config) { batchbench.Contains(b, n, made(b, c)) })
}
