package record

import (
	"math"
	"testing"
)

// The interval of ten rounds is from the second least to the second greatest: with
// fewer than two or more than eight of ten below the median in
// 1 - 22/1024 = 0.9785 of all cases (binomial, by hand). Five rounds reach 0.9375 at
// most, which is too little.
func TestSpan(t *testing.T) {
	rounds := func(ns ...float64) []Timing {
		rows := sampled("Contains/variant=classic/n=10/hits=0", "classic", "", "digest", "0", ns...)
		for i := range rows {
			rows[i].Round = uint64(i + 1)
		}
		return rows
	}
	sum := SumTimings(rounds(7, 1, 9, 3, 4, 5, 6, 2, 8, 100))[0]
	if sum.NS != 5.5 || sum.NSSpan != (Span{2, 9}) || !math.IsNaN(sum.LimitSpan.Low) {
		t.Errorf("median %v, span %v, of the limit %v: want 5.5, 2 to 9, none", sum.NS, sum.NSSpan, sum.LimitSpan)
	}
	if few := SumTimings(rounds(1, 2, 3, 4, 5))[0]; !math.IsNaN(few.NSSpan.Low) || !math.IsNaN(few.NSSpan.High) {
		t.Errorf("five rounds: %v, want none", few.NSSpan)
	}
	// The pairs of a control: 1 and 3 are 2 in the first round, and so on to 21.
	a, b := rounds(1, 2, 3, 4, 5, 6, 7, 8, 9, 20), rounds(3, 4, 5, 6, 7, 8, 9, 10, 11, 22)
	for i := range a {
		a[i].AA, b[i].AA = "a", "b"
		a[i].LimitRatio, b[i].LimitRatio = a[i].NSPerOp/2, b[i].NSPerOp/2
	}
	control := SumTimings(append(a, b...))[0]
	if control.NSSpan != (Span{3, 10}) || control.LimitSpan != (Span{1.5, 5}) {
		t.Errorf("a control: %v, %v, want 3 to 10, and half", control.NSSpan, control.LimitSpan)
	}
}
