package report

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// Percentages have three digits.
func TestShare(t *testing.T) {
	for x, want := range map[float64]string{0.12345: "12.3 %", 1: "100 %", 27.249: "2,720 %", 0.000931: "0.0931 %"} {
		if got := share(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}

// The growth of the program, by hand: of rounds of 1, 3 and 2 seconds for 4 million keys
// the median is 2 s, 500 ns a key; the process held 3 MiB at most, the filter takes
// 2^25 bits, 4 MiB, of which 40 million count.
func TestGrowthTable(t *testing.T) {
	var rows []record.Growth
	for i, seconds := range []uint64{1, 3, 2} {
		rows = append(rows, record.Growth{N: 4e6, Variant: "classic", Round: uint64(i + 1), ElapsedNS: seconds * 1e9, PeakBytes: uint64(i+1) << 20, AllocatedBits: 1 << 25, FilterBits: 40e6})
	}
	s := growthTable(catalogue.Default(), rows)
	if got := strings.Join(s.Rows[0], " | "); len(s.Rows) != 1 || got != "4e6 | classic | 2 | 500 | 3 | 4 | 10" {
		t.Errorf("%s", got)
	}
}

// Rounds are those of all executions that were appended.
func TestRoundsAddUp(t *testing.T) {
	f := Timings{About: record.TimingFile{Runs: []record.TimingRun{{Rounds: 3}, {Rounds: 4}}}}
	if got := f.rounds(); got != 7 {
		t.Errorf("%d rounds, want 7", got)
	}
}

// How far a row of the front is from its target, relatively.
func TestOffTarget(t *testing.T) {
	for _, c := range []struct {
		f    record.Front
		want string
	}{
		{record.Front{Match: "fpr", Target: 0.01, FPR: 0.005, BitsPerKey: 30}, "-50 %"},
		{record.Front{Match: "bits_per_key", Target: 12, FPR: 0.005, BitsPerKey: 15}, "25 %"},
	} {
		if got := share(off(&c.f)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.f, got, c.want)
		}
	}
}
