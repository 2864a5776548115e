package variants

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
)

// MaxK is the largest number of probes a filter takes.
const MaxK = 64

// CheckConfig refuses what no variant can use that takes any scheme: it names the
// variant, the field, the value and what is allowed.
func CheckConfig(variant string, c Config) error {
	if err := checkSizes(variant, c); err != nil {
		return err
	}
	err := c.Scheme.Validate()
	if err == nil {
		err = c.Scheme.CheckPositions()
	}
	if err != nil {
		return fmt.Errorf("%s: %w", variant, err)
	}
	return nil
}

// checkSizes is CheckConfig without the scheme.
func checkSizes(variant string, c Config) error {
	bad := func(field string, value any, want string) error {
		return fmt.Errorf("%s: %s %v: want %s", variant, field, value, want)
	}
	given := 0
	for _, set := range []bool{c.Bits != 0, c.BitsPerKey != 0, c.FPR != 0} {
		if set {
			given++
		}
	}
	switch {
	case c.Capacity == 0:
		return bad("capacity", 0, "at least 1 key")
	case given != 1:
		return fmt.Errorf("%s: sizing: want exactly one of bits, bits-per-key and fpr, got %d", variant, given)
	case c.Bits > c.MaxBits():
		return bad("bits", c.Bits, fmt.Sprintf("1 to 2^%d", bits.Len64(c.MaxBits())-1))
	case c.BitsPerKey > 0 && c.BitsPerKey <= float64(c.MaxBits()) && c.BitsPerKey*float64(c.Capacity) > float64(c.MaxBits()):
		return bad("n or capacity", c.Capacity, fmt.Sprintf("at most %.0f keys at %v bits-per-key, which are 2^%d bits in all",
			math.Floor(float64(c.MaxBits())/c.BitsPerKey), c.BitsPerKey, bits.Len64(c.MaxBits())-1))
	case c.BitsPerKey != 0 && !(c.BitsPerKey > 0 && c.BitsPerKey <= float64(c.MaxBits())):
		return bad("bits-per-key", c.BitsPerKey, fmt.Sprintf("a number above 0 with at most 2^%d bits in all", bits.Len64(c.MaxBits())-1))
	case c.FPR != 0 && !(c.FPR > 0 && c.FPR < 1):
		return bad("fpr", c.FPR, "a number in the open interval (0, 1)")
	case c.K < 0 || c.K > c.MaxK():
		return bad("k", c.K, fmt.Sprintf("1 to %d", c.MaxK()))
	}
	return nil
}

// FillParams returns all parameters in force: those given, checked to be among
// known, and the defaults of the others.
func FillParams(variant string, given Params, known []Param) (Params, error) {
	full := Params{}
	var names []string
	for _, p := range known {
		full[p.Name] = p.Default
		names = append(names, p.Name)
	}
	for name, value := range given {
		if _, ok := full[name]; !ok {
			if len(names) == 0 {
				return nil, fmt.Errorf("%s: parameter %q: this variant has none", variant, name)
			}
			return nil, fmt.Errorf("%s: %s", variant, hashes.Unknown("parameter", name, names))
		}
		full[name] = value
	}
	return full, nil
}

// Int returns parameter name as an integer in [low, high].
func (p Params) Int(variant, name string, low, high int) (int, error) {
	v, err := strconv.Atoi(p[name])
	if err != nil || v < low || v > high {
		return 0, fmt.Errorf("%s: parameter %s=%s: want a whole number from %d to %d", variant, name, p[name], low, high)
	}
	return v, nil
}

// Reduction returns the parameter "reduce".
func (p Params) Reduction(variant string) (hashes.Reduction, error) {
	r, err := hashes.ParseReduction(p["reduce"])
	if err != nil {
		return 0, fmt.Errorf("%s: parameter reduce: %w", variant, err)
	}
	return r, nil
}

// ReduceParam is the parameter of every variant that reduces words to positions.
var ReduceParam = Param{"reduce", "fastrange", "how a word becomes a position: fastrange, mod, or mask (a power of two)"}

// Validate reports what is missing or contradictory in a Variant, so that a
// stranger's mistake is named before anything runs.
func (v *Variant) Validate() error {
	switch {
	case v.Name == "":
		return fmt.Errorf("variant without a name (%q)", v.Doc)
	case v.Doc == "" || v.Paper == "":
		return fmt.Errorf("variant %s: needs Doc and Paper", v.Name)
	case v.Shape == nil || v.New == nil || v.Predict == nil:
		return fmt.Errorf("variant %s: needs Shape, New and Predict", v.Name)
	case v.Has(CanAdd) == v.Has(CanBuild):
		return fmt.Errorf("variant %s: needs exactly one of the abilities add and build", v.Name)
	case v.Has(CanSave) != (v.Load != nil):
		return fmt.Errorf("variant %s: ability save and Load belong together", v.Name)
	case v.Scheme != nil && v.Scheme.Function != nil && v.Scheme.Function.Raw && v.Has(CanBuild):
		return fmt.Errorf("variant %s: ability build and the scheme %s: a set is built of words, and the digest of %s is a key; take add",
			v.Name, v.Scheme.Name(), v.Scheme.Function.Name)
	case v.Scheme != nil && v.CheckScheme != nil:
		return fmt.Errorf("variant %s: a fixed Scheme and CheckScheme: want at most one of them", v.Name)
	}
	if v.Scheme != nil {
		if err := v.Scheme.Validate(); err != nil {
			return fmt.Errorf("variant %s: %w", v.Name, err)
		}
	}
	for _, r := range v.Name {
		if (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' {
			return fmt.Errorf("variant %q: a name has lower-case letters, digits and dashes only", v.Name)
		}
	}
	return nil
}
