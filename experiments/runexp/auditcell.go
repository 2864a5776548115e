package runexp

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/variants"
)

// variantQuestions are the cells of one variant. A cell that asks for the same
// filter as one before (the library's rate cannot be chosen) is left out.
func (s *call) variantQuestions(f *auditFlags, v *variants.Variant) ([]question, error) {
	var all []question
	var seen []variants.Shape
	catalog := s.catalog(sources{}, false)
	for _, c := range audit.Cells(f.profile, auditKinds(), true, v.Has(variants.CanAdd)) {
		if !strings.HasPrefix(c.Name(), f.cell) {
			continue
		}
		c = bounded(c, s.limitOf(c.Keys))
		scheme := "xxh3+double"
		if v.Scheme != nil {
			scheme = variants.OwnScheme
		}
		cell, err := catalog.Cell("audit", experiments.Point{Variant: v.Name, Scheme: scheme, Keys: c.Keys, N: c.N, Capacity: c.Capacity, FPR: c.FPR, BitsPerKey: c.PerKey})
		if err != nil {
			return nil, err
		}
		if c.Check == "large" && (cell.Shape.Positions < 1<<32 || c.Capacity < 1<<28) {
			continue
		}
		if c.Check == "rate" && contains(seen, cell.Shape) {
			continue
		}
		seen = append(seen, cell.Shape)
		r := audit.Row{Library: v.Name, Version: v.Version, Cell: c, BitsPerKey: cell.Shape.BitsPerKey(c.Capacity), Expected: noRates(), FPR: math.NaN(), Low: math.NaN(), High: math.NaN(), Confidence: math.NaN()}
		rate := v.Predict(cell.Config, cell.Shape, c.N)
		if rate.ModelError < 1 && c.Check != "large" { // a filter that is nearly empty has no rate to speak of
			r.Theory, r.TheorySD, r.TheorySource = rate.FPR, rate.SD, rate.Formula
		}
		if v.Promise != nil {
			p := v.Promise(variants.Config{Capacity: c.Capacity, FPR: c.FPR, BitsPerKey: c.PerKey, Scheme: cell.Scheme}, cell.Shape, c.N)
			r.Promise, r.PromiseSource = p.FPR, p.Source
		}
		args := probeArgs(&c, v, f)
		r.Command = strings.Join(append([]string{"runexp"}, args...), " ")
		all = append(all, question{r, func(ctx context.Context, r *audit.Row) error { return s.askVariant(ctx, f, args, r) }})
	}
	return all, nil
}

func contains(all []variants.Shape, s variants.Shape) bool {
	for i := range all {
		if reflect.DeepEqual(all[i], s) {
			return true
		}
	}
	return false
}

func noRates() audit.Expected {
	return audit.Expected{Promise: math.NaN(), Theory: math.NaN()}
}

// limitOf is how many keys a kind has.
func (s *call) limitOf(kind string) uint64 {
	source, err := s.source(sources{}, kind, false)
	if err != nil {
		return 0
	}
	return source.Limit()
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
		args = append(args, "--scheme", "xxh3+double")
	}
	args = append(args, "-n", unsigned(c.N))
	if c.Capacity != c.N {
		args = append(args, "--capacity", unsigned(c.Capacity))
	}
	name, value, _ := strings.Cut(c.Size(), "=")
	return append(args, "--"+name, value, "--keys", c.Keys, "--trials", unsigned(c.Trials), "--queries", unsigned(c.Queries),
		"--jobs", strconv.Itoa(c.Jobs), "--seed", unsigned(f.seed.value), "--quiet", "--format", "json")
}

// askVariant runs the program itself with args, and reads what it prints.
func (s *call) askVariant(ctx context.Context, f *auditFlags, args []string, r *audit.Row) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	args = append(append([]string{self}, args...), "--memory", unsigned(4*f.memory.bytes)) // the limit is what it takes, not what it says
	e, err := audit.Start(ctx, f.limits(), []string{auditChild + "=cell"}, args, nil)
	if err != nil {
		return err
	}
	var answer struct {
		Trials []struct {
			Inserted       uint64 `json:"inserted"`
			Rejected       uint64 `json:"rejected"`
			FalseNegatives uint64 `json:"false_negatives"`
			Queries        uint64 `json:"queries"`
			FalsePositives uint64 `json:"false_positives"`
		} `json:"trials"`
	}
	switch {
	case e.Fault != "":
		r.Verdict, r.Detail = e.Fault, e.Detail
		return nil
	case json.Unmarshal(e.Output, &answer) != nil || len(answer.Trials) == 0:
		r.Verdict, r.Detail = "fails", strings.TrimPrefix(oneLine(e.Errors), "runexp: ")
		return nil
	}
	for _, t := range answer.Trials {
		r.Trials++
		r.Inserted, r.Rejected, r.FalseNegatives = r.Inserted+t.Inserted, r.Rejected+t.Rejected, r.FalseNegatives+t.FalseNegatives
		r.Queries += t.Queries
		r.FalsePositives = append(r.FalsePositives, t.FalsePositives)
	}
	return nil
}

func (f *auditFlags) limits() audit.Limits {
	return audit.Limits{Time: f.limit, Memory: f.memory.bytes}
}

// programQuestions are the cells of a program in another language.
func (s *call) programQuestions(f *auditFlags) ([]question, error) {
	words := strings.Fields(f.command)
	if len(words) == 0 {
		return nil, fmt.Errorf("--command %q: want a program and its arguments", f.command)
	}
	var all []question
	for _, c := range audit.Cells(f.profile, auditKinds(), false, false) {
		if !strings.HasPrefix(c.Name(), f.cell) {
			continue
		}
		source, err := s.parseSource(c.Keys)
		if err != nil {
			return nil, err
		}
		c = programEffort(bounded(c, source.Limit()))
		r := audit.Row{Library: f.command, Cell: c, BitsPerKey: math.NaN(), Expected: noRates(), FPR: math.NaN(), Low: math.NaN(), High: math.NaN(), Confidence: math.NaN()}
		r.Promise, r.PromiseSource = c.FPR, "the rate asked for"
		if c.FPR == 0 {
			r.Promise = math.Exp(-c.PerKey * math.Ln2 * math.Ln2)
		}
		r.Command = shellWord("runexp") + " audit --command " + shellWord(f.command) + " --profile " + f.profile + " --seed " + unsigned(f.seed.value) + " --cell " + shellWord(c.Name())
		all = append(all, question{r, func(ctx context.Context, r *audit.Row) error { return f.askProgram(ctx, words, source, r) }})
	}
	return all, nil
}

// programEffort takes off what a pipe of text makes slow: a million keys and ten
// million queries at most, eight processes a cell.
func programEffort(c audit.Cell) audit.Cell {
	const mostKeys, mostQueries, mostTrials = 1_000_000, 4_000_000, 8
	total := c.Trials * c.Queries
	c.N, c.Capacity = min(c.N, mostKeys), min(c.Capacity, mostKeys)
	c.Trials = min(c.Trials, mostTrials)
	c.Queries = min(total, mostQueries) / c.Trials
	return c
}

// askProgram converses with a new process for each filter of a cell.
func (f *auditFlags) askProgram(ctx context.Context, words []string, source keys.Source, r *audit.Row) error {
	for trial := range r.Cell.Trials {
		stream := source.Stream(keys.TrialSeed(f.seed.value, "audit "+r.Cell.Name(), trial), r.Cell.N)
		talk := audit.Converse(&r.Cell, stream, &r.Counts)
		e, err := audit.Start(ctx, f.limits(), nil, words, func(to io.Writer, from io.Reader) error { return talk(to, from) })
		if err != nil {
			return err
		}
		if e.Fault == "" && e.Code != 0 {
			e.Fault, e.Detail = "fails", fmt.Sprintf("exit code %d", e.Code)
		}
		if e.Fault != "" {
			if e.Errors != "" {
				e.Detail += ": " + oneLine(e.Errors)
			}
			r.Verdict, r.Detail = e.Fault, e.Detail
			return nil
		}
	}
	return nil
}
