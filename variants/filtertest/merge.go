package filtertest

import (
	"maps"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

func (k *kit) merge() {
	if !k.v.Has(variants.CanMerge) {
		return
	}
	for _, s := range k.few() {
		k.mergeAlike(k.sized(s, 1000))
	}
	k.mergeUnlike()
}

// mergeAlike merges two filters of 500 keys and compares with one of 1000.
func (k *kit) mergeAlike(c variants.Config) {
	src := newSource(c.Scheme, 12)
	one, two, whole := k.make(c), k.make(c), k.make(c)
	if one == nil || two == nil || whole == nil {
		return
	}
	k.fill(one, src, 0, 500)
	k.fill(two, src, 500, 500)
	k.fill(whole, src, 0, 1000)
	source := image(two, src)
	if err := one.(variants.Merger).Merge(two); err != nil {
		k.broke("%s: Merge of an equal filter: %v", describe(c), err)
		return
	}
	if count, example := lost(one, src, 0, 1000, nil); count > 0 {
		k.broke("%s: %d of 1000 keys are not found after Merge, key %d among them", describe(c), count, example)
	}
	if k.v.OrderFree && image(one, src) != image(whole, src) {
		k.broke("%s: the merged filter is not that of all keys", describe(c))
	}
	if image(two, src) != source {
		k.broke("%s: Merge changes the filter it reads", describe(c))
	}
}

// unlike are filters that a filter of c must not be merged with, by the word
// that the refusal must contain.
func (k *kit) unlike(c variants.Config, shape variants.Shape) map[string]variants.Config {
	other := *c.Scheme.Function
	other.Name += "b"
	function, probing, seed, bits, probes := c, c, c, c, c
	function.Scheme.Function = &other
	probing.Scheme.Probing = hashes.Enhanced
	if c.Scheme.Probing == hashes.Enhanced {
		probing.Scheme.Probing = hashes.Double
	}
	seed.Seed++
	bits.FPR, bits.Bits, bits.K = 0, 2*shape.Bits, shape.K
	out := map[string]variants.Config{"scheme": function, "scheme ": probing, "seed": seed, "bits": bits}
	if probes.K = shape.K + 1; k.v.Probes {
		probes.FPR, probes.Bits = 0, shape.Bits
		out["k"] = probes
	}
	return out
}

// mergeUnlike changes one field at a time.
func (k *kit) mergeUnlike() {
	c := k.sized(k.schemes[0], 1000)
	shape, err := k.v.Shape(c, 0)
	f := k.make(c)
	if err != nil || f == nil {
		return
	}
	src := newSource(c.Scheme, 13)
	k.fill(f, src, 0, 500)
	before := image(f, src)
	try := func(field string, other variants.Filter) {
		err := f.(variants.Merger).Merge(other)
		switch {
		case err == nil:
			k.brokeAs("accepts "+field, "%s: Merge accepts a filter of another %s", describe(c), field)
		case !strings.Contains(err.Error(), field):
			k.brokeAs("unnamed "+field, "%s: Merge refuses another %s without naming it: %q", describe(c), field, err)
		}
	}
	others := k.unlike(c, shape)
	for _, field := range slices.Sorted(maps.Keys(others)) {
		config := others[field]
		if other, err := k.v.New(config); err == nil {
			if k.v.Has(variants.CanBuild) {
				k.fill(other, newSource(config.Scheme, 13), 500, 500)
			}
			try(strings.TrimSpace(field), other)
		}
	}
	try("variant", stranger{})
	if image(f, src) != before {
		k.broke("%s: a refused Merge changes the filter", describe(c))
	}
}

// stranger is a filter of no variant.
type stranger struct{}

func (stranger) Contains(hashes.Digest) bool { return false }
func (stranger) Shape() variants.Shape       { return variants.Shape{} }
