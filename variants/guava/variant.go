package guava

import (
	"math"

	"github.com/twmb/murmur3"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	name32 = "guava-mitz32"
	name64 = "guava-mitz64"
	paper  = "Guava 31.1, com.google.common.hash.BloomFilterStrategies; Kirsch, Mitzenmacher: Less Hashing, Same Performance, ESA 2006"
)

// function is MurmurHash3 with Guava's seed.
func function() *hashes.Function {
	return &hashes.Function{
		Name: "murmur3_x64_128", Doc: "MurmurHash3 x64 of 128 bits, seed 0: A = h1, B = h2", Paper: "Appleby, SMHasher, MurmurHash3.cpp",
		Width: 128, Unseeded: true,
		Sum64:  func(key []byte, _ uint64) uint64 { h1, _ := murmur3.Sum128(key); return h1 },
		Sum128: func(key []byte, _ uint64) (h1, h2 uint64) { return murmur3.Sum128(key) },
	}
}

// The two variants share one function value, so that either scheme is one value.
var scheme = hashes.Scheme{Function: function(), Probing: hashes.Own}

// Mitz64 is Guava's default strategy.
var Mitz64 = variant(name64, "Guava's BloomFilter, strategy MURMUR128_MITZ_64: double hashing in 64 bits, mod the bits",
	func(b system.Body) variants.Filter { return &filter64{body{b, name64, 1}} },
	func(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
		return theory.Classic(n, s.Positions, s.K, theory.DoubleWrapMod)
	})

// Mitz32 is Guava's first strategy.
var Mitz32 = variant(name32, "Guava's BloomFilter, strategy MURMUR128_MITZ_32: double hashing in 31 bits, mod the bits",
	func(b system.Body) variants.Filter { return &filter32{body{b, name32, 0}} },
	func(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
		return system.Folded(n, s.Positions, s.K, 1<<31)
	})

func variant(name, doc string, wrap func(system.Body) variants.Filter, predict func(variants.Config, variants.Shape, uint64) theory.Rate) *variants.Variant {
	return system.OfOne(system.Variant(variants.Variant{Name: name, Doc: doc, Paper: paper, Probes: true, Scheme: &scheme, Predict: predict,
		Version: "Guava 31.1", Promise: expectedFpp},
		func(c variants.Config) (variants.Shape, error) { return shape(name, c) },
		func(_ variants.Config, s variants.Shape) variants.Filter { return wrap(system.NewBody(s)) }))
}

// expectedFpp is what Guava's method of that name says of a filter with its mean fill:
// (set bits / bits)^k.
func expectedFpp(_ variants.Config, s variants.Shape, n uint64) variants.Promise {
	fill := theory.FillMean(float64(float64(n)*float64(s.K)), float64(s.Positions))
	return variants.Promise{FPR: math.Pow(fill, float64(s.K)), Source: "expectedFpp() at the mean fill"}
}
