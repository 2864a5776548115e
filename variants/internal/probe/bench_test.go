package probe

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// filled returns a table for n keys at 10 bits and 7 probes each: half its bits set
// at random, which is what absent keys meet, or all, which is what present ones do.
func filled(n uint64, present bool) *Table {
	m := 10 * n
	t := &Table{Plan: New(hashes.Double, hashes.Fastrange, m, 7, 0), Bits: bitarray.New(m)}
	words := t.Bits.Words()
	for i := range words {
		if words[i] = hashes.SplitMix64(uint64(i)); present {
			words[i] = ^uint64(0)
		}
	}
	return t
}

// BenchmarkTable times one call a key and a call a batch, digests ready. ns/op is per
// key. The forms of a batch are the portable one, and assembly without and with
// asking for lines ahead.
func BenchmarkTable(b *testing.B) {
	for _, n := range []uint64{1e4, 1e6, 4e6, 1e7, 1e8} {
		for _, present := range []bool{false, true} {
			keys := map[bool]string{false: "absent", true: "present"}[present]
			var t *Table
			row := func(form string, run func(a, c []uint64)) {
				b.Run(fmt.Sprintf("keys=%s/n=%s/form=%s", keys, short(n), form), func(b *testing.B) {
					if t == nil {
						t = filled(n, present)
					}
					const size = 1 << 16
					var a, c [size]uint64
					x := uint64(b.N)
					for i := range a {
						x++
						a[i], c[i] = hashes.SplitMix64(x), hashes.SplitMix64(x+1<<40)
					}
					b.ResetTimer()
					for i := 0; i < b.N; i += hashes.BatchMax {
						at := i & (size - 1)
						if at == 0 { // new keys, cheaply
							x += 2
						}
						run(a[at:at+hashes.BatchMax], c[at:at+hashes.BatchMax])
						for j := at; j < at+hashes.BatchMax; j++ {
							a[j] ^= x << 40
						}
					}
				})
			}
			row("one", func(a, c []uint64) {
				for i, x := range a {
					t.Contains(hashes.Digest{A: x, B: c[i]})
				}
			})
			var hits variants.Hits
			batch := func(vector bool, far int) func(a, c []uint64) {
				return func(a, c []uint64) {
					t.Plan.vector, t.Plan.far = vector, far
					t.ContainsBatch(&hashes.Batch{A: a, B: c}, &hits)
				}
			}
			row("portable", batch(false, never))
			row("touch", batch(false, 0))
			if hasCascade512() {
				row("near", batch(true, never))
				row("far", batch(true, 0))
			}
			if !present {
				continue
			}
			row("add", func(a, c []uint64) {
				for i, x := range a {
					t.Add(hashes.Digest{A: x, B: c[i]})
				}
			})
			add := func(far int) func(a, c []uint64) {
				return func(a, c []uint64) {
					t.Plan.far = far
					t.AddBatch(&hashes.Batch{A: a, B: c})
				}
			}
			row("add-near", add(never))
			row("add-far", add(0))
		}
	}
}

// never is the size from which lines are asked for ahead in tables that are never so large.
const never = math.MaxInt

// short writes a power of ten as 1e6.
func short(n uint64) string { return strings.Replace(fmt.Sprintf("%.0e", float64(n)), "e+0", "e", 1) }
