package cuckoo

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// The digests are ready made: the times are those of locating and looking up, ns a key.
// A table has n keys at load 0.95.

const benchKeys = 996_000

// ready returns a table at load 0.95.
func ready(b *testing.B, f string) *Filter {
	t := raw(b, 1, f, "4", "262144")
	for i := range uint64(benchKeys) {
		if err := t.Add(digest(1, i)); err != nil {
			b.Fatal(err)
		}
	}
	return t
}

// row names a benchmark.
func row(f string, more string) string {
	return "variant=cuckoo/n=" + strconv.Itoa(benchKeys) + "/f=" + f + "/b=4/" + more
}

// calls runs do with each way of asking that this machine has.
func calls(b *testing.B, f string, t *Filter, do func(b *testing.B, t *Filter)) {
	b.Run(row(f, "call=batch/code=portable"), func(b *testing.B) { do(b, portable(t)) })
	if t.kernel {
		b.Run(row(f, "call=batch/code=kernel"), func(b *testing.B) { do(b, t) })
	}
}

// part returns keys at, at+1, ... of a batch.
func part(b *hashes.Batch, at, n int) *hashes.Batch {
	return &hashes.Batch{A: b.A[at : at+n], B: b.B[at : at+n]}
}

// perKey reports the time a key of rounds of 256 keys.
func perKey(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/hashes.BatchMax, "ns/key")
}

func BenchmarkContains(b *testing.B) {
	const pool = 1 << 16
	absent := batchbench.Columns(3, 0, pool)
	for _, f := range []string{"8", "12", "16", "32"} {
		t := ready(b, f)
		b.Run(row(f, "call=single"), func(b *testing.B) {
			n, i := 0, 0
			for b.Loop() {
				if t.Contains(hashes.Digest{A: absent.A[i&(pool-1)], B: absent.B[i&(pool-1)]}) {
					n++
				}
				i++
			}
		})
		calls(b, f, t, func(b *testing.B, t *Filter) {
			var hits variants.Hits
			i := 0
			for b.Loop() {
				t.ContainsBatch(part(absent, i&(pool-1), hashes.BatchMax), &hits)
				i += hashes.BatchMax
			}
			perKey(b)
		})
	}
}

// BenchmarkAdd fills the table to load 0.95 again and again.
func BenchmarkAdd(b *testing.B) {
	const keys = benchKeys / hashes.BatchMax * hashes.BatchMax
	members := batchbench.Columns(1, 0, keys)
	for _, f := range []string{"8", "12"} {
		t := raw(b, 1, f, "4", "262144")
		empty := func(i int) {
			if i%keys == 0 {
				clear(t.table.data)
			}
		}
		b.Run(row(f, "call=single"), func(b *testing.B) {
			i := 0
			for b.Loop() {
				empty(i)
				_ = t.Add(members.At(i % keys))
				i++
			}
		})
		calls(b, f, t, func(b *testing.B, t *Filter) {
			i := 0
			for b.Loop() {
				empty(i)
				_, _ = t.AddBatch(part(members, i%keys, hashes.BatchMax))
				i += hashes.BatchMax
			}
			perKey(b)
		})
	}
}
