// Package bitsandblooms is the filter of github.com/bits-and-blooms/bloom v3, the
// most used one in Go, bit for bit. The variant is called bits-and-blooms.
//
// Four words come of two evaluations of MurmurHash3 x64 of 128 bits, seed 0: of the
// key, and of the key with a byte 1 behind it. Location i is one of the first two plus
// i times one of the last two, in turns, in 64 bits, and then mod m:
//
//	h[i mod 2] + i*h[2 + ((i + i mod 2) mod 4)/2]
//
// That is two double hashings in one, so keys hardly ever share all positions, and the
// rate is that of independent positions: the surplus of plain double hashing is gone.
// The price is two evaluations and k divisions a key.
//
// m = ceil(-n ln p / (ln 2)^2), k = ceil(ln 2 m/n): k is rounded up, where nearest is
// best: at p = 1% k is 7, at 2% 6, at 5% 5 though 4 is nearer. m is not rounded to words. Asked for
// bits, with or without k, it has exactly so many.
//
// Native bytes: m, k, m, and the words, 64 bits big-endian each, as WriteTo writes.
package bitsandblooms

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/twmb/murmur3"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const name = "bits-and-blooms"

var scheme = *hashes.KeyScheme()

// Variant is the filter of bits-and-blooms/bloom v3.
var Variant = system.Variant(variants.Variant{
	Name: name, Doc: "github.com/bits-and-blooms/bloom v3: two double hashings in turns, mod m",
	Paper:  "github.com/bits-and-blooms/bloom v3.7.1, bloom.go",
	Probes: true, Scheme: &scheme, Predict: predict, Empty: empty,
	Version: "github.com/bits-and-blooms/bloom v3.7.1", Promise: system.Asks("NewWithEstimates: the rate asked for"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return &filter{system.NewBody(s)} })

// EstimateParameters is the library's: bits and k of n keys at rate p.
func EstimateParameters(n, p float64) (m, k float64) {
	ln2 := math.Ln2
	m = math.Ceil(float64(-1*n) * math.Log(p) / math.Pow(ln2, 2))
	return m, bestK(n, m)
}

func bestK(n, m float64) float64 { return math.Ceil(float64(math.Ln2*m) / n) }

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	m := system.Asked(c)
	if c.FPR != 0 {
		m, _ = EstimateParameters(float64(c.Capacity), c.FPR)
		m = math.Max(1, m)
	}
	k := c.K
	if k == 0 {
		k = int(math.Max(1, bestK(float64(c.Capacity), m)))
	}
	return system.Shape(name, c, params, m, k)
}

// empty is a filter made by New(m, k): estimates for no keys are undefined.
func empty(c variants.Config) (variants.Filter, error) {
	if c.Bits == 0 || c.K == 0 {
		return nil, fmt.Errorf("%s: no keys: the library divides 0 by 0 for k, and what that is depends on the processor: want bits and k", name)
	}
	c.Capacity = 1
	s, err := shape(c)
	if err != nil {
		return nil, err
	}
	return &filter{system.NewBody(s)}, nil
}

// predict takes positions for independent, which they are in pairs.
func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := theory.Classic(n, s.Positions, s.K, theory.WithReplacement)
	if s.K > 2 {
		r.ModelError = math.Min(1, 0.005+float64(s.K*s.K*s.K)/float64(s.Positions))
		r.Reason = "positions come of four words, taken for independent"
	}
	return r
}

// filter is such a filter.
type filter struct{ system.Body }

// words returns the four words of a key. The second evaluation goes on where the
// library's does: over the key and one byte more.
func words(key []byte) (h [4]uint64) {
	h[0], h[1] = murmur3.Sum128(key)
	var buffer [64]byte
	h[2], h[3] = murmur3.Sum128(append(append(buffer[:0], key...), 1))
	return h
}

// location is the word of position i.
func location(h *[4]uint64, i uint64) uint64 { return h[i%2] + i*h[2+((i+i%2)%4)/2] }

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	h, m := words(d.Key()), f.Bits.Len()
	for i := range uint64(f.K()) {
		if !f.Bits.Get(location(&h, i) % m) {
			return false
		}
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	h, m := words(d.Key()), f.Bits.Len()
	for i := range uint64(f.K()) {
		f.Bits.Set(location(&h, i) % m)
	}
	return nil
}

// NativeBytes is what WriteTo writes.
func (f *filter) NativeBytes() ([]byte, error) {
	var out []byte
	for _, v := range append([]uint64{f.Bits.Len(), uint64(f.K()), f.Bits.Len()}, f.Bits.Words()...) {
		out = binary.BigEndian.AppendUint64(out, v)
	}
	return out, nil
}

// ReadNative reads what WriteTo wrote.
func (f *filter) ReadNative(data []byte) error {
	if len(data) < 24 {
		return system.Foreign(name, "%d bytes: want at least 24", len(data))
	}
	m, k, length := binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:]), binary.BigEndian.Uint64(data[16:])
	switch {
	case m == 0 || m != length || bitarray.Words(m) != uint64(len(data)-24)/8 || len(data)%8 != 0:
		return system.Foreign(name, "m %d, %d bits, %d bytes of words", m, length, len(data)-24)
	case k < 1 || k > 255:
		return system.Foreign(name, "k %d: want 1 to 255", k)
	}
	return f.Become(m, int(k), data[24:], binary.BigEndian)
}
