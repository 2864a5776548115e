package runexp

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
)

// citation is what can be said of one cell of a record, or of a whole record.
type citation struct {
	manifest *record.Manifest
	folder   string
	row      *record.Cell // nil for a whole record
	cells    int          // of a whole record
	verdicts []record.Verdict
	sum      record.Count
	probe    string // the command that counts the cell's keys again, "" for a record
}

// key is the name of the BibTeX entry.
func (c *citation) key() string {
	if c.row == nil {
		return "filterlab-" + c.manifest.Experiment
	}
	return "filterlab-" + c.manifest.Experiment + "-" + c.row.ID
}

// title names the thing itself.
func (c *citation) title() string {
	if c.row == nil {
		return fmt.Sprintf("filterlab, experiment %s", c.manifest.Experiment)
	}
	return fmt.Sprintf("filterlab, cell %s of experiment %s", c.row.ID, c.manifest.Experiment)
}

// year is that in which the record was made; the manifest's times are RFC 3339.
func (c *citation) year() string { return c.manifest.End[:min(4, len(c.manifest.End))] }

// revision is the source's, whole, with a word where it was changed.
func (c *citation) revision() string {
	text := wordOr(c.manifest.Revision, "unknown")
	if c.manifest.Dirty {
		text += " with changes"
	}
	return text
}

// origin is what identifies the record for good.
func (c *citation) origin() string {
	m := c.manifest
	return fmt.Sprintf("profile %s, seed %d, spec SHA-256 %s, source revision %s", m.Profile, m.Seed, m.SpecSHA256, c.revision())
}

// run is the command that makes the record again.
func (c *citation) run() string { return report.RunCommand(c.manifest) }

// finding says in one line what came out.
func (c *citation) finding() string {
	if c.row == nil {
		if len(c.verdicts) == 0 {
			return fmt.Sprintf("%d cells, %d queries, not checked", c.cells, c.sum.Queries)
		}
		n := map[string]int{}
		for _, v := range c.verdicts {
			n[v.Verdict]++
		}
		return fmt.Sprintf("%d cells, %d queries, %d checks: %d agree with theory, %d deviate, %d undecided",
			c.cells, c.sum.Queries, len(c.verdicts), n["agrees"], n["deviates"], n["undecided"])
	}
	if v := record.RateVerdict(c.verdicts); v != nil {
		return fmt.Sprintf("false-positive rate %s in [%s, %s] at confidence %s (%d of %d queries, %d filters), theory %s: %s",
			number(v.FPR), number(v.Low), number(v.High), number(v.Confidence), c.sum.FalsePositives, c.sum.Queries, c.sum.Trials, number(v.Theory), v.Verdict)
	}
	return fmt.Sprintf("%d false positives in %d queries, %d filters, not checked", c.sum.FalsePositives, c.sum.Queries, c.sum.Trials)
}

// sentence is the citation as text for a footnote.
func (c *citation) sentence() string {
	what := ""
	if c.row != nil {
		what = fmt.Sprintf(" %s with %s, keys %s, n %d, capacity %d, %d bits, k %d, %s.", c.row.Variant, c.row.Scheme, c.row.Keys,
			c.row.N, c.row.Capacity, c.row.Bits, c.row.K, wordOr(strings.ReplaceAll(c.row.Params, ";", " "), "no parameters"))
	}
	return fmt.Sprintf("%s (%s). %s.%s %s. %s. %s. Data: %s.", citedAuthors, c.year(), c.title(), what, upperFirst(c.finding()), upperFirst(c.origin()),
		citedRepository, wordOr(c.manifest.DataLicence, "no licence stated"))
}

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// bibtex is the entry for BibTeX.
func (c *citation) bibtex() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", c.key())
	for _, f := range []field{
		{"author", "{" + citedAuthors + "}"}, // braces: not a first and a last name
		{"title", texText(c.title())},
		{"year", c.year()},
		{"howpublished", `\url{` + citedRepository + "}"},
		{"note", texText(upperFirst(c.finding()) + ". " + upperFirst(c.origin()))},
	} {
		fmt.Fprintf(&b, "  %-12s = {%s},\n", f.name, f.value)
	}
	return b.String() + "}\n"
}

// texText escapes what TeX would read otherwise.
func texText(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, "_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "$", `\$`,
		"{", `\{`, "}", `\}`, "^", `\^{}`, "~", `\~{}`).Replace(s)
}

// rows returns the lines of a file of one kind of rows as fields.
func rows(data []byte, err error) (all [][]field, _ error) {
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		return nil, err
	}
	for _, line := range lines[1:] {
		var fields []field
		for i, value := range line {
			fields = append(fields, field{lines[0][i], value})
		}
		all = append(all, fields)
	}
	return all, nil
}

// exactRows are the rows of cells.csv and verdicts.csv, as they stand there.
func (c *citation) exactRows() (cell []field, verdicts [][]field, err error) {
	cells, err := rows(record.EncodeCells([]record.Cell{*c.row}))
	if err != nil {
		return nil, nil, err
	}
	verdicts, err = rows(record.EncodeVerdicts(c.verdicts))
	return cells[0], verdicts, err
}

// writeCitation prints a citation.
func (s *call) writeCitation(form string, c *citation) error {
	switch form {
	case "bibtex":
		_, err := fmt.Fprint(s.out, c.bibtex())
		return err
	case "json":
		o, err := c.object()
		if err != nil {
			return err
		}
		return writeJSON(s.out, o)
	}
	fmt.Fprintf(s.out, "%s\n\n%s\nMake it again\n  %s\n", c.sentence(), c.bibtex(), c.run())
	if c.row == nil {
		fmt.Fprintf(s.out, "\nFiles in %s, with their SHA-256\n", c.folder)
		return writeFields(s.out, "table", c.files())
	}
	fmt.Fprintf(s.out, "  %s\n", c.probe)
	cell, verdicts, err := c.exactRows()
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "\nRow of %s\n", filepath.Join(c.folder, record.CellsFile))
	if err := writeFields(s.out, "table", cell); err != nil {
		return err
	}
	for _, v := range verdicts {
		fmt.Fprintf(s.out, "\nRow of %s\n", filepath.Join(c.folder, record.VerdictsFile))
		if err := writeFields(s.out, "table", v); err != nil {
			return err
		}
	}
	return nil
}

// files are the rows' files with the hashes that the manifest vouches for.
func (c *citation) files() []field {
	var all []field
	for _, name := range []string{record.CellsFile, record.CountsFile, record.VerdictsFile} {
		if hash, ok := c.manifest.Files[name]; ok {
			all = append(all, field{name, hash})
		}
	}
	return all
}
