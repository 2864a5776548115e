package hashes

import (
	"math/big"
	"strings"
	"testing"
)

// TestSchemes: nine functions by five probings less the three of 64 bits that
// cannot be sliced; every name parses back to its scheme.
func TestSchemes(t *testing.T) {
	all := Schemes(Functions())
	if len(all) != 9*5-3 {
		t.Errorf("%d schemes, want 42", len(all))
	}
	for _, s := range all {
		back, err := ParseScheme(s.Name(), Functions())
		if err != nil || back != s {
			t.Errorf("%s parses to %v, %v", s.Name(), back, err)
		}
	}
	if all[0].Name() != "xxh3+independent" || all[len(all)-1].Name() != "sha1+sliced" {
		t.Errorf("the list runs from %s to %s", all[0].Name(), all[len(all)-1].Name())
	}
	Functions()[0] = nil
	if Functions()[0] == nil {
		t.Error("Functions returns a slice that callers share")
	}
}

// TestParseSchemeErrors: what is wrong, what is known, what was perhaps meant.
func TestParseSchemeErrors(t *testing.T) {
	for name, want := range map[string]string{
		"":                     `scheme "": want FUNCTION+PROBING, e.g. xxh3+double`,
		"xxh3":                 `want FUNCTION+PROBING`,
		"xxh+double":           `unknown hash function "xxh"; known: xxh3, xxh64, murmur3, highwayhash, siphash, farmhash, fnv1a, sha256, sha1 (did you mean "xxh3" or "xxh64"?)`,
		"xxh3+doubel":          `unknown probing "doubel"; known: independent, double, enhanced, triple, sliced (did you mean "double"?)`,
		"xxh3+double+enhanced": `unknown probing "double+enhanced"`,
		"fnv1a+sliced":         `scheme fnv1a+sliced: slicing needs a digest of at least 128 bits and fnv1a has 64; use independent, double, enhanced or triple`,
		"+double":              `unknown hash function ""`,
	} {
		_, err := ParseScheme(name, Functions())
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want one line with %q", name, err, want)
		}
	}
}

// TestValidate: a stranger's function that lacks something is refused by name.
func TestValidate(t *testing.T) {
	good := *XXH3
	for want, spoil := range map[string]func(f *Function){
		"without plus":         func(f *Function) { f.Name = "a+b" },
		"want a Doc":           func(f *Function) { f.Doc = "" },
		"both Sum64":           func(f *Function) { f.Sum128 = nil },
		"width 32 bits":        func(f *Function) { f.Width = 32 },
		"Long over 64 bits":    func(f *Function) { f.Width = 64 },
		`hash function ""`:     func(f *Function) { f.Name = "" },
		"and Sum128":           func(f *Function) { f.Sum64 = nil },
		"Doc and a Paper":      func(f *Function) { f.Paper = "" },
		"without plus, comma ": func(f *Function) { f.Name = "two words" },
	} {
		f := good
		spoil(&f)
		err := Scheme{&f, Double}.Validate()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	if err := (Scheme{}).Validate(); err == nil {
		t.Error("a scheme without a function passes")
	}
	if err := (Scheme{XXH3, 9}).Validate(); err == nil {
		t.Error("probing number 9 passes")
	}
}

// TestReduction: reduce and split against exact arithmetic at the extremes of
// word and range.
func TestReduction(t *testing.T) {
	words := []uint64{0, 1, 2, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1, 0x9e3779b97f4a7c15}
	for _, m := range []uint64{1, 2, 3, 1009, 1024, 1<<32 - 1, 1 << 33, 3 << 29, 1<<40 - 1, 1 << 40, 1<<63 + 1, 1<<64 - 1} {
		for r := range Reduction(3) {
			if r.Check(m) != nil {
				continue
			}
			for _, h := range words {
				want := bigReduce(r, new(big.Int).SetUint64(h), m).Uint64()
				if got := r.Reduce(h, m); got != want || got >= m {
					t.Errorf("reduce=%s: %d to [0,%d) is %d, want %d", r, h, m, got, want)
				}
				block, rest := r.Split(h, m)
				if block != want {
					t.Errorf("reduce=%s: split of %d by %d gives block %d, want %d", r, h, m, block, want)
				}
				if r == Fastrange && rest != h*m { // the low half of the product
					t.Errorf("split of %d by %d leaves %d, want %d", h, m, rest, h*m)
				}
			}
		}
	}
}

// TestReductionErrors: names and ranges that are refused.
func TestReductionErrors(t *testing.T) {
	if r, err := ParseReduction(""); err != nil || r != Fastrange {
		t.Errorf("the default is %s, %v; want fastrange", r, err)
	}
	for _, name := range reductionNames {
		if r, err := ParseReduction(name); err != nil || r.String() != name {
			t.Errorf("%s parses to %s, %v", name, r, err)
		}
	}
	_, err := ParseReduction("modulo")
	if want := `unknown reduction "modulo"; known: fastrange, mod, mask (did you mean "mod"?)`; err == nil || err.Error() != want {
		t.Errorf("%v, want %q", err, want)
	}
	for _, c := range []struct {
		r    Reduction
		m    uint64
		want string
	}{
		{Mask, 1000, "reduce=mask: 1000 positions: want a power of two"},
		{Fastrange, 0, "reduce=fastrange: 0 positions: want at least 1"},
		{Mod, 0, "reduce=mod: 0 positions"},
	} {
		if err := c.r.Check(c.m); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}
