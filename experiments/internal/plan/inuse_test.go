package plan

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// A cell's columns are those of the filter that is built and of the keys that it
// holds, never of the wish. FF-05: the bits a key of a power of two (2^20 over
// 100,000) and its rate. FF-08: a filter sized for 1 % is predicted 1.00392 %, for
// k = 6 and its own m 1.01431 % (n = 1,000,000). FF-09: one that holds 1.05 and 1.20
// times its keys has 1.258 and 2.30 times the rate. The figures are the field's.
func TestCellIsOfWhatIsInUse(t *testing.T) {
	c := fakes()
	c.Variants, c.Functions = []*variants.Variant{classic.Variant}, hashes.Functions()
	for _, x := range []struct {
		point        experiments.Point
		bits         uint64
		perKey, rate float64
	}{
		{experiments.Point{Capacity: 100_000, N: 100_000, BitsPerKey: 10, K: 7, Params: map[string]string{"reduce": "mask"}}, 1 << 20, 10.48576, 0.00650},
		{experiments.Point{Capacity: 1_000_000, N: 1_000_000, FPR: 0.01}, 9_585_059, 9.585059, 1.00392e-2},
		{experiments.Point{Capacity: 1_000_000, N: 1_000_000, Bits: 9_585_059, K: 6}, 9_585_059, 9.585059, 1.01431e-2},
		{experiments.Point{Capacity: 1_000_000, N: 1_050_000, FPR: 0.01}, 9_585_059, 9.585059, 1.258 * 1.00392e-2},
		{experiments.Point{Capacity: 1_000_000, N: 1_200_000, FPR: 0.01}, 9_585_059, 9.585059, 2.30 * 1.00392e-2},
	} {
		x.point.Variant, x.point.Scheme, x.point.Keys = "classic", "xxh3+double", "uint64"
		cell, err := c.Cell("t", x.point)
		if err != nil {
			t.Fatal(err)
		}
		row := cell.Row
		if row.Bits != x.bits || row.BitsPerKey != x.perKey || math.Abs(row.TheoryFPR/x.rate-1) > 2e-3 {
			t.Errorf("%s: %d bits, %v a key, rate %v; want %d, %v, %v", cell.Canonical, row.Bits, row.BitsPerKey, row.TheoryFPR, x.bits, x.perKey, x.rate)
		}
	}
}

// TestTheorysColumns: mean and spread of the rate and of the set bits are theory's, to
// nine digits. 100 keys in 1000 bits with 7 independent probes: rows classic-056, -058, -059
// and -085 of the golden theory.csv (rate, fill and its sd, the sd of the rate).
func TestTheorysColumns(t *testing.T) {
	c := fakes()
	c.Variants, c.Functions = []*variants.Variant{classic.Variant}, hashes.Functions()
	cell, err := c.Cell("t", experiments.Point{Variant: "classic", Scheme: "xxh3+independent", Keys: "uint64", N: 100, Capacity: 100, Bits: 1000, K: 7})
	if err != nil {
		t.Fatal(err)
	}
	row := cell.Row
	for _, x := range []struct {
		name      string
		got, want float64
	}{
		{"theory_fpr", row.TheoryFPR, 0.00826624751}, {"theory_fpr_sd", row.TheoryFPRSD, 0.00101112814},
		{"theory_set_bits", row.TheorySetBits, 503.588587}, {"theory_set_bits_sd", row.TheorySetBitsSD, 8.79647107},
		{"model_error", row.ModelError, 0},
	} {
		if math.Abs(x.got-x.want) > 2e-9*x.want {
			t.Errorf("%s: %v, want %v", x.name, x.got, x.want)
		}
	}
}
