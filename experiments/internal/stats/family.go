package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Holm returns p-values adjusted for the family they form, by Holm 1979: sorted, the j-th smallest of M becomes
// min(1, (M-j+1) p), never less than the one before. Rejecting where the result is at most alpha keeps the probability
// of any false rejection below alpha, whatever the dependence. NaN is not in the family: it stays NaN and is not counted.
func Holm(p []float64) []float64 {
	order := members(p)
	adjusted := notANumber(len(p))
	m := len(order)
	worst := 0.0
	for j, i := range order {
		worst = math.Max(worst, math.Min(1, float64(m-j)*p[i]))
		adjusted[i] = worst
	}
	return adjusted
}

// BenjaminiHochberg returns p-values adjusted by Benjamini and Hochberg 1995: rejecting where the result is at most
// alpha keeps the expected share of false ones among the rejections below alpha, under positive dependence. It is for
// reports that point at suspects; gates use Holm. NaN is not in the family, as in Holm.
func BenjaminiHochberg(p []float64) []float64 {
	order := members(p)
	adjusted := notANumber(len(p))
	m := len(order)
	best := 1.0
	for j := m - 1; j >= 0; j-- {
		best = math.Min(best, float64(m)*p[order[j]]/float64(j+1))
		adjusted[order[j]] = best
	}
	return adjusted
}

// FamilySize returns how many of the p-values are in the family, which is those that are numbers.
func FamilySize(p []float64) int { return len(members(p)) }

// CriticalZ returns the normal quantile that a two-sided test at level alpha must pass when it is one of familySize
// (Bonferroni): 1.96 for one test at 5 %, 3.76 for 300.
func CriticalZ(alpha float64, familySize int) float64 {
	return -mathext.NormalQuantile(perTest(alpha, familySize) / 2)
}

// perTest is the level of one test of a family. Holm's first step is the same.
func perTest(alpha float64, familySize int) float64 {
	return alpha / math.Max(1, float64(familySize))
}

// members returns the indices of the numbers in p, from the smallest to the largest, equal ones in their order.
func members(p []float64) []int {
	order := make([]int, 0, len(p))
	for i, v := range p {
		if !math.IsNaN(v) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order
}

func notANumber(n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = math.NaN()
	}
	return s
}
