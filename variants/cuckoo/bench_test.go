package cuckoo

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// ready returns a table at load 0.95 and digests of absent keys.
func ready(b *testing.B, f string) (*Filter, []hashes.Digest) {
	t := raw(b, 1, f, "4", "262144")
	for i := range uint64(996_000) {
		if err := t.Add(digest(1, i)); err != nil {
			b.Fatal(err)
		}
	}
	ds := make([]hashes.Digest, 1<<16)
	for i := range ds {
		ds[i] = digest(3, uint64(i))
	}
	return t, ds
}

// The digests are ready made: the time is that of locating and looking up.
func BenchmarkContains(b *testing.B) {
	for _, f := range []string{"8", "12", "16", "32"} {
		b.Run("f="+f+"/call=single", func(b *testing.B) {
			t, ds := ready(b, f)
			n, i := 0, 0
			for b.Loop() {
				if t.Contains(ds[i&(1<<16-1)]) {
					n++
				}
				i++
			}
		})
		b.Run("f="+f+"/call=batch", func(b *testing.B) {
			t, ds := ready(b, f)
			var batch hashes.Batch
			for _, d := range ds {
				batch.A, batch.B = append(batch.A, d.A), append(batch.B, d.B)
			}
			var hits variants.Hits
			i := 0
			for b.Loop() {
				at := i << 8 & (1<<16 - 1)
				t.ContainsBatch(&hashes.Batch{A: batch.A[at : at+256], B: batch.B[at : at+256]}, &hits)
				i++
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/256, "ns/key")
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	const n = 996_000
	t := raw(b, 1, "8", "4", "262144")
	i := uint64(0)
	for b.Loop() {
		if i%n == 0 {
			clear(t.table.data)
			t.used = 0
		}
		_ = t.Add(digest(1, i%n))
		i++
	}
}
