package guava

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// OptimalBits is Guava's optimalNumOfBits: for n insertions at rate p, before
// rounding to words.
func OptimalBits(n uint64, p float64) float64 {
	ln2 := math.Ln2 // of float64, squared in float64
	return math.Trunc(float64(-float64(n)*math.Log(p)) / float64(ln2*ln2))
}

// OptimalK is Guava's optimalNumOfHashFunctions, of n insertions in m bits.
func OptimalK(n uint64, m float64) int {
	return int(math.Max(1, math.Floor(float64(m/float64(n)*math.Ln2)+0.5)))
}

// shape is that of a filter for c.
func shape(name string, c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	m := system.Asked(c)
	if c.FPR != 0 {
		m = OptimalBits(c.Capacity, c.FPR)
	}
	k := c.K
	if k == 0 {
		k = OptimalK(c.Capacity, m)
	}
	return system.Shape(name, c, params, system.Up(m, 64), k)
}

// body is what both strategies share.
type body struct {
	system.Body
	name    string
	ordinal byte // the strategy's number in the bytes
}

// filter64 has positions of 63 bits.
type filter64 struct{ body }

// Contains reports whether the key of d may have been added.
func (f *filter64) Contains(d hashes.Digest) bool {
	words, m := f.Bits.Words(), f.Bits.Len()
	x := d.A
	for range f.K() {
		if p := x &^ (1 << 63) % m; words[p>>6]>>(p&63)&1 == 0 {
			return false
		}
		x += d.B
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter64) Add(d hashes.Digest) error {
	m, x := f.Bits.Len(), d.A
	for range f.K() {
		f.Bits.Set(x &^ (1 << 63) % m)
		x += d.B
	}
	return nil
}

// filter32 has positions of 31 bits.
type filter32 struct{ body }

// position is the sum c as a position.
func position(c int32, m uint64) uint64 {
	return uint64(c^c>>31) % m // c>>31 is all ones below 0: NOT c
}

// Contains reports whether the key of d may have been added.
func (f *filter32) Contains(d hashes.Digest) bool {
	m := f.Bits.Len()
	c, step := int32(d.A), int32(d.A>>32)
	for range f.K() {
		c += step
		if !f.Bits.Get(position(c, m)) {
			return false
		}
	}
	return true
}

// Add sets the k bits of d. It never fails.
func (f *filter32) Add(d hashes.Digest) error {
	m := f.Bits.Len()
	c, step := int32(d.A), int32(d.A>>32)
	for range f.K() {
		c += step
		f.Bits.Set(position(c, m))
	}
	return nil
}

// NativeBytes is what Guava's writeTo writes.
func (b *body) NativeBytes() ([]byte, error) {
	words := b.Bits.Words()
	if len(words) > math.MaxInt32 || b.K() > 255 {
		return nil, fmt.Errorf("%s: %d words, k %d: Guava writes at most 2^31-1 words and k 255", b.name, len(words), b.K())
	}
	out := append(make([]byte, 0, 6+8*len(words)), b.ordinal, byte(b.K()))
	out = binary.BigEndian.AppendUint32(out, uint32(len(words)))
	for _, w := range words {
		out = binary.BigEndian.AppendUint64(out, w)
	}
	return out, nil
}

// ReadNative reads what writeTo wrote.
func (b *body) ReadNative(data []byte) error {
	bad := func(format string, args ...any) error { return system.Foreign(b.name, format, args...) }
	if len(data) < 6 {
		return bad("%d bytes: want at least 6", len(data))
	}
	words := uint64(binary.BigEndian.Uint32(data[2:]))
	switch {
	case data[0] != b.ordinal && data[0] <= 1:
		return bad("strategy %d is that of %s", data[0], []string{name32, name64}[data[0]])
	case data[0] > 1:
		return bad("strategy %d: want %d", data[0], b.ordinal)
	case data[1] == 0:
		return bad("k 0: want 1 to 255")
	case words == 0 || words > math.MaxInt32 || uint64(len(data)) != 6+8*words:
		return bad("%d words claimed, %d bytes there", words, len(data)-6)
	}
	return b.Become(64*words, int(data[1]), data[6:], binary.BigEndian)
}
