package record

import (
	"math"
	"slices"
	"testing"
)

// sampled makes rows of one name, a round each.
func sampled(name, variant, aa, from, hits string, ns ...float64) []Timing {
	var rows []Timing
	for _, x := range ns {
		rows = append(rows, Timing{Name: name, Op: "Contains", Variant: variant, N: 10, From: from, Hits: hits, Figure: "throughput", Cache: "warm", Goroutines: 1,
			AA: aa, NSPerOp: x, Lines: x / 4, LimitRatio: math.NaN(), Status: StatusOK})
	}
	return rows
}

// The medians and differences, by hand.
func TestSumTimings(t *testing.T) {
	rows := sampled("Contains/variant=classic/n=10/hits=0/aa=a", "classic", "a", "digest", "0", 8, 9, 7)
	rows = append(rows, sampled("Contains/variant=classic/n=10/hits=0/aa=b", "classic", "b", "digest", "0", 10, 11, 9)...)
	rows = append(rows, sampled("Contains/variant=blocked/n=10/hits=0", "blocked", "", "digest", "0", 4, 400, 5)...)
	rows[6].Warnings = "clock=0.1 cpu-share=0.5"
	rows[7].Status, rows[7].Warnings = StatusSuperseded, "limit-moved=0.3"
	rows = append(rows, sampled("Contains/variant=blocked/n=10/hits=50", "blocked", "", "digest", "50", 6)...)
	rows = append(rows, sampled("Contains/variant=blocked/n=10/from=bytes8/hits=0", "blocked", "", "bytes8", "0", 9)...)
	sums := SumTimings(rows)
	if len(sums) != 4 {
		t.Fatalf("%d rows, want 4", len(sums))
	}
	control, blocked := sums[0], sums[1]
	if control.Name != "Contains/variant=classic/n=10/hits=0" || control.NS != 9 || control.Samples != 6 || math.Abs(control.Apart-0.2) > 1e-12 || control.Floor != control.Apart {
		t.Errorf("the control: %+v", control)
	}
	if blocked.NS != 4.5 || blocked.Line != 4.5/4 || !math.IsNaN(blocked.Limit) || blocked.Samples != 2 || blocked.Warned != 1 || blocked.Superseded != 1 ||
		!math.IsNaN(blocked.Apart) || blocked.Floor != control.Apart || !blocked.Usual {
		t.Errorf("blocked: %+v", blocked)
	}
	for _, other := range sums[2:] { // half and half, and from another starting point
		if other.Usual || !math.IsNaN(other.Floor) {
			t.Errorf("%s: %+v", other.Name, other)
		}
	}
	if got := TimingWarnings(rows); !slices.Equal(got, []string{"clock", "cpu-share"}) {
		t.Errorf("warnings %q", got)
	}
}

// Samples that were too short to be warm tell nothing of the noise: of 8 and 8 beside a
// short 80 the rows of the control are not apart, and of short ones alone nothing is known.
func TestFloorOfWarmSamples(t *testing.T) {
	a := sampled("Contains/variant=classic/n=10/hits=0/aa=a", "classic", "a", "digest", "0", 80, 8, 8, 8)
	b := sampled("Contains/variant=classic/n=10/hits=0/aa=b", "classic", "b", "digest", "0", 8, 80, 80, 80)
	for _, r := range []*Timing{&a[0], &b[1], &b[2], &b[3]} {
		r.Warnings = "short=0.01"
	}
	if s := SumTimings(slices.Concat(a, b))[0]; s.Apart != 0 || s.Floor != 0 || s.Samples != 8 {
		t.Errorf("%+v, want no difference", s)
	}
	if s := SumTimings(slices.Concat(a[:1], b[1:]))[0]; !math.IsNaN(s.Apart) || !math.IsNaN(s.Floor) {
		t.Errorf("%+v, want no floor", s)
	}
}

// Two contestants of one variant are told apart by what they were asked for.
func TestShortNames(t *testing.T) {
	var rows []*Timed
	for _, name := range []string{"variant=blocked/scheme=x/bpk=8", "variant=blocked/scheme=x/bpk=12", "variant=xor/scheme=x"} {
		sums := SumTimings(sampled("Contains/"+name+"/n=10", name[8:11], "", "digest", "0", 1))
		rows = append(rows, &sums[0])
	}
	names := ShortNames(rows)
	if names["blocked/scheme=x/bpk=8"] != "blo scheme=x bpk=8" || names["xor/scheme=x"] != "xor" {
		t.Errorf("%v", names)
	}
}

// What is written is read back, and told from a file of samples.
func TestGrowthRoundTrip(t *testing.T) {
	rows := []Growth{{N: 10, Variant: "classic", Scheme: "x", Round: 1, ElapsedNS: 3e9, PeakBytes: 7}, {N: 10, Variant: "classic", Scheme: "x", Round: 2, ElapsedNS: 1e9, PeakBytes: 9}}
	data, err := EncodeGrowth(rows)
	if err != nil || !IsGrowth(data) {
		t.Fatalf("%v\n%s", err, data)
	}
	back, err := DecodeGrowth("growth.csv", data)
	if err != nil || !slices.Equal(back, rows) {
		t.Errorf("%v, %+v", err, back)
	}
	samples, err := EncodeTimings(nil)
	if err != nil || IsGrowth(samples) {
		t.Errorf("%v: samples taken for growth", err)
	}
	if sums := SumGrowth(rows); len(sums) != 1 || sums[0].Seconds != 2 || sums[0].Least != 1 || sums[0].Most != 3 || sums[0].PeakBytes != 9 {
		t.Errorf("%+v", sums)
	}
	front := []Front{{N: 1, Match: "fpr", Target: 0.01, Variant: "a", Scheme: "b", BitsPerKey: 1, FPR: 1, Absent: 1, Present: 1, Batch: 1, BatchAll: 1, OnFront: "no", Status: StatusOK}}
	if data, err = EncodeFront(front); err != nil {
		t.Fatal(err)
	}
	if back, err := DecodeFront("x-front.csv", data); err != nil || !slices.Equal(back, front) {
		t.Errorf("%v, %+v", err, back)
	}
}

// TestMarkShort: warm questions of less than a quarter of the time asked for, or fewer
// than a thousand, are marked; a quarter, cold ones and fillings are not.
func TestMarkShort(t *testing.T) {
	rows := []Timing{
		{Op: "Contains", ElapsedNS: 249, Warnings: "clock=0.02"},
		{Op: "ContainsBatch", ElapsedNS: 100},
		{Op: "Contains", ElapsedNS: 900, Ops: 999},
		{Op: "Contains", ElapsedNS: 250, Ops: 1000},
		{Op: "Contains", ElapsedNS: 1, Cache: "cold"},
		{Op: "Build", ElapsedNS: 1},
	}
	MarkShort(rows, 1000)
	for i, want := range []string{"clock=0.02 short=0.249", "short=0.1", "short=0.9", "", "", ""} {
		if got := rows[i].Warnings; got != want || rows[i].IsShort() != (i < 3) {
			t.Errorf("sample %d: warnings %q, want %q", i, got, want)
		}
	}
}
