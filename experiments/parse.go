package experiments

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed *.toml
var files embed.FS

// The TOML files here that are not experiments.
const (
	claimsFile = "claims.toml"
	goalsFile  = "goals.toml"
)

// Builtin returns the experiments that come with the program, by name.
func Builtin() ([]Spec, error) {
	names, err := fs.Glob(files, "*.toml")
	if err != nil {
		return nil, err
	}
	var specs []Spec
	for _, name := range names {
		if name == claimsFile || name == goalsFile {
			continue
		}
		text, err := files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		s, err := Parse(name, string(text))
		if err != nil {
			return nil, err
		}
		specs = append(specs, s)
	}
	return specs, nil
}

// Parse reads one experiment. The file's name stands in errors, and without
// folder and .toml it must be the experiment's name.
func Parse(file, text string) (Spec, error) {
	s := Spec{Seed: 1, Text: text}
	if err := decode(file, text, &s); err != nil {
		return Spec{}, err
	}
	d := &decoder{file: file, lines: indexLines(text)}
	if want := strings.TrimSuffix(path.Base(file), ".toml"); s.Name != want {
		return Spec{}, d.errorf("name", "name = %q: want %q, the file's name", s.Name, want)
	}
	if err := d.checkSpec(&s); err != nil {
		return Spec{}, err
	}
	return s, nil
}

// checkSpec finds what is wrong with a spec that needs no code to know.
func (d *decoder) checkSpec(s *Spec) error {
	switch {
	case strings.Trim(s.Name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || s.Name == "":
		return d.errorf("name", "name = %q: want lower-case letters, digits and dashes", s.Name)
	case s.Question == "":
		return d.errorf("question", "question missing: an experiment is a question")
	case s.Analysis == "":
		return d.errorf("analysis", "analysis missing: say what to look at and what the result does not show")
	case len(s.Grids) == 0:
		return d.errorf("grid", "no [[grid]]: nothing to measure")
	}
	for i := range s.Grids {
		if err := d.checkGrid(&s.Grids[i], fmt.Sprintf("grid[%d]", i)); err != nil {
			return err
		}
	}
	for i := range s.Gates {
		if err := d.checkGate(&s.Gates[i], fmt.Sprintf("gate[%d]", i)); err != nil {
			return err
		}
	}
	return nil
}

// checkGrid finds what is wrong with one grid, in each of its profiles.
func (d *decoder) checkGrid(g *Grid, at string) error {
	if err := d.checkExpectation(g.Profiles, g.Expect, g.Tolerance, at); err != nil {
		return err
	}
	if allows := g.Expect != "" && g.Expect != Agrees || g.Tolerance != 0 || g.Trials != 0 || g.Queries != 0; allows && g.Reason == "" {
		return d.errorf(at, "expect, tolerance, trials and queries need a written reason")
	}
	for _, profile := range Profiles() {
		a, runs := g.For(profile)
		if !runs {
			continue
		}
		if err := d.checkAxes(&a, at); err != nil {
			return err
		}
	}
	return nil
}

// checkAxes finds what is wrong with the lists that one profile uses.
func (d *decoder) checkAxes(a *Axes, at string) error {
	given := 0
	for _, size := range []int{len(a.Bits), len(a.BitsPerKey), len(a.FPR)} {
		if size > 0 {
			given++
		}
	}
	switch {
	case len(a.Variant) == 0:
		return d.errorf(at, "variant missing")
	case len(a.Scheme) == 0:
		return d.errorf(at, "scheme missing")
	case len(a.Keys) == 0:
		return d.errorf(at, "keys missing: uint64 unless there is a reason")
	case given != 1:
		return d.errorf(at, "want exactly one of bits, bits-per-key and fpr, got %d", given)
	case len(a.N) > 0 && len(a.Load) > 0:
		return d.errorf(join(at, "load"), "load and n together: n is load x capacity")
	case len(a.Load) > 0 && len(a.Capacity) == 0:
		return d.errorf(join(at, "load"), "load without capacity")
	case len(a.Load) == 0 && len(a.N) == 0:
		return d.errorf(at, "n missing (or capacity and load)")
	case a.Size() > MaxSpecCells:
		return d.errorf(at, "%d cells: want at most %d", a.Size(), MaxSpecCells)
	}
	return d.checkNumbers(a, at)
}

// checkNumbers finds numbers that no filter can have.
func (d *decoder) checkNumbers(a *Axes, at string) error {
	for _, list := range []struct {
		name   string
		values []uint64
	}{{"n", a.N}, {"capacity", a.Capacity}, {"bits", a.Bits}, {"k", a.K}} {
		if slices.Contains(list.values, 0) {
			return d.errorf(join(at, list.name), "%s = 0: want at least 1", list.name)
		}
	}
	for _, k := range a.K {
		if k > 64 {
			return d.errorf(join(at, "k"), "k = %d: want 1 to 64", k)
		}
	}
	for _, p := range a.FPR {
		if !(p > 0 && p < 1) {
			return d.errorf(join(at, "fpr"), "fpr = %v: want a number in the open interval (0, 1)", p)
		}
	}
	for _, x := range append(slices.Clone(a.Load), a.BitsPerKey...) {
		if !(x > 0) {
			return d.errorf(at, "load or bits-per-key %v: want a number above 0", x)
		}
	}
	return nil
}

// checkGate finds what is wrong with one gate.
func (d *decoder) checkGate(g *Gate, at string) error {
	if g.Reason == "" {
		return d.errorf(at, "gate without a written reason")
	}
	return d.checkExpectation(g.Profiles, g.Expect, g.Tolerance, at)
}

// checkExpectation checks the words that grids and gates share.
func (d *decoder) checkExpectation(profiles []string, expect string, tolerance float64, at string) error {
	for _, p := range profiles {
		if !slices.Contains(Profiles(), p) {
			return d.errorf(join(at, "profiles"), "unknown profile %q; known: %s", p, strings.Join(Profiles(), ", "))
		}
	}
	if !slices.Contains([]string{"", Agrees, Deviates, None}, expect) {
		return d.errorf(join(at, "expect"), "expect = %q: want agrees, deviates or none", expect)
	}
	if !(tolerance >= 0 && tolerance < 1) {
		return d.errorf(join(at, "tolerance"), "tolerance = %v: want a relative deviation from 0 to 1", tolerance)
	}
	return nil
}
