package ribbon

import (
	"fmt"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// Build makes the filter of a set: duplicates are removed, an earlier set is
// replaced. A set larger than the capacity gets a table of its own size. On an
// error, too many keys or digests that no seed can tell apart, the filter is empty.
func (f *Filter) Build(digests []hashes.Digest) error {
	distinct := uint64(len(digests)) > f.config.Capacity
	if distinct {
		digests = static.Distinct(digests)
	}
	if err := f.resize(uint64(len(digests))); err != nil {
		return err
	}
	w := newWork(f.plan, len(digests))
	for try := 1; try <= static.MaxTries; try++ {
		f.built.Tries = try
		f.ready()
		verdict := f.band(digests, w, distinct)
		if verdict == repetitive {
			digests, distinct = static.Distinct(digests), true
			w.clear()
			verdict = f.band(digests, w, distinct)
		}
		if verdict == built {
			w.solve(f.words, f.plan, f.ma)
			f.built.Keys = uint64(len(digests) - w.twice)
			f.ready()
			return nil
		}
		w.clear()
	}
	return fmt.Errorf("%s: build: %d distinct keys in %d slots: none of %d seeds gives equations with a solution; want digests of a better hash function",
		name, len(static.Distinct(digests)), f.plan.slots, static.MaxTries)
}

// resize empties the filter and gives it the table for n keys.
func (f *Filter) resize(n uint64) error {
	p, err := planned(f.config, n)
	if err != nil {
		f.built = static.Built{}
		f.ready()
		return err
	}
	f.built, f.plan = static.Built{}, p
	if uint64(len(f.words)) == p.words() {
		clear(f.words)
	} else {
		f.words = hugepage.Words(p.words())
	}
	f.ready()
	return nil
}

// product is a key's equation and fingerprint, in 16 bytes.
type product struct{ x, y uint64 }

// verdict is how a try ended.
type verdict int

const (
	built        verdict = iota
	contradicted         // two equations have no common solution
	repetitive           // too many keys are given twice
)

// work is the memory of a construction: 16 bytes a key and 12 or 20 a slot.
type work struct {
	coef64   []uint64    // w = 64: the equation that begins at a slot, 0 for none
	coef128  [][2]uint64 // w = 128
	result   []uint32    // standard: its fingerprint
	parts    []product   // the keys, ordered by the part of the table they start in
	ends     []int       // of the parts, of 1<<shift starts each
	shift    int
	twice    int // keys that came before
	patience int // comparisons of keys left
}

// shiftOf is that of parts small enough for the first-level cache, or of 4096 parts: more
// than that are not written side by side.
func shiftOf(slots uint64) int { return max(8, bits.Len64(slots)-12) }

func newWork(p plan, keys int) *work {
	w := &work{shift: shiftOf(p.slots)}
	w.ends = make([]int, p.slots>>w.shift+1)
	w.parts = unsafe.Slice((*product)(unsafe.Pointer(unsafe.SliceData(hugepage.Words(2*uint64(keys))))), keys)
	if p.width == 64 {
		w.coef64 = hugepage.Words(p.slots)
	} else {
		w.coef128 = unsafe.Slice((*[2]uint64)(unsafe.Pointer(unsafe.SliceData(hugepage.Words(2*p.slots)))), p.slots)
	}
	if !p.homogeneous {
		w.result = unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(hugepage.Words(p.slots/2)))), p.slots)
	}
	return w
}

// clear makes w as good as new.
func (w *work) clear() {
	clear(w.coef64)
	clear(w.coef128)
	clear(w.result)
}

// band tries one seed: it brings the equations of all keys into the form in which
// at most one begins at each slot. In a distinct set no key is twice.
func (f *Filter) band(digests []hashes.Digest, w *work, distinct bool) verdict {
	f.part(digests, w)
	w.twice, w.patience = 0, 16*len(digests)+1<<20
	from := 0
	for _, end := range w.ends {
		if v := f.addPart(w, w.parts[from:end], distinct); v != built {
			return v
		}
		from = end
	}
	return built
}

// part orders the keys by the part of the table in which their equations start.
func (f *Filter) part(digests []hashes.Digest, w *work) {
	starts, ends, shift := f.starts, w.ends, w.shift&63
	clear(ends)
	if len(ends) > 1 {
		for i := range digests {
			ends[start(digests[i].A*f.ma, starts)>>shift]++
		}
		sum := 0
		for i, n := range ends { // each part's first place, which becomes its end
			ends[i], sum = sum, sum+n
		}
	}
	for i := range digests {
		x, y := f.product(&digests[i])
		p := &ends[start(x, starts)>>shift]
		w.parts[*p] = product{x, y}
		*p++
	}
}

// addPart adds the equations of one part. One that follows from others is that of a key
// given twice, or chance: the keys before it tell, unless that takes too long.
func (f *Filter) addPart(w *work, part []product, distinct bool) verdict {
	for i := range part {
		var fits, new bool
		if w.coef64 != nil {
			fits, new = w.add64(&part[i], f.starts, f.mask)
		} else {
			fits, new = w.add128(&part[i], f.starts, f.mask)
		}
		switch {
		case new:
			continue
		case !fits:
			return contradicted
		case distinct:
			continue
		}
		if w.patience -= i; w.patience < 0 {
			return repetitive
		}
		if slices.Contains(part[:i], part[i]) {
			w.twice++
		}
	}
	return built
}

// add64 is a step of Gaussian elimination: the equation is reduced by those in its way
// until it finds a slot where none begins (new), or nothing is left of it (fits if
// of its fingerprint nothing is left either).
func (w *work) add64(p *product, starts, mask uint64) (fits, new bool) {
	i, c := start(p.x, starts), low(p.y)
	if w.result == nil {
		for {
			have := &w.coef64[i]
			if *have == 0 {
				*have = c
				return true, true
			}
			if c ^= *have; c == 0 {
				return true, false
			}
			z := bits.TrailingZeros64(c)
			c >>= z & 63
			i += uint64(z)
		}
	}
	v := uint32(p.x & mask)
	for {
		have := w.coef64[i]
		if have == 0 {
			w.coef64[i], w.result[i] = c, v
			return true, true
		}
		v ^= w.result[i]
		if c ^= have; c == 0 {
			return v == 0, false
		}
		z := bits.TrailingZeros64(c)
		c >>= z & 63
		i += uint64(z)
	}
}

// add128 is add64 for w = 128.
func (w *work) add128(p *product, starts, mask uint64) (fits, new bool) {
	i, c, d, v := start(p.x, starts), low(p.y), high(p.y), uint32(p.x&mask)
	for {
		have := &w.coef128[i]
		if have[0] == 0 {
			*have = [2]uint64{c, d}
			if w.result != nil {
				w.result[i] = v
			}
			return true, true
		}
		if w.result != nil {
			v ^= w.result[i]
		}
		c, d = c^have[0], d^have[1]
		if c == 0 {
			if d == 0 {
				return v == 0 || w.result == nil, false
			}
			c, d = d, 0
			i += 64
		}
		z := uint64(bits.TrailingZeros64(c))
		c, d = c>>(z&63)|d<<1<<(^z&63), d>>(z&63)
		i += z
	}
}
