package peers

import (
	"github.com/FastFilter/xorfilter"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// fingerprinted is a static filter of the library with w-bit fingerprints.
func fingerprinted(name, doc string, w int, slots func(n uint64) uint64, direct func(a ask, s sized) variants.Filter) *variants.Variant {
	return peer{
		name: name, doc: doc, module: "github.com/FastFilter/xorfilter", scheme: xxHash64(), can: []variants.Ability{variants.CanBuild},
		size: func(a ask) variants.Shape { return variants.Shape{Bits: slots(a.n) * uint64(w), Remainder: w} },
		promise: func(ask) variants.Promise {
			return variants.Promise{FPR: theory.FingerprintRate(w), Source: "its README: 0.39% with 8 bits, 0.0015% with 16"}
		},
		theory: func(s variants.Shape, _ uint64) theory.Rate {
			return theory.Rate{FPR: theory.FingerprintRate(s.Remainder), Formula: "2^-w (Graf and Lemire 2020, 2022)"}
		},
		direct: direct,
	}.variant()
}

// xorSlots is the table of an xor filter.
func xorSlots(n uint64) uint64 { return (32 + uint64(float64(n)*1.23)) / 3 * 3 }

// xor8 is the xor filter of 8-bit fingerprints.
func xor8() *variants.Variant {
	memory := new(words)
	return fingerprinted("xor8", "xor filter of 8 bits over 64-bit hashes", 8, xorSlots, func(_ ask, s sized) variants.Filter {
		return &xorFilter{sized: s, memory: memory}
	})
}

// xorFilter is built from hashes.
type xorFilter struct {
	sized
	lib    *xorfilter.Xor8
	memory *words
}

// Build hands over all hashes.
func (f *xorFilter) Build(digests []hashes.Digest) (err error) {
	all, back := f.memory.of(digests)
	defer back()
	f.lib, err = xorfilter.Populate(all)
	return err
}

// Tries returns 1: the library does not tell how often it tried.
func (f *xorFilter) Tries() int { return 1 }

// Contains asks for a hash.
func (f *xorFilter) Contains(d hashes.Digest) bool { return f.lib.Contains(d.A) }

// fuseSlots is the table of a binary fuse filter.
func fuseSlots(n uint64) uint64 { return theory.FuseSlots(3, n) }

// fuse8 is the binary fuse filter of 8-bit fingerprints.
func fuse8() *variants.Variant {
	return fingerprinted("fuse8", "3-wise binary fuse filter of 8 bits over 64-bit hashes", 8, fuseSlots, fuse[uint8]())
}

// fuse16 is the binary fuse filter of 16-bit fingerprints.
func fuse16() *variants.Variant {
	return fingerprinted("fuse16", "3-wise binary fuse filter of 16 bits over 64-bit hashes", 16, fuseSlots, fuse[uint16]())
}

// fuse makes binary fuse filters that share memory for their hashes.
func fuse[T xorfilter.Unsigned]() func(a ask, s sized) variants.Filter {
	memory := new(words)
	return func(_ ask, s sized) variants.Filter { return &fuseFilter[T]{sized: s, memory: memory} }
}

// fuseFilter is built from hashes.
type fuseFilter[T xorfilter.Unsigned] struct {
	sized
	lib    *xorfilter.BinaryFuse[T]
	memory *words
}

// Build hands over all hashes.
func (f *fuseFilter[T]) Build(digests []hashes.Digest) (err error) {
	all, back := f.memory.of(digests)
	defer back()
	f.lib, err = xorfilter.NewBinaryFuse[T](all)
	return err
}

// Tries returns 1: the library does not tell how often it tried.
func (f *fuseFilter[T]) Tries() int { return 1 }

// Contains asks for a hash.
func (f *fuseFilter[T]) Contains(d hashes.Digest) bool { return f.lib.Contains(d.A) }
