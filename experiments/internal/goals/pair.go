package goals

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// table is a file of timings, by who and what was timed.
type table struct {
	file   string
	sides  []side
	floors map[question]float64
}

// tables are the files of a machine.
type tables []table

// question is what a filter was asked.
type question struct {
	op, from, hits string
	n              uint64
}

// side is one row of timings: its facts, and its ns a key in each round.
type side struct {
	fact record.Timing
	at   map[uint64]float64 // by round; the mean of both rows of a control
	who  string             // variant and words
}

// pair is the two sides of a goal at one n, and the noise beside them.
type pair struct {
	ours, against side
	floor         float64
}

// index sorts the rows of files that count, into sides and floors.
func index(files []File) tables {
	var all tables
	for _, f := range files {
		t := table{file: f.Name, floors: map[question]float64{}}
		places := map[string]int{}
		samples := map[string]map[uint64][]float64{}
		rows := counting(f.Rows)
		for i := range rows {
			r := &rows[i]
			name := strings.TrimSuffix(r.Name, "/aa="+r.AA)
			if _, ok := places[name]; !ok {
				places[name] = len(t.sides)
				samples[name] = map[uint64][]float64{}
				t.sides = append(t.sides, side{fact: *r, at: map[uint64]float64{}, who: who(r)})
			}
			samples[name][r.Round] = append(samples[name][r.Round], r.NSPerOp)
		}
		for name, place := range places {
			for round, ns := range samples[name] {
				t.sides[place].at[round] = stat.Mean(ns, nil) // of one sample, or two of a control
			}
		}
		sums := record.SumTimings(rows)
		for i := range sums {
			if s := &sums[i]; s.Apart >= 0 {
				t.floors[question{s.Op, s.From, s.Hits, s.N}] = s.Apart
			}
		}
		all = append(all, t)
	}
	return all
}

// counting are the rows that tell of a goal, as a side or in a floor: throughput of warm
// caches on one goroutine, in samples that were not too short to be warm.
func counting(rows []record.Timing) []record.Timing {
	return slices.DeleteFunc(slices.Clone(rows), func(r record.Timing) bool {
		return r.Figure == "latency" || r.Cache == "cold" || r.Goroutines > 1 || r.Status != record.StatusOK || math.IsNaN(r.NSPerOp) || r.IsShort()
	})
}

// who is who was timed, without the scheme: variant and words, sorted.
func who(r *record.Timing) string {
	variant, words, _ := strings.Cut(r.Contestant(), "/")
	parts := slices.DeleteFunc(strings.Split(words, "/"), func(s string) bool { return s == "" || strings.HasPrefix(s, "scheme=") })
	slices.Sort(parts)
	return strings.Join(append([]string{variant}, parts...), " ")
}

// asked is who an item of --variant names, as who writes it.
func asked(item string) string {
	parts := strings.Split(item, ":")
	for i, p := range parts {
		if rest, ok := strings.CutPrefix(p, "bits-per-key="); ok {
			parts[i] = "bpk=" + rest
		}
	}
	slices.Sort(parts[1:])
	return strings.Join(parts, " ")
}

// pair finds both sides of a goal in one file, or says what there is not.
func (t tables) pair(g *experiments.Goal, at int, hits string) (p pair, missing string) {
	q := question{g.Op, g.From, hits, g.N[at]}
	against := question{g.AgainstOp, g.From, hits, g.N[at]}
	if g.Portable != "" {
		ours, other := t.file(PortableFile), t.file(AssemblyFile)
		a, b := ours.find(asked(g.Ours), q), other.find(asked(g.Against), against)
		if a == nil || b == nil {
			return p, "not timed without assembly"
		}
		return pair{*a, *b, math.Max(ours.floor(q), other.floor(against))}, ""
	}
	for i := range t {
		f := &t[i]
		a, b := f.find(asked(g.Ours), q), (*side)(nil)
		switch {
		case a == nil || f.file == PortableFile || f.file == AssemblyFile:
			continue
		case g.Elsewhere():
			b = elsewhere(g, a, at)
		case g.Against == experiments.GoalLimit:
			b = f.limit(a)
		default:
			b = f.find(asked(g.Against), against)
		}
		if b != nil {
			return pair{*a, *b, f.floor(q)}, ""
		}
	}
	return p, "not timed, or only in samples too short to count"
}

// file is that of a name, empty where there is none.
func (t tables) file(name string) *table {
	if i := slices.IndexFunc(t, func(x table) bool { return x.file == name }); i >= 0 {
		return &t[i]
	}
	return &table{}
}

// find is the row of who and what, nil where there is none.
func (t *table) find(who string, q question) *side {
	for i := range t.sides {
		if s := &t.sides[i]; s.who == who && (question{s.fact.Op, s.fact.From, s.fact.Hits, s.fact.N}) == q {
			return s
		}
	}
	return nil
}

// floor is the A/A floor of a question, NaN where nothing shows it.
func (t *table) floor(q question) float64 {
	if f, ok := t.floors[q]; ok {
		return f
	}
	return math.NaN()
}

// limit is the faster reading of one random line a key over as many bytes as s has.
func (t *table) limit(s *side) *side {
	var best *side
	for i := range t.sides {
		l := &t.sides[i]
		if l.fact.Op != "Limit" || l.fact.N != s.fact.N || !strings.Contains(l.fact.Name, "/lines=1/") || !near(l.fact.AllocatedBits, s.fact.AllocatedBits) {
			continue
		}
		if best == nil || stats.Median(slices.Collect(maps.Values(l.at))) < stats.Median(slices.Collect(maps.Values(best.at))) {
			best = l
		}
	}
	return best
}

// near reports whether two tables are of one size, to what a limit's table is rounded.
func near(a, b uint64) bool { return math.Abs(float64(a)/float64(b)-1) < 1.0/64 }

// elsewhere is a published figure as a side: the same in every round.
func elsewhere(g *experiments.Goal, ours *side, at int) *side {
	s := side{at: map[uint64]float64{}}
	for round := range ours.at {
		s.at[round] = g.NS[at]
	}
	return &s
}

// rounds are those in which both sides were timed, rising.
func (p *pair) rounds() []uint64 {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(p.ours.at)), func(r uint64) bool { _, ok := p.against.at[r]; return !ok })
}

// How far published figures may be passed: they have two digits.
const publishedDigits = 1.05

// rateConfidence is that of the intervals of both rates.
const rateConfidence = 0.99

// facts fills in rates and sizes.
func (p *pair) facts(g *experiments.Goal, row *record.Goal) {
	rate := func(t *record.Timing) float64 {
		if t.HasQueries() {
			return record.Round(t.FPR(), record.TheoryDigits)
		}
		return math.NaN()
	}
	row.OursFPR, row.OursPerKey = rate(&p.ours.fact), p.ours.fact.BitsPerKey
	switch {
	case g.Elsewhere():
		row.AgainstFPR, row.AgainstPerKey = g.FPR, g.BitsPerKey
	case g.Against != experiments.GoalLimit:
		row.AgainstFPR, row.AgainstPerKey = rate(&p.against.fact), p.against.fact.BitsPerKey
	}
}

// unlike says why the ratio compares unlike filters, "" where it does not.
func (p *pair) unlike(g *experiments.Goal, row *record.Goal) string {
	ours, other := &p.ours.fact, &p.against.fact
	switch {
	case ours.FalseNegatives > 0:
		return fmt.Sprintf("ours lost %d keys", ours.FalseNegatives)
	case other.FalseNegatives > 0:
		return fmt.Sprintf("the other lost %d keys", other.FalseNegatives)
	case g.Against == experiments.GoalLimit:
		return ""
	case g.Elsewhere():
		return over(row, publishedDigits, row.OursFPR > row.AgainstFPR*publishedDigits)
	}
	low, _ := stats.ClopperPearson(float64(ours.FalsePositives), float64(ours.Queries), rateConfidence)
	_, high := stats.ClopperPearson(float64(other.FalsePositives), float64(other.Queries), rateConfidence)
	return over(row, 1+1e-9, low > high)
}

// over words a rate that is higher, or more bits than slack allows.
func over(row *record.Goal, slack float64, rate bool) string {
	digits := func(x float64) string { return strconv.FormatFloat(x, 'g', 4, 64) }
	switch {
	case rate:
		return "fpr of ours " + digits(row.OursFPR) + ", of the other " + digits(row.AgainstFPR)
	case row.OursPerKey > row.AgainstPerKey*slack:
		return "bits a key of ours " + digits(row.OursPerKey) + ", of the other " + digits(row.AgainstPerKey)
	}
	return ""
}
