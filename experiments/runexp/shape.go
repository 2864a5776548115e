package runexp

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// maxCount bounds the flags that count keys or bits where nothing is allocated.
const maxCount = 1 << 60

// shapeFlags are the flags that say what a filter is.
type shapeFlags struct {
	variant, scheme string
	n, capacity     integer
	bits, k         integer
	perKey, fpr     fraction
	params          []string
	fallback        string // the scheme where neither flag nor variant names one
}

// register declares the flags; config says what the verb's limits are.
func (f *shapeFlags) register(flags *pflag.FlagSet, limits variants.Config) {
	f.n = integer{low: 1, high: maxCount}
	f.capacity = integer{low: 1, high: maxCount}
	f.bits = integer{low: 1, high: limits.MaxBits()}
	f.k = integer{low: 1, high: uint64(limits.MaxK())}
	f.perKey = fraction{low: 0, high: math.Inf(1), edge: true} // 0 is a size to some systems
	f.fpr = fraction{low: 0, high: 1, edge: true}              // 1 is refused with a variant's own reason
	flags.StringVar(&f.variant, "variant", f.variant, "kind of filter; runexp list variants")
	flags.StringVar(&f.scheme, "scheme", f.scheme, schemeHelp(f.fallback))
	flags.VarP(&f.n, "n", "n", "distinct keys inserted")
	flags.Var(&f.capacity, "capacity", "keys the filter is sized for (default n)")
	flags.Var(&f.perKey, "bits-per-key", "size: bits per key of the capacity")
	flags.Var(&f.bits, "bits", "size: bits in all")
	flags.Var(&f.fpr, "fpr", "size: false-positive rate wanted at capacity, in (0, 1)")
	flags.VarP(&f.k, "k", "k", "probes (default: the best by the variant's theory at capacity)")
	flags.StringArrayVar(&f.params, "param", nil, "NAME=VALUE: a parameter of the variant; may be repeated")
}

// schemeHelp is the help of --scheme.
func schemeHelp(fallback string) string {
	help := "FUNCTION+PROBING; runexp list schemes; left out for a variant that brings its own"
	if fallback != "" {
		help += fmt.Sprintf(" (default %q)", fallback)
	}
	return help
}

// shape is what the flags ask for, with the code behind the names.
type shape struct {
	point   experiments.Point
	variant *variants.Variant
	config  variants.Config
}

// shape looks up the names and checks what needs no variant to know.
func (s *call) shape(verb string, f *shapeFlags) (shape, error) {
	if !f.n.given {
		return shape{}, fmt.Errorf("%s: -n missing: want the number of keys inserted", verb)
	}
	out, err := s.names(verb, f)
	if err == nil && out.sizesItself() && !(f.perKey.given || f.bits.given || f.fpr.given) {
		f.bits.value = 1 // any: the parameter has the last word
	} else if one := exactlyOne(verb, f); one != nil {
		return shape{}, one
	}
	if err != nil {
		return shape{}, err
	}
	out.point.N, out.point.Capacity = f.n.value, f.capacity.value
	if !f.capacity.given {
		out.point.Capacity = f.n.value
	}
	out.point.Bits, out.point.BitsPerKey, out.point.FPR, out.point.K = f.bits.value, f.perKey.value, f.fpr.value, int(f.k.value)
	p := &out.point
	out.config.Capacity, out.config.Bits, out.config.BitsPerKey, out.config.FPR, out.config.K = p.Capacity, p.Bits, p.BitsPerKey, p.FPR, p.K
	if f.perKey.given && f.perKey.value == 0 {
		return out, out.noBits(verb)
	}
	return out, nil
}

// noBits asks the variant what 0 bits per key are.
func (x *shape) noBits(verb string) error {
	if x.variant.NoBits == nil {
		return fmt.Errorf("%s: --bits-per-key 0: want a finite number above 0; no filter of %s has 0", verb, x.variant.Name)
	}
	c, err := x.variant.NoBits(x.config)
	if err != nil {
		return fmt.Errorf("%s: %w", verb, err)
	}
	x.config, x.point.Bits, x.point.K = c, c.Bits, c.K
	return nil
}

// sizesItself reports whether a parameter says how large the filter is: blocks=B of
// filters that have it.
func (x *shape) sizesItself() bool {
	blocks := x.config.Params["blocks"]
	return blocks != "" && blocks != "0" &&
		slices.ContainsFunc(x.variant.Params, func(p variants.Param) bool { return p.Name == "blocks" })
}

// names looks up variant, scheme and parameters.
func (s *call) names(verb string, f *shapeFlags) (shape, error) {
	var out shape
	var err error
	if out.variant, err = s.lookUpVariant(f.variant); err != nil {
		return out, fmt.Errorf("%s: %w", verb, err)
	}
	name := f.scheme
	if name == "" && out.variant.Scheme == nil {
		name = f.fallback
	}
	if name == "" && out.variant.Scheme == nil {
		return out, fmt.Errorf("%s: --scheme missing: want FUNCTION+PROBING, e.g. xxh3+double", verb)
	}
	if out.config.Scheme, err = out.variant.SchemeFor(name, s.Functions); err != nil {
		return out, fmt.Errorf("%s: --scheme: %w", verb, err)
	}
	if f.k.given && !out.variant.Probes {
		return out, fmt.Errorf("%s: -k %d: %s has no probes; want -k only with %s", verb, f.k.value, f.variant,
			s.variantsWith(func(v *variants.Variant) bool { return v.Probes }))
	}
	if out.config.Params, err = parseParams(verb, f.params); err != nil {
		return out, err
	}
	out.point.Variant, out.point.Scheme, out.point.Params = f.variant, out.config.Scheme.Name(), out.config.Params
	return out, nil
}

// lookUpVariant finds the variant that --variant names.
func (s *call) lookUpVariant(name string) (*variants.Variant, error) {
	var known []string
	for _, v := range s.Variants {
		if v.Name == name {
			return v, nil
		}
		known = append(known, v.Name)
	}
	if name == "" {
		return nil, fmt.Errorf("--variant missing: want one of the %d names of runexp list variants, e.g. %s", len(known), strings.Join(known[:min(3, len(known))], ", "))
	}
	return nil, fmt.Errorf("--variant: %s", hashes.Unknown("variant", name, known))
}

// variantsWith lists the variants that ok accepts.
func (s *call) variantsWith(ok func(*variants.Variant) bool) string {
	var names []string
	for _, v := range s.Variants {
		if ok(v) {
			names = append(names, v.Name)
		}
	}
	return strings.Join(names, ", ")
}

// exactlyOne refuses a size that is not given, or given twice.
func exactlyOne(verb string, f *shapeFlags) error {
	var given []string
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--bits-per-key", f.perKey.given}, {"--bits", f.bits.given}, {"--fpr", f.fpr.given}} {
		if flag.set {
			given = append(given, flag.name)
		}
	}
	switch len(given) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("%s: size missing: want exactly one of --bits-per-key, --bits and --fpr", verb)
	}
	return fmt.Errorf("%s: %s: want exactly one of --bits-per-key, --bits and --fpr", verb, strings.Join(given, " and "))
}

// parseParams reads NAME=VALUE flags.
func parseParams(verb string, texts []string) (variants.Params, error) {
	params, err := variants.ParseParams(strings.Join(texts, ";"))
	if err == nil && slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, ";") || t == "" }) {
		err = errors.New("want one NAME=VALUE a flag")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: --param: %w", verb, err)
	}
	return params, nil
}
