package peers

import (
	"sync"

	leveldb "github.com/syndtr/goleveldb/leveldb/filter"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// buffer is where a generator of goleveldb writes its filter.
type buffer struct{ data []byte }

// Alloc returns n fresh bytes.
func (b *buffer) Alloc(n int) []byte { b.data = make([]byte, n); return b.data }

// Write appends p.
func (b *buffer) Write(p []byte) (int, error) { b.data = append(b.data, p...); return len(p), nil }

// WriteByte appends c.
func (b *buffer) WriteByte(c byte) error { b.data = append(b.data, c); return nil }

// whole is the shape of LevelDB's filter, in whole bytes and at least 8.
func whole(a ask) variants.Shape {
	s := flat((max(a.n*uint64(a.perKey), 64)+7)/8*8, probesOf(a.perKey))
	s.Positions = 0 // it is sized by the keys that are in when it is written
	return s
}

// goleveldb doubles one hash of 32 bits modulo m.
func goleveldb() *variants.Variant {
	return peer{
		name: "goleveldb", doc: "LevelDB's Bloom filter over []byte", module: "github.com/syndtr/goleveldb",
		scheme: hashes.KeyScheme(), theory: ideal, promise: nothing, size: whole,
		make: func(a ask) filter {
			policy := leveldb.NewBloomFilter(a.perKey)
			g := policy.NewGenerator()
			seal := sync.OnceValue(func() []byte { // with the first question
				var b buffer
				g.Generate(&b)
				return b.data
			})
			return filter{
				addKey: func(key []byte) bool { g.Add(key); return true },
				hasKey: func(key []byte) bool { return policy.Contains(seal(), key) },
			}
		},
	}.variant()
}
