package runexp_test

import (
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// told are the cells of one committed experiment, by what a line of the table says.
type told struct {
	t *testing.T
	*record.Record
}

// open loads the committed record of an experiment.
func open(t *testing.T, experiment string) told {
	t.Helper()
	r, err := record.Folder(filepath.Join("..", "..", "results", experiment)).Load()
	if err != nil {
		t.Fatal(err)
	}
	return told{t, r}
}

// sum is what all rows of a cell counted.
func (r told) sum(c *record.Cell) record.Count { return record.Sum(record.CountsOf(r.Counts, c.ID)) }

// cell is the first cell that has all the words of what: its variant, its scheme, numbers
// of its row (k=7), or parts of its parameters (block=512).
func (r told) cell(what string) *record.Cell {
	r.t.Helper()
next:
	for i := range r.Cells {
		c := &r.Cells[i]
		for _, word := range strings.Fields(what) {
			name, value, isNumber := strings.Cut(word, "=")
			x, err := strconv.ParseFloat(value, 64)
			has := isNumber && err == nil && math.Abs(record.Number(c, name)-x) < 0.05
			if word != c.Variant && word != c.Scheme && !has && !strings.Contains(";"+c.Params+";", ";"+word+";") {
				continue next
			}
		}
		return c
	}
	r.t.Fatalf("no cell %q", what)
	return nil
}

// theory is the predicted rate of a cell, in percent.
func (r told) theory(what string) float64 { r.t.Helper(); return 100 * r.cell(what).TheoryFPR }

// fpr is the measured rate of a cell, in percent.
func (r told) fpr(what string) float64 {
	r.t.Helper()
	sum := r.sum(r.cell(what))
	return 100 * float64(sum.FalsePositives) / float64(sum.Queries)
}

// more is by how many percent theory's rate of one cell is above that of another.
func (r told) more(what, than string) float64 {
	r.t.Helper()
	return 100 * (r.theory(what)/r.theory(than) - 1)
}

// waste is a cell's memory over the least that its measured rate needs, in percent above.
func (r told) waste(what string) float64 {
	r.t.Helper()
	return 100 * (r.bits(what)/-math.Log2(r.fpr(what)/100) - 1)
}

// bits is the memory of a cell, in bits for each key in it.
func (r told) bits(what string) float64 {
	r.t.Helper()
	c := r.cell(what)
	return float64(r.sum(c).FilterBits) / float64(c.Trials) / float64(c.N)
}

// filled is the load before the first refusal, a mean over the filters.
func (r told) filled(what string) float64 {
	r.t.Helper()
	c := r.cell(what)
	extra := r.sum(c).Extra
	return float64(extra["first_rejected"]) / float64(extra["trials_full"]) / float64(c.Capacity)
}

var braced = regexp.MustCompile(`\{([0-9.]+)\}`)

// TestAnalysesSayWhatTheRecordSays: every figure in braces below is written in the
// analysis of an experiment, and is what its committed rows give, to the digits shown.
func TestAnalysesSayWhatTheRecordSays(t *testing.T) {
	analyses := map[string]string{}
	for _, spec := range shipped(t).Specs {
		analyses[spec.Name] = strings.Join(strings.Fields(spec.Analysis), " ")
	}
	covered, records := map[string]string{}, map[string]told{}
	for _, s := range statements() {
		plain := strings.NewReplacer("{", "", "}", "").Replace(s.says)
		if !strings.Contains(analyses[s.experiment], plain) {
			t.Errorf("%s does not say %q", s.experiment, plain)
			continue
		}
		covered[s.experiment] += " " + plain
		if s.values == nil {
			continue
		}
		if _, there := records[s.experiment]; !there {
			records[s.experiment] = open(t, s.experiment)
		}
		values := s.values(records[s.experiment])
		figures := braced.FindAllStringSubmatch(s.says, -1)
		if len(values) != len(figures) {
			t.Fatalf("%s, %q: %d figures, %d values", s.experiment, plain, len(figures), len(values))
		}
		for i, f := range figures {
			if !rounds(values[i], f[1]) {
				t.Errorf("%s says %q: %s is %.5g in the record", s.experiment, plain, f[1], values[i])
			}
		}
	}
	for name, analysis := range analyses {
		for _, figure := range percents.FindAllString(analysis, -1) {
			if !strings.Contains(covered[name], figure) {
				t.Errorf("%s says %q: no statement holds it against the record", name, figure)
			}
		}
	}
}

var percents = regexp.MustCompile(`[0-9][0-9.]* %`)

// rounds tells whether x is the written figure, to its digits.
func rounds(x float64, written string) bool {
	want, err := strconv.ParseFloat(written, 64)
	_, decimals, _ := strings.Cut(written, ".")
	return err == nil && math.Abs(x-want) <= 0.5001*math.Pow10(-len(decimals))
}

// TestRoundsSeesWrongFigures plants figures that are a digit off.
func TestRoundsSeesWrongFigures(t *testing.T) {
	for written, ok := range map[string]bool{"0.82": true, "0.8": true, "0.83": false, "1": true, "0.820": false, "0.819": true} {
		if rounds(0.8194, written) != ok {
			t.Errorf("0.8194 as %s: %v", written, !ok)
		}
	}
}
