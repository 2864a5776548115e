package runexp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// tenth is a variant of a stranger's own: whatever was added it knows, and of
// the rest it says yes to one in ten, by the first word of the digest.
type tenth struct {
	in    map[uint64]bool
	shape variants.Shape
	// forgets makes it deny keys that were added.
	forgets bool
}

func (f *tenth) Add(d hashes.Digest) error { f.in[d.Word(0)] = true; return nil }

func (f *tenth) Contains(d hashes.Digest) bool {
	return f.in[d.Word(0)] && !f.forgets || d.Word(0)%10 == 0
}

func (f *tenth) Shape() variants.Shape { return f.shape }

// stranger returns the variant with the rate it claims to have.
func stranger(claimed float64, forgets bool) *variants.Variant {
	shape := func(c variants.Config, _ uint64) (variants.Shape, error) {
		if err := variants.CheckConfig("tenth", c); err != nil {
			return variants.Shape{}, err
		}
		return variants.Shape{Bits: c.Bits, Allocated: c.Bits, Capacity: c.Capacity}, nil
	}
	return &variants.Variant{Name: "tenth", Doc: "says yes to one key in ten", Paper: "none", Can: []variants.Ability{variants.CanAdd}, Shape: shape,
		New: func(c variants.Config) (variants.Filter, error) {
			s, err := shape(c, 0)
			return &tenth{in: map[uint64]bool{}, shape: s, forgets: forgets}, err
		},
		Predict: func(variants.Config, variants.Shape, uint64) theory.Rate {
			return theory.Rate{FPR: claimed, Formula: "one in ten"}
		},
	}
}

// probeStranger probes the variant and returns the exit code and output.
func probeStranger(claimed float64, forgets bool, more ...string) (int, string) {
	c := runexp.Command{Variants: []*variants.Variant{stranger(claimed, forgets)}, Functions: hashes.Functions()}
	var out, stderr bytes.Buffer
	args := append([]string{"probe", "--variant", "tenth", "--scheme", "xxh3+double", "-n", "1000", "--bits", "1000", "--quiet", "--format", "csv"}, more...)
	code := c.Run(context.Background(), args, strings.NewReader(""), &out, &stderr)
	return code, out.String() + stderr.String()
}

// TestStrangersVariant: a variant from outside is measured without anything of
// ours being edited. FF-60: the rate is hits over queries of absent keys, 0.1 for
// one in ten, and does not grow with the number of queries. A claim that is 5 %
// off is called so, whichever way.
func TestStrangersVariant(t *testing.T) {
	for claimed, want := range map[float64]string{0.1: ",agrees,", 0.105: ",deviates,", 0.095: ",deviates,"} {
		code, text := probeStranger(claimed, false, "--queries", "1e6")
		if code != runexp.Fine || !strings.Contains(text, want) {
			t.Errorf("claimed %v: exit code %d, want %q in\n%s", claimed, code, want, text)
		}
	}
}

// TestMissingSetBitsAreNoZero: a variant that counts no set bits has none in any
// form of output, and a status or null says so (FF-71). The verdict on its rate
// does not suffer.
func TestMissingSetBitsAreNoZero(t *testing.T) {
	for format, want := range map[string]string{
		"table": "\nset_bits\nfilter_bits         1000\nallocated_bits      1000\nstatus              the variant counts no set bits\n",
		"csv":   ",,1000,1000,the variant counts no set bits,",
		"json":  "\"set_bits\": null,\n      \"filter_bits\": 1000,\n      \"allocated_bits\": 1000,\n      \"status\": \"the variant counts no set bits\"\n",
	} {
		code, text := probeStranger(0.1, false, "--queries", "1e6", "--format", format)
		if code != runexp.Fine || !strings.Contains(text, want) || !strings.Contains(text, "agrees") {
			t.Errorf("%s: exit code %d, want %q in\n%s", format, code, want, text)
		}
	}
}

// TestFalseNegativesAreAFinding: a filter that forgets is caught by the check of
// all members, which cannot be switched off.
func TestFalseNegativesAreAFinding(t *testing.T) {
	code, text := probeStranger(0.1, true, "--queries", "1000")
	if code != runexp.Found || !strings.Contains(text, "false negatives among 1000 keys") {
		t.Errorf("exit code %d\n%s", code, text)
	}
}

// TestStrangersMistakeIsNamed: an incomplete variant is refused before anything runs.
func TestStrangersMistakeIsNamed(t *testing.T) {
	v := stranger(0.1, false)
	v.Predict = nil
	var stderr bytes.Buffer
	c := runexp.Command{Variants: []*variants.Variant{v}}
	if code := c.Run(context.Background(), []string{"list"}, strings.NewReader(""), &stderr, &stderr); code != runexp.Wrong || !strings.Contains(stderr.String(), "variant tenth: needs Shape, New and Predict") {
		t.Errorf("exit code %d: %s", code, &stderr)
	}
}
