package variants

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
)

// OwnScheme is the word that asks, in place of a scheme's name, for the fixed
// scheme of a variant, whichever that is.
const OwnScheme = "own"

// SchemeFor returns the scheme that v is used with where name is asked for:
// FUNCTION+PROBING among functions, or OwnScheme, or "" for none. Variants with a
// fixed scheme have no other; those without one want a name.
func (v *Variant) SchemeFor(name string, functions []*hashes.Function) (hashes.Scheme, error) {
	switch {
	case v.Scheme != nil && (name == "" || name == OwnScheme || name == v.Scheme.Name()):
		return *v.Scheme, nil
	case v.Scheme != nil:
		return hashes.Scheme{}, v.fixed(name)
	case name == "" || name == OwnScheme:
		return hashes.Scheme{}, fmt.Errorf("%s: scheme %q: it has none of its own; want FUNCTION+PROBING, e.g. xxh3+double", v.Name, name)
	}
	s, err := hashes.ParseScheme(name, functions)
	if err != nil {
		return s, err
	}
	return s, v.Takes(s)
}

// Takes refuses schemes that v cannot be used with, with the reason.
func (v *Variant) Takes(s hashes.Scheme) error {
	switch {
	case v.Scheme != nil && s != *v.Scheme:
		return v.fixed(s.Name())
	case v.Scheme != nil:
		return nil
	}
	if err := s.CheckPositions(); err != nil {
		return fmt.Errorf("%s: %w", v.Name, err)
	}
	if v.CheckScheme != nil {
		return v.CheckScheme(s)
	}
	return nil
}

// fixed words the refusal of another scheme.
func (v *Variant) fixed(name string) error { return notFixed(v.Name, name, *v.Scheme) }

func notFixed(variant, name string, own hashes.Scheme) error {
	return fmt.Errorf("%s: scheme %s: this filter brings its own hash; want %s, or no scheme", variant, name, own.Name())
}

// CheckFixed is CheckConfig for a variant whose scheme is fixed to own.
func CheckFixed(variant string, c Config, own hashes.Scheme) error {
	if err := c.Scheme.Validate(); err != nil {
		return fmt.Errorf("%s: %w", variant, err)
	}
	if c.Scheme != own {
		return notFixed(variant, c.Scheme.Name(), own)
	}
	return checkSizes(variant, c)
}
