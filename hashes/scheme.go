package hashes

import (
	"fmt"
	"strings"
)

// Probing says how the k positions of a key come from its digest.
type Probing uint8

// The probings. See the package comment for what each costs.
const (
	Independent Probing = iota // one seeded evaluation a position
	Double                     // h1 + i*h2 (Kirsch and Mitzenmacher 2006)
	Enhanced                   // double with a cubic term (Dillinger and Manolios 2004)
	Triple                     // h1 + i*h2 + i(i-1)/2*h3 (Dillinger and Manolios 2004)
	Sliced                     // consecutive slices of one long digest
	Own                        // the words of the function as they are; positions are the filter's business
)

var probingNames = [...]string{"independent", "double", "enhanced", "triple", "sliced", "own"}

// String returns the word used in scheme names.
func (p Probing) String() string { return probingNames[p] }

// Probings returns the probings that make positions for any filter, in the order
// of their constants: all but Own.
func Probings() []Probing { return []Probing{Independent, Double, Enhanced, Triple, Sliced} }

// Scheme is a function and a probing: everything that turns a key into
// positions but the seed. It is an immutable value.
type Scheme struct {
	Function *Function
	Probing  Probing
}

// Name returns the scheme's word, e.g. "xxh3+double".
func (s Scheme) Name() string { return s.Function.Name + "+" + s.Probing.String() }

// Lazy reports whether digests of s carry a Source: one that makes words, or, for
// a Raw function, one that holds the key.
func (s Scheme) Lazy() bool {
	switch s.Probing {
	case Independent, Triple, Sliced:
		return true
	case Own:
		return s.Function.Raw || s.Function.Width > 128
	}
	return false
}

// CheckPositions refuses a scheme that leaves positions to the filter: no Walker
// walks it and no formula knows where its probes fall.
func (s Scheme) CheckPositions() error {
	if s.Probing == Own {
		return fmt.Errorf("scheme %s: own probing leaves the positions to a filter that brings its own hash; want %s",
			s.Name(), strings.Join(probingNames[:Own], ", "))
	}
	return nil
}

// Validate refuses a pair that makes no sense, with the reason.
func (s Scheme) Validate() error {
	if s.Function == nil {
		return fmt.Errorf("scheme: no hash function")
	}
	if err := s.Function.Validate(); err != nil {
		return err
	}
	switch {
	case s.Probing > Own:
		return fmt.Errorf("scheme %s: unknown probing number %d", s.Function.Name, s.Probing)
	case s.Function.Raw && s.Probing != Own:
		return fmt.Errorf("scheme %s: the digest of %s is the key itself, which has no words to make positions of; use own", s.Name(), s.Function.Name)
	case s.Function.Unseeded && s.Probing != Own:
		return fmt.Errorf("scheme %s: %s takes no seed, and every trial would hash alike; use own", s.Name(), s.Function.Name)
	case s.Probing == Own && s.Function.Width > 128 && s.Function.Long == nil:
		return fmt.Errorf("scheme %s: a digest of %d bits needs the function's Long", s.Name(), s.Function.Width)
	case s.Probing == Sliced && s.Function.Long == nil:
		return fmt.Errorf("scheme %s: slicing needs a digest of at least 128 bits and %s has %d; use independent, double, enhanced or triple",
			s.Name(), s.Function.Name, s.Function.Width)
	}
	return nil
}

// ParseScheme finds "function+probing" among functions. The error names what is
// known and the nearest name. Own is found too, though only a filter that brings
// its own hash can be used with it.
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
	for i, known := range probingNames {
		if known == probing {
			s.Probing = Probing(i)
			return s, s.Validate()
		}
	}
	return Scheme{}, fmt.Errorf("scheme %q: %s", name, Unknown("probing", probing, probingNames[:Own]))
}
