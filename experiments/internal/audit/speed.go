package audit

import (
	"fmt"
	"math"
	"strings"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// SpeedFile is the name of the timings of libraries beside ours at equal measured
// rates.
const SpeedFile = "peers"

// The words of a row's name that pair it: the rate that both are sized for, and on a
// library's row the one of ours that it is timed beside.
const (
	matchWord  = "match"
	besideWord = "beside"
)

// SpeedWords are the words of a library's row, or with beside "" of one of ours.
func SpeedWords(match, beside string) []string {
	words := []string{matchWord + "=" + match}
	if beside != "" {
		words = append(words, besideWord+"="+beside)
	}
	return words
}

// Speed is a library beside the nearest of ours at one number of keys, both with about
// the same measured rate, hashing included on both sides.
type Speed struct {
	N               uint64
	From            string // keys that were asked for
	Library, Ours   Timed
	Absent, Present Contrast
}

// Timed is one side: what was counted of the filter that was timed.
type Timed struct {
	Variant, Scheme string
	FPR, BitsPerKey float64
}

// Contrast is a question that both were asked.
type Contrast struct {
	LibraryNS, OursNS float64 // medians of the rounds in which both were timed
	// Ratio is the library's time over ours, the median over those rounds, with its
	// interval of 95 %; NaN where the rounds are too few for one.
	Ratio, Low, High float64
	Floor            float64 // A/A: what two equal filters were apart by; NaN where unknown
	Rounds           int
	Warned           int // rounds in which a sample of either carries a warning
	Verdict          string
}

// The verdicts of a contrast: who is faster by more than interval and floor, or that it
// cannot be told.
const (
	OursFaster    = "ours"
	LibraryFaster = "library"
	Undecided     = "undecided"
)

// speedConfidence is that of the interval of a ratio, at least.
const speedConfidence = 0.95

// Speeds pairs the rows of a file of timings, in the order of the libraries' rows; nil
// where no row has a side to stand beside. Samples that were too short do not count.
func Speeds(rows []record.Timing) []Speed {
	t := newTimes(rows)
	var out []Speed
	place := map[string]int{}
	for _, name := range t.names {
		lib := t.rows[name].fact
		beside, match := wordOf(lib, besideWord), wordOf(lib, matchWord)
		if beside == "" {
			continue
		}
		ours := t.find(beside, match, &lib)
		if ours == nil {
			continue
		}
		key := fmt.Sprint(lib.Contestant(), lib.From, lib.N)
		at, there := place[key]
		if !there {
			at = len(out)
			place[key] = at
			nan := math.NaN()
			none := Contrast{LibraryNS: nan, OursNS: nan, Ratio: nan, Low: nan, High: nan, Floor: nan, Verdict: Undecided}
			out = append(out, Speed{N: lib.N, From: lib.From, Library: sideOf(&lib), Ours: sideOf(&ours.fact), Absent: none, Present: none})
		}
		switch lib.Hits {
		case "0":
			out[at].Absent = t.contrast(name, ours)
		case "100":
			out[at].Present = t.contrast(name, ours)
		}
	}
	return out
}

func sideOf(t *record.Timing) Timed { return Timed{t.Variant, t.Scheme, t.FPR(), t.BitsPerKey} }

// wordOf returns the value of a word in a row's name, "" without.
func wordOf(t record.Timing, word string) string {
	for _, part := range strings.Split(t.Contestant(), "/") {
		if value, ok := strings.CutPrefix(part, word+"="); ok {
			return value
		}
	}
	return ""
}

// times are the samples of a file that count, row by row and round by round.
type times struct {
	names []string // in their order, without aa
	rows  map[string]*timedRow
	floor map[string]float64
}

// timedRow is one row: its facts, and of each round the ns of its sample, of two of a
// control their mean.
type timedRow struct {
	fact   record.Timing
	ns     map[uint64][]float64
	warned map[uint64]bool
	rounds []uint64
}

func newTimes(rows []record.Timing) *times {
	t := &times{rows: map[string]*timedRow{}, floor: map[string]float64{}}
	for i := range rows {
		r := &rows[i]
		if r.Status != record.StatusOK || r.Variant == "" || math.IsNaN(r.NSPerOp) || r.IsShort() {
			continue
		}
		name := strings.TrimSuffix(r.Name, "/aa="+r.AA)
		row := t.rows[name]
		if row == nil {
			row = &timedRow{fact: *r, ns: map[uint64][]float64{}, warned: map[uint64]bool{}}
			t.rows[name], t.names = row, append(t.names, name)
		}
		if row.ns[r.Round] == nil {
			row.rounds = append(row.rounds, r.Round)
		}
		row.ns[r.Round] = append(row.ns[r.Round], r.NSPerOp)
		row.warned[r.Round] = row.warned[r.Round] || r.Warnings != ""
	}
	sums := record.SumTimings(rows)
	for i := range sums {
		t.floor[sums[i].Name] = sums[i].Floor
	}
	return t
}

// find returns the row of ours that a library's stands beside.
func (t *times) find(variant, match string, lib *record.Timing) *timedRow {
	for _, name := range t.names {
		f := &t.rows[name].fact
		if f.Variant == variant && wordOf(*f, matchWord) == match && wordOf(*f, besideWord) == "" &&
			f.Op == lib.Op && f.N == lib.N && f.From == lib.From && f.Hits == lib.Hits && f.Figure == lib.Figure && f.Cache == lib.Cache && f.Goroutines == lib.Goroutines {
			return t.rows[name]
		}
	}
	return nil
}

// contrast compares a library's row with ours round by round: a slow minute hits both.
func (t *times) contrast(name string, ours *timedRow) Contrast {
	lib := t.rows[name]
	var a, b, ratios []float64
	c := Contrast{Ratio: math.NaN(), Low: math.NaN(), High: math.NaN(), Floor: t.floor[name], Verdict: Undecided}
	for _, round := range lib.rounds {
		if ours.ns[round] == nil {
			continue
		}
		x, y := stat.Mean(lib.ns[round], nil), stat.Mean(ours.ns[round], nil)
		a, b, ratios = append(a, x), append(b, y), append(ratios, x/y)
		if lib.warned[round] || ours.warned[round] {
			c.Warned++
		}
	}
	c.Rounds = len(ratios)
	if c.Rounds == 0 {
		c.LibraryNS, c.OursNS = math.NaN(), math.NaN()
		return c
	}
	c.LibraryNS, c.OursNS = middle(a).Center, middle(b).Center
	if s := middle(ratios); !math.IsInf(s.Lo, 0) && !math.IsInf(s.Hi, 0) {
		c.Ratio, c.Low, c.High = s.Center, s.Lo, s.Hi
	}
	switch {
	case c.Low > 1+c.Floor:
		c.Verdict = OursFaster
	case c.High*(1+c.Floor) < 1:
		c.Verdict = LibraryFaster
	}
	return c
}

// middle is the median of values with its interval.
func middle(values []float64) benchmath.Summary {
	return benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), speedConfidence)
}
