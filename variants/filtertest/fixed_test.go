package filtertest_test

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/theory"
)

// hashing is a filter that takes keys and hashes them itself, without a seed: the
// classic one behind XXH3 of seed 0.
type hashing struct {
	*classic.Filter
	lose bool // forget keys whose last byte is 7
}

// inner is the configuration of the filter behind it.
func inner(c variants.Config) variants.Config {
	c.Scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	return c
}

func (f *hashing) digest(d hashes.Digest) hashes.Digest {
	key := d.Key()
	a, b := hashes.XXH3.Sum128(key, 0)
	return hashes.Digest{A: a, B: b}
}

func (f *hashing) Add(d hashes.Digest) error { return f.Filter.Add(f.digest(d)) }

func (f *hashing) Contains(d hashes.Digest) bool {
	if key := d.Key(); f.lose && len(key) > 0 && key[len(key)-1] == 7 {
		return false
	}
	return f.Filter.Contains(f.digest(d))
}

// Methods of the inner filter that take other digests, or filters, than these.
type plainFilter interface {
	variants.Filter
	variants.Adder
	variants.SetBitser
}

// fixedVariant is the variant of hashing filters.
func fixedVariant(lose bool) *variants.Variant {
	check := func(c variants.Config) error { return variants.CheckFixed("hashing", c, *hashes.KeyScheme()) }
	return &variants.Variant{
		Name: "hashing", Doc: "takes keys and hashes them itself", Paper: "none", Params: classic.Variant.Params,
		Can: []variants.Ability{variants.CanAdd, variants.CanCountBits}, Probes: true, OrderFree: true, Scheme: hashes.KeyScheme(),
		Shape: func(c variants.Config, n uint64) (variants.Shape, error) {
			if err := check(c); err != nil {
				return variants.Shape{}, err
			}
			s, err := classic.Variant.Shape(inner(c), n)
			return s, named(err)
		},
		New: func(c variants.Config) (variants.Filter, error) {
			if err := check(c); err != nil {
				return nil, err
			}
			f, err := classic.New(inner(c))
			if err != nil {
				return nil, named(err)
			}
			return struct{ plainFilter }{&hashing{f.(*classic.Filter), lose}}, nil
		},
		Predict: func(c variants.Config, s variants.Shape, n uint64) theory.Rate {
			return classic.Variant.Predict(inner(c), s, n)
		},
	}
}

// named puts the variant's name before an error of the classic one.
func named(err error) error {
	if err == nil {
		return nil
	}
	return &renamed{err}
}

type renamed struct{ error }

func (r *renamed) Error() string { return "hashing: " + r.error.Error() }

// TestFixedScheme: the kit runs a filter that brings its own hash under its own
// scheme only, with other keys for each filter, and sees a key that it loses.
func TestFixedScheme(t *testing.T) {
	if broken := filtertest.Check(fixedVariant(false), filtertest.Options{Short: testing.Short()}); len(broken) != 0 {
		t.Errorf("a filter without a fault: %v", broken)
	}
	broken := filtertest.Check(fixedVariant(true), filtertest.Options{Short: true, Only: []string{"members"}})
	if len(broken) == 0 || !strings.HasPrefix(broken[0].Detail, "key+own, capacity") {
		t.Errorf("a filter that forgets: %v", broken)
	}
	other := filtertest.Options{Schemes: []hashes.Scheme{{Function: hashes.XXH3, Probing: hashes.Double}}}
	if broken := filtertest.Check(fixedVariant(false), other); len(broken) != 1 || broken[0].Section != "valid" {
		t.Errorf("another scheme: %v", broken)
	}
}
