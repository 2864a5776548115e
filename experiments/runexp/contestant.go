package runexp

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// contestants makes what is timed from the flags: every item of --variant with the
// size, k, parameters and scheme of the flags, or of its own:
// NAME[:bits-per-key=B|bits=M|fpr=P][:k=K][:scheme=S][:PARAMETER=VALUE]...
func (s *call) contestants(f *benchFlags) ([]timing.Contestant, error) {
	items := f.variants
	if len(items) == 0 {
		items = s.schemeFree()
	}
	shared := f.shape
	params, err := parseParams("bench", shared.params)
	if err != nil {
		return nil, err
	}
	var out []timing.Contestant
	for _, item := range items {
		c, err := s.contestant(item, shared, maps.Clone(params))
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// schemeFree names the variants that take any scheme, or all where there are none.
// One with a scheme of its own is sized by its own system's rule, which may have no
// size near a wished rate: it is timed where it is named.
func (s *call) schemeFree() []string {
	var free, all []string
	for _, v := range s.Variants {
		all = append(all, v.Name)
		if v.Scheme == nil {
			free = append(free, v.Name)
		}
	}
	if len(free) == 0 {
		return all
	}
	return free
}

// contestant makes the one of an item of --variant.
func (s *call) contestant(item string, f shapeFlags, params variants.Params) (timing.Contestant, error) {
	var none timing.Contestant
	name, own, _ := strings.Cut(item, ":")
	f.variant = name
	if own != "" {
		if err := f.override(item, own, params); err != nil {
			return none, err
		}
	}
	if !f.perKey.given && !f.bits.given && !f.fpr.given {
		f.fpr.value, f.fpr.given = defaultBenchFPR, true
	}
	if err := exactlyOne("bench", &f); err != nil {
		return none, err
	}
	f.params = nil
	x, err := s.names("bench", &f)
	if err != nil {
		return none, err
	}
	c := timing.Contestant{Variant: x.variant, Config: variants.Config{Bits: f.bits.value, BitsPerKey: f.perKey.value, FPR: f.fpr.value,
		K: int(f.k.value), Params: params, Scheme: x.config.Scheme}}
	c.Words = benchWords(&f, params)
	return c, nil
}

// override reads the parts that an item of --variant has of its own.
func (f *shapeFlags) override(item, own string, params variants.Params) error {
	bad := func(err error) error { return fmt.Errorf("bench: --variant %q: %w", item, err) }
	sized := false
	for part := range strings.SplitSeq(own, ":") {
		key, value, ok := strings.Cut(part, "=")
		if !ok || key == "" {
			return bad(fmt.Errorf("%q: want NAME=VALUE after each colon", part))
		}
		if slices.Contains([]string{"bits-per-key", "bits", "fpr"}, key) && !sized {
			sized = true
			f.perKey.given, f.bits.given, f.fpr.given = false, false, false
			f.perKey.value, f.bits.value, f.fpr.value = 0, 0, 0
		}
		var err error
		switch key {
		case "bits-per-key":
			err = f.perKey.Set(value)
		case "bits":
			err = f.bits.Set(value)
		case "fpr":
			err = f.fpr.Set(value)
		case "k":
			err = f.k.Set(value)
		case "scheme":
			f.scheme = value
		default:
			params[key] = value
		}
		if err != nil {
			return bad(fmt.Errorf("%s: %w", part, err))
		}
	}
	return nil
}

// benchWords are the parts of a row's name that say what was asked for. None ends
// in -digits, which a number below 0.0001 would in its shortest form.
func benchWords(f *shapeFlags, params variants.Params) []string {
	var out []string
	switch {
	case f.perKey.given:
		out = append(out, "bpk="+plainNumber(f.perKey.value))
	case f.bits.given:
		out = append(out, "bits="+timing.Count(f.bits.value))
	default:
		out = append(out, "fpr="+plainNumber(f.fpr.value))
	}
	if f.k.given {
		out = append(out, "k="+f.k.String())
	}
	for _, name := range slices.Sorted(maps.Keys(params)) {
		out = append(out, name+"="+params[name])
	}
	return out
}

// splitVariants reads --variant.
func splitVariants(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	items := strings.Split(text, ",")
	if slices.Contains(items, "") {
		return nil, errors.New("bench: --variant: want names joined by commas")
	}
	return items, nil
}

// defaultBenchScheme is what is timed where no scheme is asked for.
func (s *call) defaultBenchScheme() string {
	for _, f := range s.Functions {
		if f.Name == "xxh3" {
			return hashes.Scheme{Function: f, Probing: hashes.Double}.Name()
		}
	}
	if len(s.Functions) > 0 {
		return hashes.Scheme{Function: s.Functions[0], Probing: hashes.Double}.Name()
	}
	return ""
}
