package variants

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/theory"
)

// whole is a variant that Validate accepts.
func whole(scheme *hashes.Scheme) *Variant {
	return &Variant{Name: "mine", Doc: "d", Paper: "p", Can: []Ability{CanAdd}, Scheme: scheme,
		Shape:   func(Config, uint64) (Shape, error) { return Shape{}, nil },
		New:     func(Config) (Filter, error) { return nil, nil },
		Predict: func(Config, Shape, uint64) theory.Rate { return theory.Rate{} }}
}

// TestSchemeFor: what a variant with a scheme of its own and one without answer
// to each way of asking for one.
func TestSchemeFor(t *testing.T) {
	for _, c := range []struct {
		own        *hashes.Scheme
		name, want string // the scheme, or what the error contains
	}{
		{hashes.KeyScheme(), "", "key+own"},
		{hashes.KeyScheme(), "own", "key+own"},
		{hashes.KeyScheme(), "key+own", "key+own"},
		{hashes.KeyScheme(), "xxh3+double", "mine: scheme xxh3+double: this filter brings its own hash; want key+own, or no scheme"},
		{hashes.KeyScheme(), "xxh3+own", "mine: scheme xxh3+own: this filter brings its own hash"},
		{nil, "xxh3+double", "xxh3+double"},
		{nil, "own", `mine: scheme "own": it has none of its own`},
		{nil, "", `mine: scheme "": it has none of its own; want FUNCTION+PROBING`},
		{nil, "xxh3+own", "mine: scheme xxh3+own: own probing leaves the positions to a filter that brings its own hash"},
		{nil, "xxh9+double", `unknown hash function "xxh9"`},
	} {
		s, err := whole(c.own).SchemeFor(c.name, hashes.Functions())
		if err == nil && s.Name() != c.want || err != nil && !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), c.want) {
			t.Errorf("own %v, %q asked for: %v, %v; want %q", c.own, c.name, s, err, c.want)
		}
	}
}

// TestFixedConfig: a fixed scheme is checked, and all the rest as for everybody;
// no variant without one takes own probing.
func TestFixedConfig(t *testing.T) {
	own := *hashes.KeyScheme()
	good := Config{Capacity: 10, FPR: 0.1, Scheme: own}
	if err := CheckFixed("mine", good, own); err != nil {
		t.Error(err)
	}
	other, none, sized := good, good, good
	other.Scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	none.Scheme = hashes.Scheme{}
	sized.FPR = 2
	for want, c := range map[string]Config{
		"mine: scheme xxh3+double: this filter brings its own hash; want key+own": other,
		"mine: scheme: no hash function":                                          none,
		"mine: fpr 2: want":                                                       sized,
	} {
		if err := CheckFixed("mine", c, own); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := CheckConfig("mine", good); err == nil || !strings.HasPrefix(err.Error(), "mine: scheme key+own: own probing leaves") {
		t.Errorf("own probing for everybody: %v", err)
	}
}

// TestValidateScheme: a fixed scheme must be one, alone, and give words to what
// is built of words.
func TestValidateScheme(t *testing.T) {
	if err := whole(hashes.KeyScheme()).Validate(); err != nil {
		t.Error(err)
	}
	for want, spoil := range map[string]func(v *Variant){
		"variant mine: scheme: no hash function":                func(v *Variant) { v.Scheme = &hashes.Scheme{} },
		"variant mine: a fixed Scheme and CheckScheme":          func(v *Variant) { v.CheckScheme = func(hashes.Scheme) error { return nil } },
		"variant mine: ability build and the scheme key+own: a": func(v *Variant) { v.Can = []Ability{CanBuild} },
	} {
		v := whole(hashes.KeyScheme())
		spoil(v)
		if err := v.Validate(); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
