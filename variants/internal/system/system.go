// Package system is what the filters of production systems share: a table of
// bits with a shape, the check of a size, and the theory of double hashing modulo
// the number of bits. How a key becomes positions, how a size follows from what is
// asked for, and the bytes, are each system's own and stand in its package.
package system

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/theory"
)

// Body is a table of bits and its shape. A system's filter embeds it.
type Body struct {
	Bits  bitarray.Array
	shape variants.Shape
}

// NewBody returns the empty body of a shape.
func NewBody(s variants.Shape) Body { return Body{bitarray.New(s.Bits), s} }

// Shape returns what the filter is and costs.
func (b *Body) Shape() variants.Shape { return sizing.Copy(b.shape) }

// SetBits returns the number of set bits.
func (b *Body) SetBits() uint64 { return b.Bits.Count() }

// Bytes returns the table as bytes, bit p being bit p%8 of byte p/8; the last byte
// may be cut.
func (b *Body) Bytes() []byte {
	words := b.Bits.Words()
	out := make([]byte, 0, 8*len(words))
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out[:(b.Bits.Len()+7)/8]
}

// Variant returns v with what all systems have alike: what its filters can do, that
// the order of keys is nothing to them, and a filter made by wrap, empty, of the shape
// that shape gives.
func Variant(v variants.Variant, shape func(variants.Config) (variants.Shape, error), wrap func(variants.Config, variants.Shape) variants.Filter) *variants.Variant {
	v.Can, v.OrderFree = []variants.Ability{variants.CanAdd, variants.CanCountBits}, true
	v.Shape = func(c variants.Config, _ uint64) (variants.Shape, error) { return shape(c) }
	v.New = func(c variants.Config) (variants.Filter, error) {
		s, err := shape(c)
		if err != nil {
			return nil, err
		}
		return wrap(c, s), nil
	}
	return &v
}

// Check is the part of validation that all share: the scheme, the sizes and the
// parameters, which it returns with their defaults.
func Check(name string, c variants.Config, own hashes.Scheme, known []variants.Param) (variants.Params, error) {
	if err := variants.CheckFixed(name, c, own); err != nil {
		return nil, err
	}
	return variants.FillParams(name, c.Params, known)
}

// Shape is the shape of a filter of that many bits and k probes, both whole
// numbers, where the limits of c allow it.
func Shape(name string, c variants.Config, params variants.Params, m float64, k int) (variants.Shape, error) {
	switch {
	case !(m >= 1):
		return variants.Shape{}, fmt.Errorf("%s: %v bits: want at least 1: a smaller fpr, more bits per key or more bits", name, m)
	case m > float64(c.MaxBits()):
		return variants.Shape{}, fmt.Errorf("%s: %.0f bits: want at most 2^%d: a smaller capacity, a larger fpr or fewer bits per key", name, m, bits.Len64(c.MaxBits())-1)
	case k < 1 || k > c.MaxK():
		return variants.Shape{}, fmt.Errorf("%s: k %d follows from the size: want 1 to %d: a larger fpr, fewer bits, or k given", name, k, c.MaxK())
	}
	n := uint64(m)
	return variants.Shape{Bits: n, Positions: n, Allocated: bitarray.Words(n) * 64, K: k, Capacity: c.Capacity, Params: params}, nil
}

// OfOne makes v's filter of no keys that of one key: of a system that counts none as one,
// or whose least filter is the same for both.
func OfOne(v *variants.Variant) *variants.Variant {
	v.Empty = func(c variants.Config) (variants.Filter, error) {
		c.Capacity = 1
		return v.New(c)
	}
	return v
}

// NoKeys is the shape of m bits, for no keys, where shape gives that of c for one. k
// follows from the bits per key or is given: neither bits in all nor a rate say it.
func NoKeys(name string, c variants.Config, m uint64, shape func(variants.Config) (variants.Shape, error)) (variants.Shape, error) {
	c.Capacity = 1
	s, err := shape(c)
	if err == nil && c.BitsPerKey == 0 && c.K == 0 {
		err = fmt.Errorf("%s: no keys: k follows from the bits per key, which neither bits nor a rate say of no keys: want bits-per-key, or k", name)
	}
	s.Bits, s.Positions, s.Allocated, s.Capacity, s.Blocks = m, m, bitarray.Words(m)*64, 0, 0
	return s, err
}

// Asks returns the promise of a system that sizes a filter by a rate and means to keep
// it: that rate, and nothing where no rate was asked for.
func Asks(source string) func(variants.Config, variants.Shape, uint64) variants.Promise {
	return func(c variants.Config, _ variants.Shape, n uint64) variants.Promise {
		if c.FPR == 0 || n > c.Capacity {
			return variants.Promise{FPR: math.NaN(), Source: source}
		}
		return variants.Promise{FPR: c.FPR, Source: source}
	}
}

// PerKey returns the promise of a document that speaks of so many bits per key only,
// for filters that have them, by what was asked for.
func PerKey(perKey, rate float64, source string) func(variants.Config, variants.Shape, uint64) variants.Promise {
	return func(c variants.Config, s variants.Shape, n uint64) variants.Promise {
		if n > c.Capacity || math.Abs(s.BitsPerKey(c.Capacity)/perKey-1) > 0.1 {
			return variants.Promise{FPR: math.NaN(), Source: source}
		}
		return variants.Promise{FPR: rate, Source: source}
	}
}

// Asked is the number of bits that c asks for by Bits or BitsPerKey, a whole number.
func Asked(c variants.Config) float64 {
	if c.Bits != 0 {
		return float64(c.Bits)
	}
	return math.Max(1, math.Round(c.BitsPerKey*float64(c.Capacity)))
}

// Up rounds m up to a multiple of unit.
func Up(m, unit float64) float64 { return math.Ceil(m/unit) * unit }

// Folded is the theory of double hashing whose sums are signed: those below 0 are
// turned to the positive side and then taken modulo m, so that every position has
// two sums. Sums are of the number of bits given (reach positions exist: 2^31 of
// 32 bits), the rate is that of unsigned sums, and what it has above the rate of
// independent positions is uncertain: simulated with ideal values it was 0.3 to
// 1.5 times that (m = 64 to 1024; least at powers of two).
func Folded(n, m uint64, k int, reach uint64) theory.Rate {
	within := min(m, reach)
	r := theory.Classic(n, within, k, theory.DoubleWrapMod)
	draws := theory.Classic(n, within, k, theory.WithReplacement)
	if wrong := 1.3 * math.Abs(r.FPR-draws.FPR); wrong > 0 {
		r.ModelError = math.Min(1, wrong/r.FPR)
		r.Reason = "signed sums: the surplus of double hashing is known to its order only"
	}
	r.Formula += ", signed sums"
	return r
}

// Foreign is the error for bytes that are not those of a filter of the system: why
// not is said by format and args.
func Foreign(name, format string, args ...any) error {
	return fmt.Errorf("%s: not a filter of it: %s", name, fmt.Sprintf(format, args...))
}

// K returns the number of probes.
func (b *Body) K() int { return b.shape.K }

// Become makes b a body of m bits and k probes with the words of data, of which the
// last may be cut short.
func (b *Body) Become(m uint64, k int, data []byte, order binary.ByteOrder) error {
	words := make([]uint64, bitarray.Words(m))
	for i := range words {
		var word [8]byte
		copy(word[:], data[8*i:])
		words[i] = order.Uint64(word[:])
	}
	array, err := bitarray.Of(words, m)
	if err != nil {
		return err
	}
	b.Bits = array
	b.shape.Bits, b.shape.Positions, b.shape.Allocated, b.shape.K = m, m, array.Allocated(), k
	return nil
}
