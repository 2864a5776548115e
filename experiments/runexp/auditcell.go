package runexp

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/variants"
)

// variantQuestions are the cells of one variant. A cell that asks for the same
// filter as one before (the library's rate cannot be chosen) is left out.
func (s *call) variantQuestions(f *auditFlags, v *variants.Variant) ([]question, error) {
	var all []question
	var seen []variants.Shape
	catalog, asked := s.catalog(sources{}, false), sources{}
	for _, c := range audit.Cells(f.profile, auditKinds(), audit.Wanted{Large: true, Shared: v.Has(variants.CanAdd), Detector: f.race != ""}) {
		if !strings.HasPrefix(c.Name(), f.cell) {
			continue
		}
		source, err := s.source(asked, c.Keys, false)
		if err != nil {
			return nil, err
		}
		c = bounded(c, source.Limit())
		cell, err := catalog.Cell("audit", pointOf(&c, v))
		if err != nil { // no filter of that kind for such a rate: the row says so
			r := emptyRow(v.Name, v.Version, &c)
			r.Verdict, r.Detail = audit.Fails, err.Error()
			all = append(all, question{r, func(context.Context, *audit.Row) error { return nil }})
			continue
		}
		same := func(s variants.Shape) bool { return reflect.DeepEqual(s, cell.Shape) }
		if c.Check == "large" && cell.Shape.Positions < 1<<32 || c.Check == "rate" && slices.ContainsFunc(seen, same) {
			continue
		}
		seen = append(seen, cell.Shape)
		r := rowOf(&c, v, &cell)
		if f.profile != audit.Smoke {
			c = bounded(c.Enough(r.Expected), source.Limit())
			r.Cell = c
		}
		args := probeArgs(&c, v, f)
		program, err := os.Executable()
		if err != nil {
			return nil, err
		}
		r.Command = strings.Join(append([]string{shellWord(programName())}, args...), " ")
		if c.Check == "race-detector" {
			program = f.race
			r.Command = strings.Join(append([]string{shellWord(called(f.race))}, args...), " ")
		}
		all = append(all, question{r, func(ctx context.Context, r *audit.Row) error { return f.askVariant(ctx, program, args, r) }})
	}
	return all, nil
}

// auditScheme is what variants without a scheme of their own are audited with.
const auditScheme = "xxh3+double"

// pointOf is the point that the plan resolves for c.
func pointOf(c *audit.Cell, v *variants.Variant) experiments.Point {
	p := experiments.Point{Variant: v.Name, Scheme: auditScheme, Keys: c.Keys, N: c.N, Capacity: c.Capacity, FPR: c.FPR, BitsPerKey: c.PerKey}
	if v.Scheme != nil {
		p.Scheme = variants.OwnScheme
	}
	return p
}

// rowOf is the row of a cell before it is measured: what is expected of it.
func rowOf(c *audit.Cell, v *variants.Variant, cell *plan.Cell) audit.Row {
	r := emptyRow(v.Name, v.Version, c)
	r.BitsPerKey = cell.Shape.BitsPerKey(c.Capacity)
	rate := v.Predict(cell.Config, cell.Shape, c.N)
	if rate.ModelError < 1 && c.Check != "large" { // a filter that is nearly empty has no rate to speak of
		r.Theory, r.TheorySD, r.TheorySource = rate.FPR, rate.SD, rate.Formula
	}
	if v.Promise != nil {
		p := v.Promise(variants.Config{Capacity: c.Capacity, FPR: c.FPR, BitsPerKey: c.PerKey, Scheme: cell.Scheme}, cell.Shape, c.N)
		r.Promise, r.PromiseSource = p.FPR, p.Source
	}
	return r
}

// emptyRow is a row of which nothing is known.
func emptyRow(library, version string, c *audit.Cell) audit.Row {
	nan := math.NaN()
	return audit.Row{Library: library, Version: version, Cell: *c, BitsPerKey: nan,
		Expected: audit.Expected{Promise: nan, Theory: nan}, FPR: nan, Low: nan, High: nan, Confidence: nan}
}

// bounded makes c small enough for a kind with so many keys: half of them in, the
// others asked for.
func bounded(c audit.Cell, limit uint64) audit.Cell {
	if c.N > limit/2 {
		c.N = limit / 2
		c.Capacity = c.N
	}
	if most := limit - c.N; c.Queries > most {
		c.Trials, c.Queries = max(c.Trials, min(64, (c.Trials*c.Queries+most-1)/most)), most
	}
	return c
}

// probeArgs is the command line that measures c.
func probeArgs(c *audit.Cell, v *variants.Variant, f *auditFlags) []string {
	args := []string{"probe", "--experiment", "audit", "--variant", v.Name}
	if v.Scheme == nil {
		args = append(args, "--scheme", auditScheme)
	}
	args = append(args, "-n", unsigned(c.N))
	if c.Capacity != c.N {
		args = append(args, "--capacity", unsigned(c.Capacity))
	}
	name, value, _ := strings.Cut(c.Size(), "=")
	return append(args, "--"+name, value, "--keys", c.Keys, "--trials", unsigned(c.Trials), "--queries", unsigned(c.Queries),
		"--jobs", strconv.Itoa(c.Jobs), "--seed", unsigned(f.seed.value), "--quiet", "--format", "json")
}

// programName is how this program is called to see a cell again: as it was, without
// the folders of an absolute path, which are this machine's.
func programName() string {
	name := os.Args[0]
	if strings.HasSuffix(filepath.Base(name), ".test") {
		return "runexp" // a test's program does not know the verb
	}
	return called(name)
}

// ownCommand is the command of this execution as records keep it: the program by its
// name alone, and its arguments.
func ownCommand(args []string) []string {
	return append([]string{filepath.Base(programName())}, args...)
}

// called is a path as others may type it.
func called(path string) string {
	if filepath.IsAbs(path) {
		return filepath.Base(path)
	}
	return path
}

// askVariant runs program, which is this one or the same with a race detector,
// with args, and reads what it prints.
func (f *auditFlags) askVariant(ctx context.Context, program string, args []string, r *audit.Row) error {
	args = append(append([]string{program}, args...), "--memory", unsigned(4*f.memory.bytes)) // the limit is what it takes, not what it says
	e, err := audit.Start(ctx, audit.Limits{Time: r.Cell.Patience(f.limit), Memory: f.memory.bytes}, []string{auditChild + "=cell", "GORACE=halt_on_error=1"}, args, nil)
	if err != nil {
		return err
	}
	var answer struct {
		Trials []trial `json:"trials"`
	}
	switch {
	case e.Fault != "":
		r.Verdict, r.Detail = e.Fault, e.Detail
		return nil
	case json.Unmarshal(e.Output, &answer) != nil || len(answer.Trials) == 0:
		r.Verdict, r.Detail = audit.Fails, strings.TrimPrefix(oneLine(e.Errors), "runexp: ")
		return nil
	}
	held := uint64(0)
	for _, t := range answer.Trials {
		r.Trials++
		held += t.FilterBits
		r.Inserted, r.Rejected, r.FalseNegatives = r.Inserted+t.Inserted, r.Rejected+t.Rejected, r.FalseNegatives+t.FalseNegatives
		r.Queries += t.Queries
		r.FalsePositives = append(r.FalsePositives, t.FalsePositives)
	}
	r.BitsPerKey = float64(held) / float64(r.Trials) / float64(r.Cell.Capacity)
	return nil
}
