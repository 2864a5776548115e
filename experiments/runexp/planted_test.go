package runexp_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

// plantedKeys are held by every planted filter; 5 % is what is wrong with it.
const (
	plantedKeys  = 2000
	plantedError = 0.05
)

// planted is a filter whose rate is not its variant's. It forgets no member: it
// keeps them all, and only what it says of other keys is wrong.
type planted struct {
	variants.Filter
	members   map[uint64]bool // by first word
	yes, deny float64         // shares of absent keys, and of false positives, that it answers wrongly
}

func (f *planted) Add(d hashes.Digest) error {
	err := f.Filter.(variants.Adder).Add(d)
	if err == nil {
		f.members[d.A] = true
	}
	return err
}

// plantedSet is planted for a filter that is built.
type plantedSet struct{ *planted }

func (f plantedSet) Add()     {} // hides that of planted: no Adder
func (f plantedSet) SetBits() {} // and no SetBitser

func (f plantedSet) Build(set []hashes.Digest) error {
	for _, d := range set {
		f.members[d.A] = true
	}
	return f.Filter.(variants.Builder).Build(set)
}

func (f plantedSet) Tries() int { return f.Filter.(variants.Builder).Tries() }

// plantedTable is planted for a filter that counts no set bits.
type plantedTable struct{ *planted }

func (f plantedTable) SetBits() {} // hides that of planted: no SetBitser

func (f *planted) Contains(d hashes.Digest) bool {
	if f.members[d.A] {
		return true
	}
	chance := float64(hashes.SplitMix64(d.A)>>11) / (1 << 53) // of the key alone, apart from its positions
	if f.Filter.Contains(d) {
		return chance >= f.deny
	}
	return chance < f.yes
}

func (f *planted) SetBits() uint64 { return f.Filter.(variants.SetBitser).SetBits() }

// plant returns v under another name, with filters that are wrong. What it
// predicts is left alone; batch paths are left out, since they would not see it.
func plant(v *variants.Variant, name string, yes, deny float64) *variants.Variant {
	w := *v
	w.Name, w.Can, w.Load = name, []variants.Ability{variants.CanAdd, variants.CanCountBits}, nil
	w.New = func(c variants.Config) (variants.Filter, error) {
		f, err := v.New(c)
		p := &planted{f, map[uint64]bool{}, yes, deny}
		switch {
		case v.Has(variants.CanBuild):
			return plantedSet{p}, err
		case !v.Has(variants.CanCountBits):
			return plantedTable{p}, err
		}
		return p, err
	}
	if v.Has(variants.CanBuild) {
		w.Can = []variants.Ability{variants.CanBuild}
	} else if !v.Has(variants.CanCountBits) {
		w.Can = []variants.Ability{variants.CanAdd}
	}
	return &w
}

// plantedGrid is the grid of one variant and its two wrong forms: a rate of a few
// per cent, and for one that grows a small first stage, so that it has grown, and
// the probing whose theory is cheap, which it asks for each stage of each filter.
func plantedGrid(v *variants.Variant) (grid string, c variants.Config) {
	c = variants.Config{Capacity: plantedKeys, FPR: 0.05, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}
	if v.Has(variants.CanGrow) {
		c.Capacity, c.FPR, c.Scheme.Probing = plantedKeys/4, 0.1, hashes.Independent
	}
	return fmt.Sprintf("[[grid]]\nvariant = [%q, %q, %q]\nscheme = [%q]\nkeys = [\"uint64\"]\nn = [%d]\ncapacity = [%d]\nfpr = [%v]\n",
		v.Name, v.Name+"-high", v.Name+"-low", c.Scheme.Name(), plantedKeys, c.Capacity, c.FPR), c
}

// plantedCommand is a command with every variant we ship, each in three forms,
// and one experiment that measures them.
func plantedCommand(t *testing.T) runexp.Command {
	t.Helper()
	out := runexp.Command{Functions: hashes.Functions()}
	text := "name = \"planted\"\nquestion = \"Is a rate that is 5 % off found?\"\nanalysis = \"Planted.\"\n"
	for _, v := range ours() {
		grid, c := plantedGrid(v)
		s, err := v.Shape(c, plantedKeys)
		if err != nil {
			t.Fatal(err)
		}
		rate := v.Predict(c, s, plantedKeys).FPR // of it 5 % more, out of the 1 - rate that are refused
		out.Variants = append(out.Variants, v,
			plant(v, v.Name+"-high", plantedError*rate/(1-rate), 0), plant(v, v.Name+"-low", 0, plantedError))
		text += grid
	}
	spec, err := experiments.Parse("planted.toml", text)
	if err != nil {
		t.Fatal(err)
	}
	out.Specs = []experiments.Spec{spec}
	return out
}

// ours returns the variants that are planted: ours. Those of production systems
// are one and all a table of bits as these are. An exact set has no rate to be wrong in.
func ours() []*variants.Variant {
	return slices.DeleteFunc(builtin.Variants(), func(v *variants.Variant) bool { return v.Scheme != nil || v.Name == "exact" })
}

// rows returns the rows of a CSV file by the column's names.
func rows(t *testing.T, path string) []map[string]string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, r := range all[1:] {
		row := map[string]string{}
		for i, column := range all[0] {
			row[column] = r[i]
		}
		out = append(out, row)
	}
	return out
}

// TestPlantedFilters is the harness's own proof: for every variant that we ship a
// real filter whose rate is 5 % too high, and one whose rate is 5 % too low, go
// from the plan (profile standard: 2 %, its own choice of filters and queries)
// through measuring to the verdict, which is deviates; that of the untouched
// variant is agrees. Too low is no better than too high.
func TestPlantedFilters(t *testing.T) {
	if testing.Short() {
		t.Skip("some 40 million queries")
	}
	c, dir := plantedCommand(t), t.TempDir()
	for _, step := range []struct {
		args []string
		want int
	}{
		{[]string{"run", "--quiet", "--out", dir}, runexp.Fine},
		{[]string{"check", "--out", dir}, runexp.Found}, // twelve cells are not what their gate expects
	} {
		var stderr bytes.Buffer
		if code := c.Run(context.Background(), step.args, strings.NewReader(""), &stderr, &stderr); code != step.want {
			t.Fatalf("runexp %v: exit code %d, want %d\n%s", step.args, code, step.want, &stderr)
		}
	}
	variant := map[string]string{}
	for _, row := range rows(t, filepath.Join(dir, "planted", "cells.csv")) {
		if row["tolerance"] != "0.02" {
			t.Errorf("%s: tolerance %s, want 0.02", row["variant"], row["tolerance"])
		}
		variant[row["cell_id"]] = row["variant"]
	}
	seen := 0
	for _, row := range rows(t, filepath.Join(dir, "planted", "verdicts.csv")) {
		name := variant[row["cell_id"]]
		want := "agrees"
		if row["check"] != "fill" && (strings.HasSuffix(name, "-high") || strings.HasSuffix(name, "-low")) {
			want = "deviates" // the fill is the variant's own and agrees
		}
		if row["verdict"] != want {
			t.Errorf("%s: %s %s, want %s: measured %s, theory %s", name, row["check"], row["verdict"], want, row["fpr"], row["theory_fpr"])
		}
		if row["check"] == "fpr" {
			seen++
		}
	}
	if want := 3 * len(ours()); seen != want || len(variant) != want {
		t.Errorf("%d verdicts on %d cells, want %d", seen, len(variant), want)
	}
}
