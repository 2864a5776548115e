package stats

import "math"

// SmallestRankP returns the smallest two-sided p-value that an exact rank test (Mann and Whitney 1947) of a runs against
// b runs can have, when the two are fully separated: 2/C(a+b, a). Where it exceeds the level the answer is "too few
// runs", not "the same". Fewer than one run on a side gives 1.
func SmallestRankP(a, b int) float64 {
	if a < 1 || b < 1 {
		return 1
	}
	ways := 1.0
	for i := 1; i <= a; i++ {
		ways *= float64(b+i) / float64(i)
	}
	return math.Min(1, 2/ways)
}

// RunsNeeded returns the least number of runs on each side with which a rank test can reach level alpha as one of
// familySize tests.
func RunsNeeded(alpha float64, familySize int) int {
	n := 1
	for SmallestRankP(n, n) > perTest(alpha, familySize) {
		n++
	}
	return n
}
