package plan

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
)

// total sums up some cells.
type total struct {
	name          string
	cells         int
	trials        uint64
	queries       uint64
	coreSeconds   float64
	largestFilter uint64
}

func (t *total) add(c *Cell) {
	t.cells++
	t.trials += c.Row.Trials
	t.queries += c.Row.Queries
	t.coreSeconds += c.Cost.CoreSeconds
	t.largestFilter = max(t.largestFilter, c.Cost.Bytes)
}

func (t *total) line(w io.Writer) {
	fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%.1f\t%s\t\n", t.name, t.cells, t.trials,
		strconv.FormatFloat(float64(t.queries), 'g', 3, 64), t.coreSeconds, bytesText(t.largestFilter))
}

// WriteSummary prints what the plan costs: a line an experiment and their sum,
// with the memory that jobs workers may need for filters at once.
func (p *Plan) WriteSummary(w io.Writer, jobs int) error {
	var lines []*total
	sum := total{name: "all"}
	for i := range p.Cells {
		c := &p.Cells[i]
		if len(lines) == 0 || lines[len(lines)-1].name != c.Row.Experiment {
			lines = append(lines, &total{name: c.Row.Experiment})
		}
		lines[len(lines)-1].add(c)
		sum.add(c)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "experiment\tcells\tfilters\tqueries\tcore-seconds\tlargest filter\t")
	for _, line := range append(lines, &sum) {
		line.line(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "profile %s: %d tests in the family; filters of %d workers at once: up to %s; estimated %.0f core-seconds of %s allowed; %d cells left to a larger profile\n",
		p.Profile.Name, p.Family(), max(jobs, 1), bytesText(p.Bytes(jobs)), p.CoreSeconds(), budgetText(p.Profile.Budget), len(p.LeftOut))
	return err
}

// WriteCells prints a line a cell: what is asked of it and what that takes.
func (p *Plan) WriteCells(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "cell_id\tvariant\tscheme\tkeys\tn\tcapacity\tbits\tk\tparams\ttheory_fpr\tmodel_error\ttolerance\texpect\ttrials\tqueries")
	for i := range p.Cells {
		r := &p.Cells[i].Row
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t%.6g\t%.3g\t%g\t%s\t%d\t%d\n", r.ID, r.Variant, r.Scheme, r.Keys,
			r.N, r.Capacity, r.Bits, r.K, orDash(r.Params), r.TheoryFPR, r.ModelError, r.Tolerance, r.Expect, r.Trials, r.Queries)
	}
	return t.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// budgetText is a budget in whole core-seconds.
func budgetText(budget float64) string {
	return strings.Replace(strconv.FormatFloat(budget, 'f', 0, 64), "+Inf", "any number", 1)
}

// bytesText is a size in the unit that a reader wants.
func bytesText(bytes uint64) string {
	switch {
	case bytes >= 10<<20:
		return fmt.Sprintf("%d MiB", bytes>>20)
	case bytes >= 10<<10:
		return fmt.Sprintf("%d KiB", bytes>>10)
	}
	return fmt.Sprintf("%d B", bytes)
}
