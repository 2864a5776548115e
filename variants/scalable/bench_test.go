package scalable_test

import (
	"encoding/binary"
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkFilter times filters that have grown to n keys: to 1e6 from a first stage of
// 1e4 (7 stages), and to 1e6 and 1e7 from a seventh (3 stages). Digests are ready. ns/op
// is per key, in batches too.
func BenchmarkFilter(b *testing.B) {
	benchmarkFilter(b, 1e6, 7, 0.01, "10000")
	benchmarkFilter(b, 1e6, 3, 0.03, "142858")
	benchmarkFilter(b, 1e7, 3, 0.03, "1428572")
}

// benchmarkFilter is BenchmarkFilter of n keys in so many stages.
func benchmarkFilter(b *testing.B, n uint64, stages int, fpr float64, initial string) {
	s := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	f, err := over().New(variants.Config{Capacity: n, FPR: fpr, Scheme: s, Params: variants.Params{"initial": initial}})
	if err != nil {
		b.Fatal(err)
	}
	var data []byte
	var off []uint32
	for i := range uint32(hashes.BatchMax + 1) {
		off = append(off, 8*i)
	}
	h := s.NewHasher(1)
	batch := func(first uint64) *hashes.Batch {
		data = data[:0]
		for i := range uint64(hashes.BatchMax) {
			data = binary.LittleEndian.AppendUint64(data, first+i)
		}
		out := &hashes.Batch{}
		h.DigestBatch(data, off, out)
		return &hashes.Batch{A: append([]uint64(nil), out.A...), B: append([]uint64(nil), out.B...)}
	}
	for i := uint64(0); i < n; i += hashes.BatchMax {
		if _, err := f.(variants.BatchAdder).AddBatch(batch(i)); err != nil {
			b.Fatal(err)
		}
	}
	for i, keys := range []string{"present", "absent"} {
		first := uint64(i) << 63
		var batches []*hashes.Batch
		for i := range uint64(1024) { // spread over all stages
			batches = append(batches, batch(first+i*(n/1024)/hashes.BatchMax*hashes.BatchMax))
		}
		label := fmt.Sprintf("keys=%s/scheme=%s/n=%.0e/stages=%d", keys, s.Name(), float64(n), stages)
		b.Run("op=contains/"+label, func(b *testing.B) {
			for i := range b.N {
				f.Contains(batches[i/hashes.BatchMax%len(batches)].At(i % hashes.BatchMax))
			}
		})
		b.Run("op=contains-batch/"+label, func(b *testing.B) {
			var hits variants.Hits
			for i := 0; i < b.N; i += hashes.BatchMax {
				f.(variants.BatchContainer).ContainsBatch(batches[i/hashes.BatchMax%len(batches)], &hits)
			}
		})
	}
}
