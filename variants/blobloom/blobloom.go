// Package blobloom is the filter of github.com/greatroar/blobloom v0.8, bit for bit: a
// blocked filter for keys that are hashed already.
//
// The library takes 64-bit hashes; here they are XXH64 with seed 0 of the key, one of
// those that it recommends. The low half h2 chooses the block of 512 bits by fastrange,
// and enhanced double hashing walks in it:
//
//	for i = 1 .. k-1: h1 += h2; h2 += i; bit h1 mod 512
//
// So k counts the choice of the block, and a key sets k-1 bits: -k 8 is 7 bits.
// The library raises k to 2. Bits are rounded up to whole blocks.
//
// The block comes of high bits of h2, the step in it of its low 9 bits, so the two are
// independent; the rate is the mixture of blocks with enhanced positions: at 10 bits per
// key and 7 bits 1.0% where a classic filter has 0.82%. A hash of 64 bits is 32 for
// the block and 41 bits in all that positions look at; no floor is seen at the
// sizes of a machine.
//
// Size by rate: the library's Optimize, which rounds bits per key up to whole ones by a
// table, and takes the k that is second best by its own estimate. At 1% it takes 11 bits per
// key where 10.0 would do. A filter of a few keys has hundreds of probes, in one block.
//
// Native bytes: Dump's header of 64 bytes (with no comment) and the blocks.
package blobloom

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const (
	name  = "blobloom"
	block = 512
	head  = 64
	magic = "blobloom"
)

var scheme = hashes.Scheme{Function: system.XXH64(), Probing: hashes.Own}

// Variant is blobloom's filter.
var Variant = system.OfOne(system.Variant(variants.Variant{
	Name: name, Doc: "github.com/greatroar/blobloom: blocks of 512 bits, enhanced double hashing inside; k-1 bits a key",
	Paper:  "github.com/greatroar/blobloom v0.8.0; Putze, Sanders, Singler: Cache-, Hash- and Space-Efficient Bloom Filters, WEA 2007",
	Probes: true, Scheme: &scheme, Predict: predict,
	Version: "github.com/greatroar/blobloom v0.8.0", Promise: system.Asks("Config.FPRate: the rate asked for"),
}, shape, func(_ variants.Config, s variants.Shape) variants.Filter { return &filter{system.NewBody(s)} }))

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	of := func(m float64) (variants.Shape, error) {
		k := c.K
		if k == 0 {
			k = 1 + int(math.Max(1, math.Round(0.65*m/float64(c.Capacity)))) // below ln 2: blocks like fewer
		}
		if m = system.Up(m, block); m/block > math.MaxUint32 {
			return variants.Shape{}, fmt.Errorf("%s: %.0f blocks: want at most 2^32-1", name, m/block)
		}
		s, err := system.Shape(name, c, params, m, max(2, k))
		s.Blocks, s.BlockBits = s.Bits/block, block
		return s, err
	}
	if c.FPR == 0 {
		return of(system.Asked(c))
	}
	m, k := Optimize(c.Capacity, c.FPR, 0)
	if c.K != 0 {
		return of(m)
	}
	c.K = min(k, c.MaxK())
	s, err := of(m)
	s.K = max(s.K, k) // of one key 355: the library knows no bound
	return s, err
}

func predict(_ variants.Config, s variants.Shape, n uint64) theory.Rate {
	r := theory.Blocked(n, s.Blocks, block, s.K-1, theory.EnhancedNextMod)
	r.ModelError = math.Min(1, r.ModelError+0.001)
	r.Reason = "block and step are bits of one 32-bit number, taken for independent"
	return r
}

// filter is such a filter.
type filter struct{ system.Body }

// Contains reports whether the key of d may have been added.
func (f *filter) Contains(d hashes.Digest) bool {
	h1, h2 := uint32(d.A>>32), uint32(d.A)
	base := uint64(h2) * (f.Bits.Len() / block) >> 32 * block
	for i := 1; i < f.K(); i++ {
		h1 += h2
		h2 += uint32(i)
		if !f.Bits.Get(base + uint64(h1%block)) {
			return false
		}
	}
	return true
}

// Add sets the k-1 bits of d. It never fails.
func (f *filter) Add(d hashes.Digest) error {
	h1, h2 := uint32(d.A>>32), uint32(d.A)
	base := uint64(h2) * (f.Bits.Len() / block) >> 32 * block
	for i := 1; i < f.K(); i++ {
		h1 += h2
		h2 += uint32(i)
		f.Bits.Set(base + uint64(h1%block))
	}
	return nil
}

// NativeBytes is what Dump writes, without a comment.
func (f *filter) NativeBytes() ([]byte, error) { return f.dump(""), nil }

// dump is Dump; a comment has at most 44 bytes.
func (f *filter) dump(comment string) []byte {
	out := append(make([]byte, 0, head+f.Bits.Len()/8), magic...)
	for _, v := range []uint32{0, uint32(f.Bits.Len()/block - 1), uint32(f.K())} {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	out = append(out, comment...)
	return append(append(out, make([]byte, head-len(out))...), f.Bytes()...)
}

// ReadNative reads what Dump wrote, whatever its comment.
func (f *filter) ReadNative(data []byte) error {
	if len(data) < head || string(data[:len(magic)]) != magic || binary.LittleEndian.Uint32(data[8:]) != 0 {
		return system.Foreign(name, "%d bytes without the head of a dump", len(data))
	}
	blocks, k := uint64(binary.LittleEndian.Uint32(data[12:]))+1, binary.LittleEndian.Uint32(data[16:])
	switch {
	case blocks*block/8 != uint64(len(data)-head):
		return system.Foreign(name, "%d blocks claimed, %d bytes there", blocks, len(data)-head)
	case k < 2 || k > 1<<20:
		return system.Foreign(name, "k %d: want at least 2", k)
	}
	return f.Become(blocks*block, int(k), data[head:], binary.LittleEndian)
}
