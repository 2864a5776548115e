package record

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// Timed is what all samples of one row of a file of timings come to. The two rows
// of a control are one, under the name without aa.
type Timed struct {
	Timing // of its first row

	// Medians of the samples that count, NaN where there are none: ns an operation,
	// that over one random line, and over the least for the lines it needs.
	NS, Line, Limit float64
	NSSpan          Span    // how sure NS is
	LimitSpan       Span    // how sure Limit is
	Samples         int     // that count
	Warned          int     // of those, with a warning
	Superseded      int     // samples of blocks that were repeated
	Apart           float64 // relative difference between the medians of a control's two rows, of warm samples; NaN for other rows

	// Floor is the A/A floor: Apart of the control in the very same operation at the
	// very same n; NaN where the control cannot do it.
	Floor float64
	// Usual: a question of independent keys, warm, on one goroutine and from the
	// first starting point of the file, not half and half; or another operation
	// from there.
	Usual bool
}

// SumTimings makes one Timed of all samples of a name, in the order of the names.
func SumTimings(rows []Timing) []Timed {
	var out []Timed
	var samples []map[string][]*Timing // of each, by aa
	index := map[string]int{}
	for i := range rows {
		t := &rows[i]
		name := strings.TrimSuffix(t.Name, "/aa="+t.AA)
		at, there := index[name]
		if !there {
			at = len(out)
			index[name] = at
			out = append(out, Timed{Timing: *t})
			out[at].Name, out[at].AA = name, ""
			samples = append(samples, map[string][]*Timing{})
		}
		switch t.Status {
		case StatusOK:
			samples[at][t.AA] = append(samples[at][t.AA], t)
		case StatusSuperseded:
			out[at].Superseded++
		}
	}
	for i := range out {
		out[i].sum(samples[i])
	}
	compare(out)
	return out
}

// compare fills in what a row has from the others of its file.
func compare(rows []Timed) {
	first := ""
	for i := range rows {
		if r := &rows[i]; first == "" && r.Variant != "" {
			first = r.From
		}
	}
	for i := range rows {
		r := &rows[i]
		r.Usual = r.Figure != "latency" && r.Cache != "cold" && r.Goroutines == 1 && (r.From == "" || r.From == first) && r.Hits != "50"
		r.Floor = math.NaN()
		for j := range rows {
			if c := &rows[j]; c.Apart >= 0 && c.sameQuestion(r) {
				r.Floor = c.Apart
			}
		}
	}
}

// sameQuestion reports whether two rows differ in who was asked alone.
func (t *Timed) sameQuestion(r *Timed) bool {
	return t.N == r.N && t.Op == r.Op && t.From == r.From && t.Hits == r.Hits && t.Figure == r.Figure && t.Cache == r.Cache && t.Goroutines == r.Goroutines
}

// sum fills in what the samples that count come to.
func (t *Timed) sum(samples map[string][]*Timing) {
	all := slices.Concat(samples[""], samples["a"], samples["b"])
	median := func(rows []*Timing, value func(*Timing) float64) float64 {
		var values []float64
		for _, r := range rows {
			values = append(values, value(r))
		}
		return stats.Median(values)
	}
	ns := func(r *Timing) float64 { return r.NSPerOp }
	t.NS = median(all, ns)
	t.Line = median(all, func(r *Timing) float64 { return r.Lines })
	t.Limit = median(all, func(r *Timing) float64 { return r.LimitRatio })
	t.NSSpan, t.LimitSpan = spanOf(all, ns), spanOf(all, func(r *Timing) float64 { return r.LimitRatio })
	t.Samples = len(all)
	for _, r := range all {
		if r.Warnings != "" {
			t.Warned++
		}
	}
	t.Apart = math.Abs(median(warm(samples["a"]), ns)/median(warm(samples["b"]), ns) - 1)
}

// warm are the samples that tell of the noise: of two that were too short to be warm the
// difference is that of their length.
func warm(rows []*Timing) []*Timing {
	return slices.DeleteFunc(slices.Clone(rows), (*Timing).IsShort)
}

// Short is the warning of a sample that took less than a quarter of the time asked
// for, or of fewer than fewestWarm questions: a stall misled the choice of its
// operations, and so few may not be warm.
const Short = "short"

// fewestWarm is how many questions a sample must ask for its caches to be warm; 512 of
// them were seen to take a hundred times as long for each as many more did.
const fewestWarm = 1000

// MarkShort adds the warning Short, with the share of asked, to samples of warm
// questions that have it not yet. Other operations are of as many keys as the filter
// holds, whatever time that takes.
func MarkShort(rows []Timing, asked time.Duration) {
	for i := range rows {
		t := &rows[i]
		share := float64(t.ElapsedNS) / float64(asked)
		if !strings.HasPrefix(t.Op, "Contains") || t.Cache == "cold" || !(share < 0.25 || t.Ops < fewestWarm) || t.IsShort() {
			continue
		}
		t.Warnings = strings.TrimSpace(t.Warnings + " " + Short + "=" + FormatFloat(share, 3))
	}
}

// IsShort reports whether a sample carries the warning Short.
func (t *Timing) IsShort() bool {
	return slices.ContainsFunc(strings.Fields(t.Warnings), func(w string) bool { return strings.HasPrefix(w, Short+"=") })
}

// TimingWarnings returns the warnings that samples that count carry, without their
// figures, each once, sorted.
func TimingWarnings(rows []Timing) []string {
	var words []string
	for i := range rows {
		if rows[i].Status != StatusOK {
			continue
		}
		for _, w := range strings.Fields(rows[i].Warnings) {
			word, _, _ := strings.Cut(w, "=")
			words = append(words, word)
		}
	}
	slices.Sort(words)
	return slices.Compact(words)
}

// Contestant is the part of a name that tells who was timed: the variant, and what
// it was asked for; "" for references.
func (t *Timing) Contestant() string {
	_, rest, ok := strings.Cut(t.Name, "/variant=")
	if !ok {
		return ""
	}
	who, _, _ := strings.Cut(rest, "/n=")
	return who
}

// ShortNames gives each contestant of some rows, by Contestant, its shortest name:
// the variant's where that is enough, else with what it was asked for.
func ShortNames(rows []*Timed) map[string]string {
	names := map[string]string{}
	count := map[string]int{}
	for _, r := range rows {
		if who := r.Contestant(); names[who] == "" {
			names[who] = r.Variant
			count[r.Variant]++
		}
	}
	for who, variant := range names {
		if count[variant] > 1 {
			_, asked, _ := strings.Cut(who, "/")
			names[who] = variant + " " + strings.ReplaceAll(asked, "/", " ")
		}
	}
	return names
}
