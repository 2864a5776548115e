package classic

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
)

// FF-05, FF-06: 100,000 keys at 10 bits each and k = 7 in a power of two of bits:
// 2^20 with a rate of 0.650 %, up and never down to 2^19 with 11.80 %; the
// prediction is for the bits that are there. 1 % takes 9.585 bits a key, as
// log2(1/p)/ln 2 says; the factor ln 2 left out gives 6.644.
func TestPredictsWhatItAllocates(t *testing.T) {
	const n = 100_000
	mask := variants.Params{"reduce": "mask"}
	for _, c := range []struct {
		config variants.Config
		bits   uint64
		rate   float64
	}{
		{variants.Config{BitsPerKey: 10, K: 7, Params: mask}, 1 << 20, 0.00650},
		{variants.Config{Bits: 1 << 19, K: 7, Params: mask}, 1 << 19, 0.1180},
		{variants.Config{FPR: 0.01}, 958_506, 0.01004},
	} {
		c.config.Capacity, c.config.Scheme = n, double
		f, err := New(c.config)
		if err != nil {
			t.Fatal(err)
		}
		s := f.Shape()
		if got := uint64(len(bloom.TableOf(f).Bits.Words())) * 64; s.Bits != c.bits || got < s.Bits || got > s.Bits+63 {
			t.Errorf("%+v: %d bits, %d allocated, want %d", c.config, s.Bits, got, c.bits)
		}
		if rate := Variant.Predict(c.config, s, n).FPR; math.Abs(rate/c.rate-1) > 1e-3 {
			t.Errorf("%d bits: predicts %v, want %v", s.Bits, rate, c.rate)
		}
	}
}
