package audit

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// planted is one row of timings, a sample a round.
func planted(variant, words, hits string, ns ...float64) []record.Timing {
	var rows []record.Timing
	for i, x := range ns {
		rows = append(rows, record.Timing{Name: fmt.Sprintf("Contains/variant=%s/scheme=x/%s/bpk=9.6/n=1e6/from=bytes8/hits=%s", variant, words, hits),
			Op: "Contains", Variant: variant, Scheme: "x", N: 1e6, From: "bytes8", Hits: hits, Figure: "throughput", Cache: "warm", Goroutines: 1,
			Round: uint64(i + 1), NSPerOp: x, FalsePositives: 10, Queries: 1000, BitsPerKey: 9.6, Status: record.StatusOK})
	}
	return rows
}

// control plants the two rows of ours, a factor apart.
func control(hits string, apart float64, ns ...float64) []record.Timing {
	words := strings.Join(SpeedWords("fpr:0.01", ""), "/")
	a, b := planted("classic", words, hits, ns...), planted("classic", words, hits, ns...)
	for i := range a {
		a[i].AA, b[i].AA = "a", "b"
		a[i].Name, b[i].Name = a[i].Name+"/aa=a", b[i].Name+"/aa=b"
		b[i].NSPerOp *= apart
	}
	return append(a, b...)
}

// TestSpeeds: ratios are taken round by round, and hold beyond the floor alone. Of ten
// values the second and the ninth hold the median with 97.9 %.
func TestSpeeds(t *testing.T) {
	base := []float64{10, 20, 30, 40, 50, 60, 70, 80, 90, 100} // a minute that grows slower and slower
	times := func(x float64) (all []float64) {
		for _, ns := range base {
			all = append(all, x*ns)
		}
		return all
	}
	for _, c := range []struct {
		library, apart float64
		verdict        string
	}{{2, 1, OursFaster}, {2, 1.02, OursFaster}, {1.05, 1.1, Undecided}, {0.5, 1, LibraryFaster}, {1, 1.1, Undecided}, {1, 1, Undecided}} {
		rows := append(control("0", c.apart, base...), planted("peer-x", strings.Join(SpeedWords("fpr:0.01", "classic"), "/"), "0", times(c.library)...)...)
		rows = append(rows, planted("classic", strings.Join(SpeedWords("fpr:0.02", ""), "/"), "0", times(99)...)...) // of another pair
		rows[len(control("0", 1, base...))].Warnings = "clock=0.1"
		got := Speeds(rows)
		if len(got) != 1 || got[0].Library.Variant != "peer-x" || got[0].Ours.Variant != "classic" || got[0].N != 1e6 || got[0].From != "bytes8" || got[0].Library.FPR != 0.01 {
			t.Fatalf("%+v", got)
		}
		x, want := got[0].Absent, c.library/((1+c.apart)/2)
		if math.Abs(x.Ratio-want) > 1e-9 || math.Abs(x.Low-want) > 1e-9 || x.Rounds != 10 || x.Warned != 1 || x.Verdict != c.verdict || math.Abs(x.LibraryNS-55*c.library) > 1e-9 {
			t.Errorf("%v times, %v apart: %+v, want %s", c.library, c.apart, x, c.verdict)
		}
		if !math.IsNaN(got[0].Present.Ratio) || got[0].Present.Rounds != 0 || got[0].Present.Verdict != Undecided {
			t.Errorf("nobody asked for present keys: %+v", got[0].Present)
		}
	}
}

// TestSpeedsMissing: without ours there is no pair; few rounds, repeated blocks and
// samples too short decide nothing.
func TestSpeedsMissing(t *testing.T) {
	words := strings.Join(SpeedWords("fpr:0.01", "classic"), "/")
	lib := planted("peer-x", words, "100", 9, 9, 9, 9)
	if got := Speeds(lib); got != nil {
		t.Errorf("%+v", got)
	}
	lib[1].Status, lib[2].Warnings = record.StatusSuperseded, "short=0.1"
	got := Speeds(append(control("100", 1, 3, 3, 3, 3), lib...))
	if len(got) != 1 || got[0].Present.Rounds != 2 || !math.IsNaN(got[0].Present.Ratio) || got[0].Present.LibraryNS != 9 || got[0].Present.Verdict != Undecided {
		t.Errorf("%+v", got)
	}
}
