package filtertest

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// damage loads what is cut, flipped, overwritten, lengthened, or no filter at
// all. Everything must be refused. It ends at the first load that allocates by its
// word: the next claim may be larger than all memory, and Go's runtime then ends the
// whole test without a line of ours.
func (k *kit) damage() {
	if !k.v.Has(variants.CanSave) {
		return
	}
	for _, n := range []uint64{0, 40} {
		c := k.sized(k.schemes[0], 40)
		f := k.filled(c, newSource(c.Scheme, 17), n)
		if f == nil {
			return
		}
		good := k.saved(c, f)
		for cut := range good {
			k.refuses("cut to %d bytes", cut, good[:cut], c.Scheme)
		}
		for bit := range 8 * len(good) {
			bad := slices.Clone(good)
			bad[bit/8] ^= 1 << (bit % 8)
			k.refuses("bit %d flipped", bit, bad, c.Scheme)
		}
		for at := 0; at+8 <= len(good); at++ {
			for _, claim := range []uint64{1 << 60, 1 << 40, ^uint64(0)} {
				bad := slices.Clone(good)
				if binary.LittleEndian.PutUint64(bad[at:], claim); !slices.Equal(bad, good) {
					k.refuses("8 bytes at %d overwritten", at, bad, c.Scheme)
				}
			}
		}
		k.refuses("%d byte more", 1, append(slices.Clone(good), 0), c.Scheme)
		k.refuses("%d times after itself", 2, append(slices.Clone(good), good...), c.Scheme)
	}
	k.noise()
}

// refuses loads bad data. Memory may be as much as the data is long, eight times
// over, and 64 KiB besides; it is measured for a part of the cases, since
// measuring stops the world.
func (k *kit) refuses(what string, number int, bad []byte, s hashes.Scheme) {
	if k.hasTold("memory") {
		return
	}
	k.guard(func() {
		var f variants.Filter
		var err error
		load := func() { f, err = k.v.Load(bad, s) }
		if bits.OnesCount(uint(number)) <= 2 || number%16 == 0 {
			if bytes, most := allocated(load), uint64(8*len(bad)+1<<16); bytes > most {
				k.brokeAs("memory", what+": Load of %d bytes allocates %d", number, len(bad), bytes)
			}
		} else {
			load()
		}
		if err == nil || f != nil {
			k.brokeAs("accepted", what+": Load gives filter %v and error %v", number, f, err)
		}
	})
}

// noise loads bytes that no filter wrote.
func (k *kit) noise() {
	x := uint64(1)
	for size := range 64 {
		junk := make([]byte, 8*size)
		for i := 0; i < len(junk); i += 8 {
			x = hashes.SplitMix64(x)
			binary.LittleEndian.PutUint64(junk[i:], x)
		}
		k.refuses("%d words of noise", size, junk, k.schemes[0])
		k.refuses("%d words of zeros", size, make([]byte, 8*size), k.schemes[0])
	}
	k.refuses("%d bytes (nil)", 0, nil, k.schemes[0])
}
