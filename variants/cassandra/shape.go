package cassandra

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// table returns the rates of r bits per key (the row) and k hashes (the column).
func table() [][]float64 {
	return [][]float64{
		{1.0},
		{1.0, 1.0},
		{1.0, 0.393, 0.400},
		{1.0, 0.283, 0.237, 0.253},
		{1.0, 0.221, 0.155, 0.147, 0.160},
		{1.0, 0.181, 0.109, 0.092, 0.092, 0.101},
		{1.0, 0.154, 0.0804, 0.0609, 0.0561, 0.0578, 0.0638},
		{1.0, 0.133, 0.0618, 0.0423, 0.0359, 0.0347, 0.0364},
		{1.0, 0.118, 0.0489, 0.0306, 0.024, 0.0217, 0.0216, 0.0229},
		{1.0, 0.105, 0.0397, 0.0228, 0.0166, 0.0141, 0.0133, 0.0135, 0.0145},
		{1.0, 0.0952, 0.0329, 0.0174, 0.0118, 0.00943, 0.00844, 0.00819, 0.00846},
		{1.0, 0.0869, 0.0276, 0.0136, 0.00864, 0.0065, 0.00552, 0.00513, 0.00509},
		{1.0, 0.08, 0.0236, 0.0108, 0.00646, 0.00459, 0.00371, 0.00329, 0.00314},
		{1.0, 0.074, 0.0203, 0.00875, 0.00492, 0.00332, 0.00255, 0.00217, 0.00199, 0.00194},
		{1.0, 0.0689, 0.0177, 0.00718, 0.00381, 0.00244, 0.00179, 0.00146, 0.00129, 0.00121, 0.0012},
		{1.0, 0.0645, 0.0156, 0.00596, 0.003, 0.00183, 0.00128, 0.001, 0.000852, 0.000775, 0.000744},
		{1.0, 0.0606, 0.0138, 0.005, 0.00239, 0.00139, 0.000935, 0.000702, 0.000574, 0.000505, 0.00047, 0.000459},
		{1.0, 0.0571, 0.0123, 0.00423, 0.00193, 0.00107, 0.000692, 0.000499, 0.000394, 0.000335, 0.000302, 0.000287, 0.000284},
		{1.0, 0.054, 0.0111, 0.00362, 0.00158, 0.000839, 0.000519, 0.00036, 0.000275, 0.000226, 0.000198, 0.000183, 0.000176},
		{1.0, 0.0513, 0.00998, 0.00312, 0.0013, 0.000663, 0.000394, 0.000264, 0.000194, 0.000155, 0.000132, 0.000118, 0.000111, 0.000109},
		{1.0, 0.0488, 0.00906, 0.0027, 0.00108, 0.00053, 0.000303, 0.000196, 0.00014, 0.000108, 8.89e-05, 7.77e-05, 7.12e-05, 6.79e-05, 6.71e-05},
	}
}

// best is the first k from 1 on with the least rate of a row.
func best(row []float64) int {
	k := 0
	for i, p := range row {
		if p < row[k] {
			k = i
		}
	}
	return max(1, k)
}

// maxRow is the largest number of bits per key that n keys may have: 20, in any
// case that fits a machine.
func maxRow(n uint64) int {
	return int(math.Min(20, math.Trunc((1<<63-21)/float64(max(1, n)))))
}

// ByChance is Cassandra's choice for n keys at rate p: whole bits per key and k.
func ByChance(n uint64, p float64) (buckets, k int, err error) {
	all, top := table(), maxRow(n)
	if top < 1 {
		return 0, 0, fmt.Errorf("%d keys: want fewer", n)
	}
	last := all[top]
	switch {
	case p >= 0.393: // best of row 2, whose column 1 it is
		return best(all[2]), 2, nil
	case p < last[len(last)-1]:
		return 0, 0, fmt.Errorf("fpr %v: Cassandra refuses rates below %v, where its table ends at 20 bits per key: want a rate from that on, below 1", p, last[len(last)-1])
	}
	r := 2
	for all[r][best(all[r])] > p {
		r++
	}
	k = best(all[r])
	for all[r][k-1] <= p {
		k--
	}
	return r, k, nil
}

// ByBuckets is Cassandra's choice for n keys at t bits per key.
func ByBuckets(n uint64, t int) (buckets, k int) {
	r := max(0, min(t, maxRow(n)))
	return r, best(table()[r])
}

// Bits is the number of bits of n keys with so many bits per key.
func Bits(n uint64, buckets int) float64 {
	return system.Up(float64(float64(n)*float64(buckets))+20, 64)
}

// shape is that of a filter for c.
func shape(name string, c variants.Config, known []variants.Param) (variants.Shape, error) {
	if c.FPR == 1 {
		return variants.Shape{}, fmt.Errorf("%s: fpr 1: Cassandra makes no filter then, every key is taken for present: want a rate from 6.71e-05 on, below 1", name)
	}
	params, err := system.Check(name, c, scheme, known)
	if err != nil {
		return variants.Shape{}, err
	}
	if order := params["order"]; known != nil && order != "3.0" && order != "2.x" {
		return variants.Shape{}, fmt.Errorf("%s: parameter order=%s: want 3.0 or 2.x", name, order)
	}
	var m float64
	var buckets, k int
	switch {
	case c.FPR != 0:
		if buckets, k, err = ByChance(c.Capacity, c.FPR); err != nil {
			return variants.Shape{}, fmt.Errorf("%s: %w", name, err)
		}
		m = Bits(c.Capacity, buckets)
	case c.BitsPerKey != 0:
		if c.BitsPerKey != math.Trunc(c.BitsPerKey) || c.BitsPerKey > 20 {
			return variants.Shape{}, fmt.Errorf("%s: bits-per-key %v: want a whole number from 1 to 20", name, c.BitsPerKey)
		}
		buckets, k = ByBuckets(c.Capacity, int(c.BitsPerKey))
		m = Bits(c.Capacity, buckets)
	default:
		m = system.Up(float64(c.Bits), 64)
		_, k = ByBuckets(c.Capacity, int(math.Min(20, m/float64(c.Capacity))))
	}
	if c.K != 0 {
		k = c.K
	}
	return system.Shape(name, c, params, m, k)
}
