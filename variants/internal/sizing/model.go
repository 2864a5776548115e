package sizing

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/theory"
)

// Model returns theory's name for how a probing draws its positions under a
// reduction. Every variant that probes binds its formula through it, so that a
// prediction is for the reduction in use: they differ by up to a factor of four
// in what double hashing adds.
func Model(p hashes.Probing, r hashes.Reduction) theory.Positions {
	switch {
	case p == hashes.Own:
		panic("sizing: own probing has no formula: a filter that brings its own hash brings its theory")
	case p == hashes.Independent || p == hashes.Sliced:
		return theory.WithReplacement
	case p == hashes.Enhanced:
		return theory.EnhancedMod
	case p == hashes.Triple && r == hashes.Fastrange:
		return theory.TripleFastrange
	case p == hashes.Triple:
		return theory.TripleMod // under mask as well: the low bits of a sum are the sum mod 2^t
	case r == hashes.Mod:
		return theory.DoubleMod
	case r == hashes.Mask:
		return theory.DoubleOdd
	}
	return theory.DoubleFastrange
}

// ModelOf is Model of a filter's scheme and reduction, which its Shape passed.
func ModelOf(s hashes.Scheme, reduce string) theory.Positions {
	r, err := hashes.ParseReduction(reduce)
	if err != nil {
		panic("sizing: " + err.Error()) // a Shape holds checked parameters only
	}
	return Model(s.Probing, r)
}
