package rocksdb

import (
	"encoding/binary"
	"testing"

	"github.com/filterlab/filterlab/variants"
)

// TestOverfullRibbonIsTheBloomItBecomes: of more keys than slots the shape that is
// planned is that of the Bloom filter which the keys make, at the rate asked for and
// by bits a key; of fewer it is the ribbon's.
func TestOverfullRibbonIsTheBloomItBecomes(t *testing.T) {
	for _, c := range []variants.Config{{Capacity: 10_000, FPR: 0.01}, {Capacity: 3000, BitsPerKey: 12}} {
		c.Scheme = *ribbonScheme()
		for _, n := range []uint64{c.Capacity, c.Capacity * 6 / 5} {
			want, err := StandardRibbon.Shape(c, n)
			if err != nil {
				t.Fatal(err)
			}
			f, err := StandardRibbon.New(c)
			if err != nil {
				t.Fatal(err)
			}
			h := c.Scheme.NewHasher(1)
			for i := range n {
				if err := f.(variants.Adder).Add(h.Digest(binary.BigEndian.AppendUint64(nil, i))); err != nil {
					t.Fatal(err)
				}
			}
			got := f.Shape()
			if off := int64(got.Bits) - int64(want.Bits); off < -block || off > block || got.K != want.K || got.Blocks != want.Blocks || (n > c.Capacity) != (got.K > 0) {
				t.Errorf("capacity %d, %d keys: %d bits, k %d, %d lines; planned %d, %d, %d", c.Capacity, n, got.Bits, got.K, got.Blocks, want.Bits, want.K, want.Blocks)
			}
		}
	}
}
