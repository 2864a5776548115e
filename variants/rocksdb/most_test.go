package rocksdb

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/variants"
)

// What RocksDB makes of more keys than its filters have room for is smaller than what was
// asked for: theory says that it was cut (filter_policy.cc: at most 0xffffffc0 bytes,
// before format version 5 about 0xffff0000 bits; no ribbon filter above 950,000,000 keys).
func TestCutIsSaid(t *testing.T) {
	for _, v := range []*variants.Variant{Variant, Legacy, StandardRibbon} {
		for _, n := range []uint64{1e6, 1e12} {
			c := variants.Config{Capacity: n, BitsPerKey: 10, Scheme: *v.Scheme, Unbounded: true}
			s, err := v.Shape(c, n)
			if err != nil {
				t.Fatal(err)
			}
			r := v.Predict(c, s, n)
			if cut := s.BitsPerKey(n) < 7; cut != strings.Contains(r.Reason, "RocksDB cuts the filter to 2^3") || cut != (n > 1e6) {
				t.Errorf("%s: %d keys in %d bits: %q", v.Name, n, s.Bits, r.Reason)
			}
		}
	}
	c := variants.Config{Capacity: mostRibbon + 1, BitsPerKey: 10, Scheme: *ribbonScheme()}
	s, err := StandardRibbon.Shape(c, 0)
	if err != nil || s.BlockBits != line || s.BitsPerKey(c.Capacity) < 9.99 {
		t.Fatalf("one key too many for a ribbon filter: %+v, %v", s, err)
	}
	if r := StandardRibbon.Predict(c, s, c.Capacity); !strings.Contains(r.Reason, "no ribbon filter but its Bloom filter") {
		t.Errorf("one key too many for a ribbon filter: %q", r.Reason)
	}
}

// The header's words are of 10 bits per key, and of no other size.
func TestRibbonPromise(t *testing.T) {
	for _, c := range []struct {
		perKey   float64
		n        uint64
		promised bool
	}{{10, 1000, true}, {9.9, 1000, false}, {10, 1001, false}} {
		config := variants.Config{Capacity: 1000, BitsPerKey: c.perKey, Scheme: *ribbonScheme()}
		p := StandardRibbon.Promise(config, variants.Shape{}, c.n)
		if p.Source == "" || (p.FPR == 0.0095) != c.promised || (p.FPR == p.FPR) != c.promised {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}
