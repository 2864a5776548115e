package peers

import (
	"sync"

	"github.com/cockroachdb/pebble/v2/bloom"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// probesOf is how LevelDB and its kin choose the probes for bits per key.
func probesOf(perKey int) int { return min(max(int(float64(perKey)*0.69), 1), 30) }

// pebble is the table filter of Pebble, RocksDB's old format: lines of 512 bits,
// an odd number of them, all positions from one hash of 32 bits.
func pebble() *variants.Variant {
	return peer{
		name: "pebble", doc: "table filter: blocked Bloom filter of 512-bit lines over []byte", module: "github.com/cockroachdb/pebble/v2",
		scheme: hashes.KeyScheme(), promise: about1Percent,
		size: func(a ask) variants.Shape {
			lines := (a.n*uint64(a.perKey)+511)/512 | 1
			return variants.Shape{Bits: 512 * lines, K: probesOf(a.perKey), Blocks: lines, BlockBits: 512}
		},
		theory: func(s variants.Shape, n uint64) theory.Rate {
			return theory.Blocked(n, s.Blocks, s.BlockBits, s.K, theory.WithReplacement)
		},
		make: func(a ask) filter {
			policy := bloom.FilterPolicy(a.perKey)
			w := policy.NewWriter(0)
			seal := sync.OnceValue(func() []byte { return w.Finish(nil) }) // with the first question
			return filter{
				addKey: func(key []byte) bool { w.AddKey(key); return true },
				hasKey: func(key []byte) bool { return policy.MayContain(0, seal(), key) },
			}
		},
	}.variant()
}
