package figure

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Front draws how fast filters are at equal measured rates and at equal memory, of
// one n. times are the rows that the front was made of: the intervals of its medians
// come from them. floor is the A/A floor of the run, NaN for unknown. Without two
// filters to compare it is ErrEmpty.
func Front(name string, rows []record.Front, times []record.Timed, floor float64, word Translator) (Figure, error) {
	c := front(rows, times, word)
	if c == nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, ErrEmpty)
	}
	f := Figure{Caption: c.explained(word("caption.front", append([]any{decimal(float64(rows[0].N))}, record.Tolerances()...)...), word)}
	if c.hasArrow() {
		f.Caption += " " + word("label.arrows")
	}
	if floor >= 0 {
		f.Caption += " " + word("label.floors", decimal(record.Round(100*floor, 2))+" %")
	}
	ahead := 0
	for i := range rows {
		if rows[i].OnFront == "yes" {
			ahead++
		}
	}
	f.Alt = f.Caption + fastestAt(rows, times, word) + " " + word("alt.front", len(rows), ahead)
	return c.paint(name, f)
}

// matching is one of the two ways in which filters are held against each other.
type matching struct {
	match                 string // as in the rows
	title, columns, label string // keys of the catalogue
}

func matchings() []matching {
	return []matching{
		{"fpr", "axis.equal_rate", "axis.bits_at_rate", "label.rate"},
		{"bits_per_key", "axis.equal_memory", "axis.rate_at_bits", "label.bits"},
	}
}

// front makes the chart, nil where there is nothing to compare.
func front(rows []record.Front, times []record.Timed, word Translator) *chart {
	var plots []dotPlot
	for _, m := range matchings() {
		if d := m.plot(rows, times, word); len(d.rows) > 1 {
			plots = append(plots, d)
		}
	}
	if len(plots) == 0 {
		return nil
	}
	return dotChart(plots, nan)
}

// of are the rows of a matching that were timed.
func (m *matching) of(rows []record.Front) []*record.Front {
	var kept []*record.Front
	for i := range rows {
		if r := &rows[i]; r.Match == m.match && fastest(r) > 0 {
			kept = append(kept, r)
		}
	}
	return kept
}

// targets of some rows, each once: rates fall and sizes rise, so that filters get better.
func (m *matching) targets(rows []*record.Front) []float64 {
	var all []float64
	for _, r := range rows {
		all = append(all, r.Target)
	}
	all = distinct(all)
	if m.match == "fpr" {
		slices.Reverse(all)
	}
	return all
}

// plot makes a row a filter and a series a target.
func (m *matching) plot(rows []record.Front, times []record.Timed, word Translator) dotPlot {
	kept := m.of(rows)
	targets := m.targets(kept)
	d := dotPlot{title: word(m.title), xtitle: word("axis.absent_key"), columns: word(m.columns)}
	for _, target := range targets {
		d.heads = append(d.heads, m.value(target, word))
	}
	for _, r := range kept {
		at := slices.IndexFunc(d.rows, func(x dotRow) bool { return x.name == r.Variant })
		if at < 0 {
			at = len(d.rows)
			row := dotRow{name: r.Variant}
			for range targets {
				row.dots = append(row.dots, dot{value: nan, low: nan, high: nan})
			}
			d.rows = append(d.rows, row)
		}
		span := spanOf(r, times)
		d.rows[at].dots[slices.Index(targets, r.Target)] = dot{value: fastest(r), low: span.Low, high: span.High,
			text: m.text(r), off: r.Status != record.StatusOK, pale: r.OnFront != "yes"}
	}
	return d
}

// value writes a target.
func (m *matching) value(target float64, word Translator) string {
	if m.match == "fpr" {
		return rate(target)
	}
	return word(m.label, decimal(target))
}

// text is the number of a row: what is not equal, and in parentheses what should be
// equal and is not.
func (m *matching) text(r *record.Front) string {
	bits, missed := three(r.BitsPerKey), r.Status != record.StatusOK
	percent := strconv.FormatFloat(roundTo(100*r.FPR, 2), 'f', -1, 64)
	switch {
	case m.match == "fpr" && missed:
		return bits + " (" + percent + ")"
	case m.match == "fpr":
		return bits
	case missed:
		return percent + " (" + bits + ")"
	}
	return percent
}

// three writes a number with three digits.
func three(x float64) string { return decimal(record.Round(x, 3)) }

// whole writes a number with three digits, one from a thousand on as a whole number.
func whole(x float64) string {
	if x < 1000 {
		return three(x)
	}
	return number(record.Round(x, 3), 0)
}

// fastest is the best that an absent key costs.
func fastest(r *record.Front) float64 {
	if r.Batch < r.Absent {
		return r.Batch
	}
	return r.Absent
}

// spanOf is the interval of what fastest returns, NaN where the timings do not have it.
func spanOf(r *record.Front, times []record.Timed) record.Span {
	op := speedOps[0]
	if r.Batch < r.Absent {
		op = speedOps[1]
	}
	for i := range times {
		t := &times[i]
		if match, target := matched(t.Name); match == r.Match && target == r.Target && t.Variant == r.Variant && t.N == r.N && t.Op == op && t.Hits == "0" && t.Usual {
			return t.NSSpan
		}
	}
	return record.Span{Low: nan, High: nan}
}

// matched is the group that the name of a row of timings tells: match=fpr:0.01.
func matched(name string) (match string, target float64) {
	_, rest, _ := strings.Cut(name, "/match=")
	group, _, _ := strings.Cut(rest, "/")
	match, value, _ := strings.Cut(group, ":")
	target, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return "", math.NaN()
	}
	return match, target
}

// fastestAt says in words who is fastest at each target, of those that meet it.
func fastestAt(rows []record.Front, times []record.Timed, word Translator) string {
	said := ""
	for _, m := range matchings() {
		kept := m.of(rows)
		for _, target := range m.targets(kept) {
			var best *record.Front
			for _, r := range kept {
				if r.Target == target && r.Status == record.StatusOK && (best == nil || fastest(r) < fastest(best)) {
					best = r
				}
			}
			if best == nil {
				continue
			}
			name := word("label.rate", rate(target))
			if m.match != "fpr" {
				name = word("label.per_key", decimal(target))
			}
			said += " " + word("alt.fastest", name, best.Variant, three(fastest(best)))
			if span := spanOf(best, times); span.Low > 0 {
				said += " " + word("alt.interval", three(span.Low), three(span.High))
			}
		}
	}
	return said
}
