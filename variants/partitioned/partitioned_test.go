package partitioned

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/bloom"
)

func TestConformance(t *testing.T) {
	filtertest.Run(t, Variant, variants.Params{"reduce": "mod"}, variants.Params{"reduce": "mask"})
}

// TestOneBitASlice: a key sets exactly one bit in each slice, whatever the
// probing, by the definition of the variant.
func TestOneBitASlice(t *testing.T) {
	for _, p := range hashes.Probings() {
		s := hashes.Scheme{Function: hashes.XXH3, Probing: p}
		h := s.NewHasher(1)
		for i := range 200 {
			g, err := New(variants.Config{Capacity: 1, Bits: 700, K: 7, Scheme: s})
			if err != nil {
				t.Fatal(err)
			}
			d := h.Digest([]byte{byte(i)})
			bloom.TableOf(g).Add(d)
			bits := bloom.TableOf(g).Bits
			for slice := range uint64(7) {
				set := 0
				for at := slice * 100; at < slice*100+100; at++ {
					if bits.Get(at) {
						set++
					}
				}
				if set != 1 {
					t.Fatalf("%s, key %d: %d bits set in slice %d, want 1", s.Name(), i, set, slice)
				}
			}
		}
	}
}

// TestSlices: Bits is k slices of ceil(m/k), and predictions are for it.
func TestSlices(t *testing.T) {
	for _, c := range []struct {
		bits, want, slice uint64
		k                 int
	}{{700, 700, 100, 7}, {701, 707, 101, 7}, {1, 7, 1, 7}, {1000, 1000, 1000, 1}} {
		s, err := kind().Shape(variants.Config{Capacity: 1, Bits: c.bits, K: c.k, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}, 0)
		if err != nil || s.Bits != c.want || s.BlockBits != c.slice {
			t.Errorf("%d bits, k=%d: got %d bits in slices of %d (%v), want %d in %d", c.bits, c.k, s.Bits, s.BlockBits, err, c.want, c.slice)
		}
	}
}
