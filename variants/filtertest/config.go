package filtertest

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// badConfigs are configurations that no variant may accept. Each is huge where
// it can be, so that a table made before the check would show.
func badConfigs(s hashes.Scheme) map[string]variants.Config {
	base := variants.Config{Capacity: 1 << 28, BitsPerKey: 16, Scheme: s}
	with := func(change func(c *variants.Config)) variants.Config {
		c := base
		change(&c)
		return c
	}
	fpr := func(p float64) variants.Config {
		return with(func(c *variants.Config) { c.BitsPerKey, c.FPR = 0, p })
	}
	perKey := func(b float64) variants.Config { return with(func(c *variants.Config) { c.BitsPerKey = b }) }
	return map[string]variants.Config{
		"fpr=-0.1":             fpr(-0.1),
		"fpr=1":                fpr(1),
		"fpr=1.5":              fpr(1.5),
		"fpr=NaN":              fpr(math.NaN()),
		"fpr=Inf":              fpr(math.Inf(1)),
		"bits-per-key=-1":      perKey(-1),
		"bits-per-key=NaN":     perKey(math.NaN()),
		"bits-per-key=Inf":     perKey(math.Inf(1)),
		"bits-per-key=1e30":    perKey(1e30),
		"no size":              perKey(0),
		"two sizes":            with(func(c *variants.Config) { c.FPR = 0.01 }),
		"capacity=0":           with(func(c *variants.Config) { c.Capacity = 0 }),
		"bits=2^40+1":          with(func(c *variants.Config) { c.BitsPerKey, c.Bits = 0, 1<<40+1 }),
		"k=1e9":                with(func(c *variants.Config) { c.K = 1e9 }),
		"k=-1":                 with(func(c *variants.Config) { c.K = -1 }),
		"unknown param":        with(func(c *variants.Config) { c.Params = variants.Params{"no-such-param": "1"} }),
		"no scheme":            with(func(c *variants.Config) { c.Scheme = hashes.Scheme{} }),
		"capacity=2^64-1, fpr": with(func(c *variants.Config) { c.Capacity, c.BitsPerKey, c.FPR = math.MaxUint64, 0, 1e-9 }),
	}
}

// cheap is what refusing may allocate: an error and a few small maps.
const cheap = 1 << 20

func (k *kit) config() {
	bad := badConfigs(k.schemes[0])
	if !k.v.Probes {
		c := k.sized(k.schemes[0], 1<<28)
		c.K = 3
		bad["k, which means nothing here"] = c
	}
	for _, p := range k.v.Params {
		c := k.sized(k.schemes[0], 1<<28)
		c.Params = variants.Params{p.Name: "no such value"}
		bad["param "+p.Name] = c
	}
	for _, what := range slices.Sorted(maps.Keys(bad)) {
		k.refused(what, bad[what])
	}
	k.defaults()
}

// refused checks that Shape and New give an error for c, and a good one.
func (k *kit) refused(what string, c variants.Config) {
	var err error
	if _, shapeErr := k.v.Shape(c, 0); shapeErr == nil {
		k.brokeAs(what, "%s: Shape accepts it", what)
		return // New would make it
	}
	bytes := allocated(func() { _, err = k.v.New(c) })
	switch {
	case err == nil:
		k.brokeAs(what, "%s: New accepts it", what)
	case strings.Contains(err.Error(), "\n"):
		k.brokeAs(what, "%s: the error has more than one line: %q", what, err)
	case !strings.Contains(err.Error(), k.v.Name):
		k.brokeAs(what, "%s: the error does not name the variant: %q", what, err)
	case bytes > cheap:
		k.brokeAs(what, "%s: refused only after allocating %d bytes", what, bytes)
	}
}

// defaults checks that a parameter at its default is as good as none.
func (k *kit) defaults() {
	c := k.sized(k.schemes[0], 1000)
	c.Params = nil
	plain, err := k.v.Shape(c, 0)
	if err != nil {
		k.broke("%s: Shape refuses it: %v", describe(c), err)
		return
	}
	c.Params = variants.Params{}
	for _, p := range k.v.Params {
		c.Params[p.Name] = p.Default
		if _, ok := plain.Params[p.Name]; !ok {
			k.brokeAs("parameter "+p.Name, "parameter %s is missing from Shape().Params", p.Name)
		}
	}
	if full, err := k.v.Shape(c, 0); err != nil || !reflect.DeepEqual(plain, full) {
		k.broke("defaults given and defaults left out differ: %+v and %+v (%v)", full, plain, err)
	}
}
