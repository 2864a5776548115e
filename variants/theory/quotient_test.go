package theory

import (
	"math"
	"testing"
)

// TestQuotientGolden holds Quotient against the rows of theory.csv for powers of two
// (golden quotient-001, -005, -007, -010, whose values were simulated as well).
func TestQuotientGolden(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		q, r int
		want float64
	}{
		{900, 10, 4, 0.053451735542919448426},
		{60000, 16, 8, 0.003569891524588166288},
		{256, 8, 2, 0.22129434151260808039},
		{996147, 20, 8, 0.0037040597453832784063},
	} {
		if got := Quotient(c.n, 1<<c.q, c.r).FPR; math.Abs(got/c.want-1) > 1e-12 {
			t.Errorf("n=%d q=%d r=%d: %v, want %v", c.n, c.q, c.r, got, c.want)
		}
	}
}

// TestQuotientEnumerated goes through all ways in which 3 keys choose among 5 quotients
// with 1 bit: mean and spread of the share of pairs taken, exactly.
func TestQuotientEnumerated(t *testing.T) {
	const pairs = 10
	var sum, squares, ways float64
	for i := range pairs {
		for j := range pairs {
			for k := range pairs {
				taken := map[int]bool{i: true, j: true, k: true}
				share := float64(len(taken)) / pairs
				sum, squares, ways = sum+share, squares+share*share, ways+1
			}
		}
	}
	mean := sum / ways
	sd := math.Sqrt(squares/ways - mean*mean)
	got := Quotient(3, 5, 1)
	if math.Abs(got.FPR-mean) > 1e-12 || math.Abs(got.SD-sd) > 1e-12 || got.SetBits != 3 {
		t.Errorf("got %+v, want mean %v, sd %v", got, mean, sd)
	}
}
