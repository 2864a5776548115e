package runexp

import (
	"math"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
)

// hashed is a row that hashes a key of 16 bytes.
func hashed(scheme string, n uint64, ns float64) record.Timed {
	return record.Timed{Timing: record.Timing{Op: "Hash", Scheme: scheme, From: "bytes16", N: n, Goroutines: 1}, NS: ns, Samples: 10}
}

// TestFindTimed wants all functions in one file, the least n, and both ends of the
// ratio inside.
func TestFindTimed(t *testing.T) {
	a := experiments.Answer{How: "timed", Match: experiments.Match{Function: []string{"sha256", "sha1"}},
		Match2: experiments.Match{Function: []string{"murmur3"}}, Low: 3.16, High: 31.6}
	machine := func(rows ...record.Timed) []report.Machine {
		return []report.Machine{{ID: "m", Files: []report.Timings{{}, {Rows: rows}}}}
	}
	rows := []record.Timed{hashed("sha256+sliced", 1e4, 60), hashed("sha256+sliced", 1e6, 600), hashed("sha1+sliced", 1e4, 100)}
	if found := findTimed(&a, machine(rows...)); found != nil {
		t.Errorf("nothing to compare with: %+v", found)
	}
	rows = append(rows, hashed("murmur3+double", 1e4, 8))
	found := findTimed(&a, machine(rows...))
	if found == nil || !found.Holds || found.Key != "why.slower" || found.Values[4] != 7.5 || found.Values[5] != 12.5 { // 60/8, 100/8
		t.Errorf("%+v", found)
	}
	if rows[3].NS = 2; findTimed(&a, machine(rows...)).Holds { // 50 times
		t.Error("fifty times is no order of magnitude")
	}
	alone := experiments.Answer{How: "timed", Match: experiments.Match{Function: []string{"murmur3"}}, High: 100}
	if found := findTimed(&alone, machine(rows...)); found == nil || !found.Holds || found.Values[2] != "murmur3 2" {
		t.Errorf("%+v", found)
	}
	if rows[3].NS = 101; findTimed(&alone, machine(rows...)).Holds {
		t.Error("101 ns are more than 100")
	}
	if rows[3].Samples = 0; findTimed(&alone, machine(rows...)) != nil {
		t.Error("a row without samples was taken")
	}
}

// TestFindCleared: 10 of 1,000 keys removed lose 4.8 % of the others (theory's test
// counts by enumeration), and the filters show it to some thousandths.
func TestFindCleared(t *testing.T) {
	found := findCleared()
	if found == nil || !found.Holds {
		t.Fatalf("%+v", found)
	}
	low, high, want := found.Values[6].(float64), found.Values[7].(float64), found.Values[8].(float64)
	if math.Abs(want-0.0478) > 0.0003 || high-low > 0.003 || low < 0.04 {
		t.Errorf("from %v to %v, theory %v", low, high, want)
	}
}
