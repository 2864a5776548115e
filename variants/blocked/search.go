package blocked

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// search looks for shapes by their exact rates. A rate costs from a tenth of a
// millisecond (independent positions) to some hundred (enhanced), so it is frugal:
// it starts where independent positions would be best, remembers every rate,
// finds blocks by interpolation (ln FPR is nearly linear in their number) for one
// k at a time, and looks for a better k only at the boundary found. A rate has a
// single valley in k, as far as was seen.
type search struct {
	*layout
	n     uint64  // keys
	p     float64 // the rate wanted
	model theory.Positions
	known map[point]float64 // rates by blocks and k
}

// point is a candidate shape.
type point struct {
	blocks uint64
	k      int
}

func newSearch(l *layout, c variants.Config) *search {
	return &search{layout: l, n: c.Capacity, p: c.FPR, model: model(l.probing), known: map[point]float64{}}
}

// rate is the exact rate of a candidate when it holds the capacity.
func (s *search) rate(blocks uint64, k int) float64 {
	at := point{blocks, k}
	r, ok := s.known[at]
	if !ok {
		r = theory.Blocked(s.n, blocks, s.block, k, s.model).FPR
		s.known[at] = r
	}
	return r
}

// excess returns ln(rate/p): at most 0 where so many blocks are enough. No blocks
// at all have rate 1.
func (s *search) excess(blocks uint64, k int) float64 {
	if blocks == 0 {
		return -math.Log(s.p)
	}
	return math.Log(s.rate(blocks, k)) - math.Log(s.p)
}

// bestK returns the k with the least rate, which lies below a classic filter's.
func (s *search) bestK(blocks uint64) int {
	k := 0.85 * math.Ln2 * float64(blocks*s.block) / float64(s.n)
	return s.nearK(blocks, int(min(k, variants.MaxK)))
}

// nearK returns the k with the least rate around a first guess.
func (s *search) nearK(blocks uint64, k int) int {
	return theory.BestK(func(k int) float64 { return s.rate(blocks, k) }, k, variants.MaxK)
}

// independent is the same search for independent positions.
func (s *search) independent() *search {
	return &search{layout: s.layout, n: s.n, p: s.p, model: theory.WithReplacement, known: map[point]float64{}}
}

// forRate returns the fewest blocks, and with them the k (the best if none is
// given), that keep p.
func (s *search) forRate() (best point, err error) {
	at := s.classic()
	if s.model != theory.WithReplacement {
		if at, err = s.independent().forRate(); err != nil {
			return at, err
		}
	} else if s.k == 0 {
		at.k = s.bestK(at.blocks)
	}
	for {
		if at.blocks, err = s.fewest(at); err != nil || s.k != 0 {
			return at, err
		}
		if at.k = s.nearK(at.blocks, at.k); at.blocks == 1 {
			return at, nil
		}
		less := point{blocks: s.fewer(at.blocks)}
		if less.k = s.nearK(less.blocks, at.k); s.excess(less.blocks, less.k) > 0 {
			return at, nil
		}
		at = less
	}
}

// classic is the size of a classic filter, in blocks.
func (s *search) classic() point {
	guess := theory.BitsPerKeyBloom(s.p) * float64(s.n) / float64(s.block)
	return point{s.up(uint64(math.Ceil(min(guess, hashes.MaxBits/float64(s.block))))), s.k}
}

// fewer returns the next smaller number of blocks that the reduction takes.
func (s *search) fewer(blocks uint64) uint64 {
	if s.reduce == hashes.Mask {
		return blocks / 2
	}
	return blocks - 1
}

// fewest returns the fewest blocks that keep p with at.k, looked for from
// at.blocks on.
func (s *search) fewest(at point) (uint64, error) {
	low, high, err := s.bracket(at)
	if err != nil {
		return 0, err
	}
	if s.reduce == hashes.Mask {
		for high > 1 && s.excess(high/2, at.k) <= 0 {
			high /= 2
		}
		return high, nil
	}
	return s.narrow(low, high, at.k), nil
}

// bracket returns a number of blocks that is too low and one that is enough,
// close together if a line through the start and rate 1 tells the way.
func (s *search) bracket(at point) (low, high uint64, err error) {
	most := hashes.MaxBits / s.block
	start := min(at.blocks, most)
	for high = start; s.excess(high, at.k) > 0; {
		if high >= most {
			return 0, 0, fmt.Errorf("%s: fpr %g at %d keys: more than 2^40 bits; want a larger fpr or a smaller capacity", name, s.p, s.n)
		}
		low = high
		high = s.up(uint64(min(s.aim(high, at.k, 1.02, 4)+1, float64(most))))
	}
	for low == 0 && high > 1 && s.reduce != hashes.Mask { // powers of two are halved by fewest
		try := min(high-1, uint64(s.aim(high, at.k, 0.25, 0.98)))
		if try == 0 || s.excess(try, at.k) > 0 {
			return try, high, nil
		}
		high = try
	}
	return low, high, nil
}

// aim returns the blocks at which p would be reached if ln FPR were proportional
// to their number, a little beyond, at least and at most so many times as many.
func (s *search) aim(blocks uint64, k int, least, most float64) float64 {
	times := math.Log(s.p) / (math.Log(s.p) + s.excess(blocks, k))
	beyond := 0.98
	if times > 1 {
		beyond = 1.02
	}
	return float64(blocks) * max(least, min(beyond*times, most))
}

// narrow closes (low, high] down to the fewest blocks that are enough for k: by
// interpolation, and by halves where two steps together did not halve what is left.
func (s *search) narrow(low, high uint64, k int) uint64 {
	for before, last := 2*(high-low), high-low; high-low > 1; {
		gap := high - low
		step := gap / 2
		if gap <= before/2 {
			e := s.excess(low, k)
			share := e / (e - s.excess(high, k))
			step = max(1, min(gap-1, uint64(math.Ceil(share*float64(gap)))))
		}
		if s.excess(low+step, k) > 0 {
			low += step
		} else {
			high = low + step
		}
		before, last = last, gap
	}
	return high
}
