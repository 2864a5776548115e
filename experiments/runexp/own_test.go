package runexp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/theory"
)

// bytesFilter takes keys and hashes them itself, as other people's libraries do.
type bytesFilter struct{ inner *classic.Filter }

func (f bytesFilter) digest(d hashes.Digest) hashes.Digest {
	a, b := hashes.Murmur3.Sum128(d.Key(), 0)
	return hashes.Digest{A: a, B: b}
}

func (f bytesFilter) Add(d hashes.Digest) error     { return f.inner.Add(f.digest(d)) }
func (f bytesFilter) Contains(d hashes.Digest) bool { return f.inner.Contains(f.digest(d)) }
func (f bytesFilter) Shape() variants.Shape         { return f.inner.Shape() }
func behind(c variants.Config) variants.Config      { c.Scheme = murmurDouble(); return c }
func murmurDouble() hashes.Scheme {
	return hashes.Scheme{Function: hashes.Murmur3, Probing: hashes.Double}
}
func checkBytes(c variants.Config) error { return variants.CheckFixed("bytes", c, *hashes.KeyScheme()) }
func newBytes(c variants.Config) (variants.Filter, error) {
	if err := checkBytes(c); err != nil {
		return nil, err
	}
	f, err := classic.New(behind(c))
	if err != nil {
		return nil, err
	}
	return bytesFilter{f.(*classic.Filter)}, nil
}

// bytesVariant is the variant of such filters, whose scheme is fixed.
func bytesVariant() *variants.Variant {
	return &variants.Variant{Name: "bytes", Doc: "hashes keys itself", Paper: "none", Params: classic.Variant.Params,
		Can: []variants.Ability{variants.CanAdd}, Probes: true, Scheme: hashes.KeyScheme(), New: newBytes,
		Shape: func(c variants.Config, n uint64) (variants.Shape, error) {
			if err := checkBytes(c); err != nil {
				return variants.Shape{}, err
			}
			return classic.Variant.Shape(behind(c), n)
		},
		Predict: func(c variants.Config, s variants.Shape, n uint64) theory.Rate {
			return classic.Variant.Predict(behind(c), s, n)
		}}
}

// ownSpec measures both kinds of variants in one experiment.
const ownSpec = `
name     = "own"
question = "Is a filter measured that brings its own hash?"
analysis = "One cell of each kind of keys."

[[grid]]
variant      = ["bytes"]
scheme       = ["own"]
keys         = ["uint64", "url"]
n            = [2000]
bits-per-key = [6]
k            = [3]
`

// runOwn runs the command with both variants.
func runOwn(t *testing.T, args ...string) (int, string) {
	t.Helper()
	spec, err := experiments.Parse("own.toml", ownSpec)
	if err != nil {
		t.Fatal(err)
	}
	c := runexp.Command{Variants: []*variants.Variant{classic.Variant, bytesVariant()}, Functions: hashes.Functions(), Specs: []experiments.Spec{spec}}
	var out bytes.Buffer
	code := c.Run(context.Background(), args, strings.NewReader(""), &out, &out)
	return code, out.String()
}

// TestOwnScheme: a filter that brings its own hash is probed, predicted and sized
// without a scheme, with the word own and with its own name; another is refused.
func TestOwnScheme(t *testing.T) {
	probe := strings.Fields("probe --variant bytes -n 2000 --bits-per-key 6 -k 3 --queries 1e5 --trials 4 --quiet --format csv")
	for _, scheme := range [][]string{nil, {"--scheme", "own"}, {"--scheme", "key+own"}} {
		code, text := runOwn(t, append(probe, scheme...)...)
		if code != runexp.Fine || !strings.Contains(text, "\nbytes,key+own,uint64,2000,") || !strings.Contains(text, ",agrees,") {
			t.Errorf("scheme %v: exit code %d\n%s", scheme, code, text)
		}
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"theory --variant bytes -n 2000 --bits 12000", "key+own", runexp.Fine},
		{"size --variant bytes -n 2000 --fpr 0.01", "key+own", runexp.Fine},
		{"size --fpr 0.01 -n 2000", "xxh3+double", runexp.Fine},
		{"size --variant bytes --fpr 0.01 --bits 10000", "key+own", runexp.Fine},
		{"list variants --format csv", "variant,abilities,parameters,about,scheme,paper\n", runexp.Fine},
		{"list variants --format csv", "\nbytes,add,reduce=fastrange,hashes keys itself,key+own,none\n", runexp.Fine},
		{"list variants", "key+own", runexp.Fine},
		{"theory --variant bytes --scheme xxh3+double -n 2000 --bits 12000", "theory: --scheme: bytes: scheme xxh3+double: this filter brings its own hash; want key+own, or no scheme", runexp.Wrong},
		{"theory --variant classic --scheme own -n 2000 --bits 12000", `theory: --scheme: classic: scheme "own": it has none of its own`, runexp.Wrong},
		{"theory --variant classic -n 2000 --bits 12000", "theory: --scheme missing", runexp.Wrong},
		{"theory --variant classic --scheme xxh3+own -n 2000 --bits 12000", "own probing leaves the positions to a filter", runexp.Wrong},
		{"positions --scheme xxh3+own --bits 100 -k 2 key", "own probing leaves the positions to a filter", runexp.Wrong},
		{"probe --variant bytes -n 2000 --bits 12000 --keys sequential --trials 2", "keys sequential are the same in every trial", runexp.Wrong},
		{"probe --variant bytes -n 2000 --bits 12000 --keys sequential --quiet", "\ntrials              1\n", runexp.Fine},
	} {
		if code, text := runOwn(t, strings.Fields(c.args)...); code != c.code || !strings.Contains(text, c.want) {
			t.Errorf("%s: exit code %d, want %d and %q in\n%s", c.args, code, c.code, c.want, text)
		}
	}
	if _, text := runOwn(t, "list", "schemes", "--format", "csv"); strings.Contains(text, "+own") {
		t.Errorf("list schemes multiplies own:\n%s", text)
	}
}

// TestOwnGrid: in an experiment "own" is the variant's own scheme; cells carry
// its name, all verbs know them, and explain says how to see them again.
func TestOwnGrid(t *testing.T) {
	out := t.TempDir()
	for _, verb := range []string{"run --profile smoke --quiet", "check", "verify"} {
		args := strings.Fields(verb)
		if args[0] == "verify" {
			args = append(args, out)
		} else {
			args = append(args, "--out", out)
		}
		if code, text := runOwn(t, args...); code != runexp.Fine {
			t.Fatalf("%v: exit code %d\n%s", args, code, text)
		}
	}
	cells, err := os.ReadFile(filepath.Join(out, "own", "cells.csv"))
	if err != nil || strings.Count(string(cells), ",bytes,key+own,") != 2 {
		t.Fatalf("%v\n%s", err, cells)
	}
	id, _, _ := strings.Cut(strings.Split(string(cells), "\n")[1], ",")
	if code, text := runOwn(t, "explain", id, "--out", out); code != runexp.Fine || !strings.Contains(text, "--variant bytes --scheme key+own --keys uint64") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}
