package peers

import (
	"github.com/FastFilter/xorfilter"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// fingerprinted is a static filter of the library with w-bit fingerprints.
func fingerprinted(name, doc string, w int, slots func(n uint64) uint64, build func([]uint64) (func(uint64) bool, error)) *variants.Variant {
	return peer{
		name: name, doc: doc, module: "github.com/FastFilter/xorfilter", scheme: xxHash64(), static: true,
		size: func(a ask) variants.Shape { return variants.Shape{Bits: slots(a.n) * uint64(w), Remainder: w} },
		promise: func(ask) variants.Promise {
			return variants.Promise{FPR: theory.FingerprintRate(w), Source: "its README: 0.39% with 8 bits, 0.0015% with 16"}
		},
		theory: func(s variants.Shape, _ uint64) theory.Rate {
			return theory.Rate{FPR: theory.FingerprintRate(s.Remainder), Formula: "2^-w (Graf and Lemire 2020, 2022)"}
		},
		make: func(ask) filter { return filter{build: build} },
	}.variant()
}

// xorSlots is the table of an xor filter.
func xorSlots(n uint64) uint64 { return (32 + uint64(float64(n)*1.23)) / 3 * 3 }

// xor8 is the xor filter of 8-bit fingerprints.
func xor8() *variants.Variant {
	return fingerprinted("xor8", "xor filter of 8 bits over 64-bit hashes", 8, xorSlots, func(all []uint64) (func(uint64) bool, error) {
		f, err := xorfilter.Populate(all)
		if err != nil {
			return nil, err
		}
		return f.Contains, nil
	})
}

// fuseSlots is the table of a binary fuse filter.
func fuseSlots(n uint64) uint64 { return theory.FuseSlots(3, n) }

// fuse8 is the binary fuse filter of 8-bit fingerprints.
func fuse8() *variants.Variant {
	return fingerprinted("fuse8", "3-wise binary fuse filter of 8 bits over 64-bit hashes", 8, fuseSlots, fuse[uint8])
}

// fuse16 is the binary fuse filter of 16-bit fingerprints.
func fuse16() *variants.Variant {
	return fingerprinted("fuse16", "3-wise binary fuse filter of 16 bits over 64-bit hashes", 16, fuseSlots, fuse[uint16])
}

// fuse builds a binary fuse filter.
func fuse[T xorfilter.Unsigned](all []uint64) (func(uint64) bool, error) {
	f, err := xorfilter.NewBinaryFuse[T](all)
	if err != nil {
		return nil, err
	}
	return f.Contains, nil
}
