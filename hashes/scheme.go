package hashes

import (
	"fmt"
	"strings"
)

// Function is a hash function as a value: bytes and a seed to 64-bit words.
// A stranger's function is a Function in the stranger's own module. All fields
// but Long are required; the functions must be pure and allocate nothing.
type Function struct {
	Name  string // the scheme word, e.g. "xxh3"
	Doc   string // one line: what it is, word order, how it takes the seed
	Paper string // where it is defined
	Width int    // bits of the native digest: 64, 128, 160, 256
	Weak  string // why it is unfit for hostile or structured keys; "" if it is not

	// Sum64 returns the first word of the digest.
	Sum64 func(key []byte, seed uint64) uint64
	// Sum128 returns two words. Functions of 64 bits get the second from a
	// second seeded evaluation (SecondSeed).
	Sum128 func(key []byte, seed uint64) (a, b uint64)
	// Long writes the whole digest of (key, counter) as 64-bit words into out
	// and returns how many it wrote; counter 0 is the plain digest of the key.
	// nil for functions of 64 bits, over which slicing makes no sense.
	Long func(key []byte, seed, counter uint64, out *[8]uint64) int
}

// Probing says how the k positions of a key come from its digest.
type Probing uint8

// The probings. See the package comment for what each costs.
const (
	Independent Probing = iota // one seeded evaluation a position
	Double                     // h1 + i*h2 (Kirsch and Mitzenmacher 2006)
	Enhanced                   // double with a cubic term (Dillinger and Manolios 2004)
	Triple                     // h1 + i*h2 + i(i-1)/2*h3 (Dillinger and Manolios 2004)
	Sliced                     // consecutive slices of one long digest
)

var probingNames = [...]string{"independent", "double", "enhanced", "triple", "sliced"}

// String returns the word used in scheme names.
func (p Probing) String() string { return probingNames[p] }

// Probings returns all probings in the order of their constants.
func Probings() []Probing { return []Probing{Independent, Double, Enhanced, Triple, Sliced} }

// Scheme is a function and a probing: everything that turns a key into
// positions but the seed. It is an immutable value.
type Scheme struct {
	Function *Function
	Probing  Probing
}

// Name returns the scheme's word, e.g. "xxh3+double".
func (s Scheme) Name() string { return s.Function.Name + "+" + s.Probing.String() }

// Lazy reports whether digests of s carry a Source.
func (s Scheme) Lazy() bool {
	return s.Probing == Independent || s.Probing == Triple || s.Probing == Sliced
}

// Validate refuses a pair that makes no sense, with the reason.
func (s Scheme) Validate() error {
	if s.Function == nil {
		return fmt.Errorf("scheme: no hash function")
	}
	if s.Probing == Sliced && s.Function.Long == nil {
		return fmt.Errorf("scheme %s: slicing needs a digest of at least 128 bits and %s has %d; use independent, double, enhanced or triple",
			s.Name(), s.Function.Name, s.Function.Width)
	}
	return nil
}

// ParseScheme finds "function+probing" among functions. The error names what is
// known and the nearest name.
func ParseScheme(name string, functions []*Function) (Scheme, error) {
	word, probing, ok := strings.Cut(name, "+")
	if !ok {
		return Scheme{}, fmt.Errorf("scheme %q: want FUNCTION+PROBING, e.g. xxh3+double", name)
	}
	var s Scheme
	var names []string
	for _, f := range functions {
		names = append(names, f.Name)
		if f.Name == word {
			s.Function = f
		}
	}
	if s.Function == nil {
		return Scheme{}, fmt.Errorf("scheme %q: %s", name, Unknown("hash function", word, names))
	}
	for _, p := range Probings() {
		if p.String() == probing {
			s.Probing = p
			return s, s.Validate()
		}
	}
	return Scheme{}, fmt.Errorf("scheme %q: %s", name, Unknown("probing", probing, probingNames[:]))
}
