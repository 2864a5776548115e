package record

import (
	"math"
	"reflect"
	"strings"
	"testing"
)

// sampleOf is a sample of 100 operations in so many ns.
func sampleOf(name string, round, attempt, ns uint64, warnings, status string) Timing {
	t := Timing{Name: name, Op: "Contains", Variant: "classic", N: 10, From: "digest", Hits: "0", Figure: "throughput", Cache: "warm", Goroutines: 1,
		Round: round, Attempt: attempt, Ops: 100, ElapsedNS: ns, CPUNS: ns, NSPerOp: float64(ns) / 100, BitsPerKey: 9.6, PoolKeys: 256,
		Warnings: warnings, Status: status}
	t.Hold(3, math.NaN())
	return t
}

// equalTimings compares rows in which a number that is missing is NaN.
func equalTimings(a, b []Timing) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		for _, pair := range [][2]*float64{{&x.NSPerOp, &y.NSPerOp}, {&x.Lines, &y.Lines}, {&x.LimitRatio, &y.LimitRatio}, {&x.LineNS, &y.LineNS}, {&x.LimitNS, &y.LimitNS}, {&x.BitsPerKey, &y.BitsPerKey}} {
			if math.IsNaN(*pair[0]) && math.IsNaN(*pair[1]) {
				*pair[0], *pair[1] = 0, 0
			}
		}
		if !reflect.DeepEqual(x, y) {
			return false
		}
	}
	return true
}

// Samples come back as they were, from one line a benchmark; what all samples have
// in common stands there once.
func TestTimingLines(t *testing.T) {
	none := sampleOf("Remove/n=10", 0, 0, 0, "", "classic cannot remove")
	none.Ops, none.NSPerOp, none.Lines, none.BitsPerKey = 0, math.NaN(), math.NaN(), math.NaN()
	later := sampleOf("Contains/n=10", 3, 1, 900, "", StatusOK)
	later.Hold(2.5, 1) // another run, in which the memory was faster
	rows := []Timing{
		sampleOf("Contains/n=10", 1, 1, 700, "", StatusOK),
		sampleOf("Contains/n=10", 2, 1, 1900, "cpu-share=0.5 limit-moved=0.2", StatusSuperseded),
		sampleOf("Contains/n=10", 2, 2, 710, "", StatusOK),
		later,
		sampleOf("Add/n=10", 1, 1, 0, "", "no time was seen to pass: more operations are needed"),
		none,
	}
	rows[4].NSPerOp, rows[4].Lines = math.NaN(), math.NaN()
	data, err := EncodeTimings(rows)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if len(lines) != 5 {
		t.Fatalf("%d lines:\n%s", len(lines), data)
	}
	for i, want := range map[int]string{
		1: ",3,,1|2|2,1|1|2,100,700|1900|710,700|1900|710,|cpu-share=0.5 limit-moved=0.2|,ok|superseded|ok",
		2: ",2.5,1,3,1,100,900,900,,ok",
		4: ",0,0,0,0,0,,classic cannot remove",
	} {
		if !strings.HasSuffix(lines[i], want) {
			t.Errorf("line %d: %s, want it to end in %s", i, lines[i], want)
		}
	}
	again, err := DecodeTimings("x.csv", data)
	if err != nil || !equalTimings(again, rows) {
		t.Errorf("%v:\n%+v\nwant\n%+v", err, again, rows)
	}
	if x := again[0]; x.NSPerOp != 7 || x.Lines != 7.0/3 || !math.IsNaN(x.LimitRatio) {
		t.Errorf("figures %v, %v, %v", x.NSPerOp, x.Lines, x.LimitRatio)
	}
}

// What was not written like that is refused, with its line.
func TestTimingLinesRefused(t *testing.T) {
	good, err := EncodeTimings([]Timing{sampleOf("A", 1, 1, 700, "", StatusOK), sampleOf("A", 2, 1, 800, "", StatusOK)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range [][3]string{
		{",700|800,700|800,", ",700|800|900,700|800,", "x.csv:2: column elapsed_ns: 3 values for 2 rounds"},
		{",700|800,700|800,", ",700|8x0,700|800,", "x.csv:2: column elapsed_ns"},
		{",100,700", ",100|100,700", "x.csv:2: not written as this program writes it"},
		{",1|2,1,", ",1,1,", "column elapsed_ns: 2 values for 1 rounds"},
	} {
		bad := strings.Replace(string(good), c[0], c[1], 1)
		if _, err := DecodeTimings("x.csv", []byte(bad)); err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s for %s: %v, want %s", c[1], c[0], err, c[2])
		}
	}
	if _, err := EncodeTimings([]Timing{sampleOf("A", 1, 1, 700, "a|b", StatusOK)}); err == nil {
		t.Error("a warning with the mark between samples is written")
	}
}
