package counting

import (
	"encoding/binary"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkFilter times 1e6 keys at the size for 1%, digests ready: probing and
// memory, no hashing. ns/op is per key, in batches too.
func BenchmarkFilter(b *testing.B) {
	f, err := New(variants.Config{Capacity: 1e6, FPR: 0.01, Scheme: double})
	if err != nil {
		b.Fatal(err)
	}
	g, h := f.(*Filter), double.NewHasher(1)
	const size = 1 << 18
	a, c := make([]uint64, 2*size), make([]uint64, 2*size) // members, then absent keys
	var key [8]byte
	for i := range uint64(1e6 + size) {
		binary.LittleEndian.PutUint64(key[:], i)
		d := h.Digest(key[:])
		if i < size {
			a[i], c[i] = d.A, d.B
		} else if i >= 1e6 {
			a[i-1e6+size], c[i-1e6+size] = d.A, d.B
		}
		if i < 1e6 {
			if err := g.Add(d); err != nil {
				b.Fatal(err)
			}
		}
	}
	one := func(b *testing.B, from int, call func(d hashes.Digest)) {
		for i := range b.N {
			at := from + i&(size-1)
			call(hashes.Digest{A: a[at], B: c[at]})
		}
	}
	many := func(b *testing.B, from int, call func(batch *hashes.Batch)) {
		for i := 0; i < b.N; i += hashes.BatchMax {
			at := from + i&(size-1)
			call(&hashes.Batch{A: a[at : at+hashes.BatchMax], B: c[at : at+hashes.BatchMax]})
		}
	}
	var hits variants.Hits
	b.Run("contains/absent", func(b *testing.B) { one(b, size, func(d hashes.Digest) { g.Contains(d) }) })
	b.Run("contains/present", func(b *testing.B) { one(b, 0, func(d hashes.Digest) { g.Contains(d) }) })
	b.Run("contains-batch/absent", func(b *testing.B) { many(b, size, func(batch *hashes.Batch) { g.ContainsBatch(batch, &hits) }) })
	b.Run("contains-batch/present", func(b *testing.B) { many(b, 0, func(batch *hashes.Batch) { g.ContainsBatch(batch, &hits) }) })
	b.Run("add+remove", func(b *testing.B) {
		one(b, size, func(d hashes.Digest) {
			if g.Add(d) != nil || !g.Remove(d) {
				b.Fatal("lost")
			}
		})
	})
}
