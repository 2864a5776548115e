package audit

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// WriteCSV writes all rows.
func WriteCSV(w io.Writer, rows []Row) error {
	out := csv.NewWriter(w)
	var header []string
	for _, c := range columns() {
		header = append(header, c[0])
	}
	if err := out.Write(header); err != nil {
		return err
	}
	for i := range rows {
		if err := out.Write(rows[i].fields()); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func (r *Row) fields() []string {
	var hits uint64
	for _, h := range r.FalsePositives {
		hits += h
	}
	u := func(v uint64) string { return strconv.FormatUint(v, 10) }
	c := &r.Cell
	return []string{r.Library, r.Version, c.Check, c.Keys, u(c.N), u(c.Capacity), c.Size(), figure(r.BitsPerKey), u(r.Trials), u(r.Queries),
		figure(r.Promise), r.PromiseSource, figure(r.Theory), r.TheorySource, figure(r.FPR), figure(r.Low), figure(r.High), figure(r.Confidence),
		u(hits), u(r.Inserted), u(r.Rejected), u(r.FalseNegatives), r.Promised, r.Held, r.Verdict, r.Detail, r.Command}
}

// figure writes a rate to 6 digits; nothing for NaN.
func figure(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// The verdicts of a cell that gives no answer, or a wrong one, in the order of
// gravity; deviates, undecided and agrees follow.
const (
	Hangs   = "hangs"        // no answer, and nothing done
	Slow    = "time"         // no answer within the limit of processor time
	Memory  = "memory"       // more memory than allowed
	Crashes = "crashes"      // a panic, a signal, an answer that is none
	Fails   = "fails"        // it says itself that it cannot
	Races   = "races"        // several goroutines that only ask disturb each other
	Loses   = "loses keys"   // a false negative
	Refuses = "refuses keys" // full before it should be
)

// faults are those, in their order.
func faults() []string {
	return []string{Hangs, Slow, Memory, Crashes, Fails, Races, Loses, Refuses}
}

// WriteMarkdown writes a table of one row a library, and below it each cell that
// did not agree with the command to see it again.
func WriteMarkdown(w io.Writer, rows []Row) error {
	var b strings.Builder
	fmt.Fprintf(&b, preface, short(patience), short(most))
	b.WriteString("| library | version | cells | agree | undecided | deviate | worst of theory | worst of its promise | other findings |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, own := range byLibrary(rows) {
		b.WriteString(summary(own))
	}
	for _, own := range byLibrary(rows) {
		b.WriteString(findings(own))
	}
	b.WriteString("\n## Columns of audit.csv\n\n| column | meaning |\n|---|---|\n")
	for _, c := range columns() {
		fmt.Fprintf(&b, "| %s | %s |\n", c[0], c[1])
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// preface takes the most queries that are worth asking, and those of a cell where more would not do.
const preface = `# Audit

Each library went through the same cells, each cell in a process of its own: rates from 1e-1 to 1e-6 at 1e4 and 1e6 keys,
sizes from 1e2 to 1e7 keys at 14 bits a key, every kind of keys, more than 2^32 bits (profile full: every rate at every number
of keys), and four goroutines that ask one filter at once, once as it is and once built with Go's race detector. Those
goroutines only ask, after all keys are in: what is read should not be written. Adding from several goroutines is not tested;
hardly any library promises it. *hangs* means that hardly any processor time was used, *time* that the limit of it was: a slow
library earns that as well. *Theory* is that of ideal hashing in a structure of the size the library chose; *its promise* is what the library says
of the rate, as an upper bound. A cell deviates where the interval (99%% over all cells together) lies outside theory by more
than 5%%, or above the promise by more than 5%%; it is undecided where the interval reaches both inside and outside.
A cell has as many queries, and filters where they differ, as decide it if the library does what is expected; one that would take more
than %s queries, as rates of 1e-5 and less do, has %s. "n times" is measured over expected. All columns are in audit.csv.

`

// byLibrary groups rows, in their order.
func byLibrary(rows []Row) [][]Row {
	var all [][]Row
	for _, r := range rows {
		if i := len(all) - 1; i >= 0 && all[i][0].Library == r.Library {
			all[i] = append(all[i], r)
			continue
		}
		all = append(all, []Row{r})
	}
	return all
}

// summary is one library's line.
func summary(rows []Row) string {
	count := map[string]int{}
	for i := range rows {
		count[rows[i].Verdict]++
	}
	var other []string
	for _, v := range faults() {
		if count[v] > 0 {
			other = append(other, fmt.Sprintf("%s (%d)", v, count[v]))
		}
	}
	theory := worst(rows, func(r *Row) (float64, bool) { return r.FPR / r.Theory, r.Held == "deviates" })
	promise := worst(rows, func(r *Row) (float64, bool) { return r.FPR / r.Promise, r.Promised == "exceeds" })
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %d | %s | %s | %s |\n", rows[0].Library, rows[0].Version, len(rows),
		count["agrees"], count["undecided"], count["deviates"], theory, promise, strings.Join(other, ", "))
}

// worst names the cell whose ratio is farthest from 1 among those that count.
func worst(rows []Row, ratio func(r *Row) (float64, bool)) string {
	best, far := "", 0.0
	for i := range rows {
		x, counts := ratio(&rows[i])
		if d := math.Abs(math.Log(x)); counts && (d > far || best == "") {
			best, far = fmt.Sprintf("%.3g times (%s)", x, rows[i].Cell.Name()), d
		}
	}
	return best
}

// findings lists the cells of a library that neither agree nor are undecided.
func findings(rows []Row) string {
	var b strings.Builder
	for _, r := range rows {
		if slices.Contains([]string{"agrees", "undecided"}, r.Verdict) {
			continue
		}
		if b.Len() == 0 {
			fmt.Fprintf(&b, "\n## %s, %s\n\n| cell | verdict | figure | measured | theory | promise | to see it again |\n|---|---|---|---|---|---|---|\n", r.Library, r.Version)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | `%s` |\n", r.Cell.Name(), r.Verdict, cell(r.Detail), brief(r.FPR), brief(r.Theory), brief(r.Promise), cell(r.Command))
	}
	return b.String()
}

// brief is a rate for people.
func brief(x float64) string {
	if math.IsNaN(x) {
		return ""
	}
	return fmt.Sprintf("%.3g", x)
}

// cell keeps a text inside a cell of a table.
func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
