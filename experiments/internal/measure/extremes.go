package measure

import (
	"math"

	"github.com/filterlab/filterlab/hashes"
)

// extremes are words whose sums and products overflow 64 bits or whose top bit, a
// sign to other languages, is set; and a few that are neither.
func extremes() []uint64 {
	return []uint64{0, 1, 2, 7, 1 << 31, 1<<32 - 1, 1 << 32, 1<<53 + 1, math.MaxInt64 - 1, math.MaxInt64,
		1 << 63, 1<<63 + 1, 0xaaaaaaaaaaaaaaaa, math.MaxUint64 - 1, math.MaxUint64}
}

// Extremes makes the positions of all pairs of extreme words, by the probings that add
// a multiple of one word to the other, with every reduction, and counts those that lie
// outside the table. The largest table has 2^40 bits, the most that a filter takes.
func Extremes() (made, outside uint64) {
	for _, m := range []uint64{1, 2, 3, 10, 1 << 20, 1<<20 - 1, 5_000_000, 1 << 40, 1<<40 - 1} {
		for _, reduce := range []hashes.Reduction{hashes.Fastrange, hashes.Mod, hashes.Mask} {
			if reduce.Check(m) != nil {
				continue // mask takes powers of two only
			}
			for _, probing := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
				a, b := reach(hashes.NewWalker(probing, reduce, m, 64), m)
				made, outside = made+a, outside+b
			}
		}
	}
	return made, outside
}

// reach walks 64 positions of every pair of extreme words.
func reach(walk hashes.Walker, m uint64) (made, outside uint64) {
	for _, a := range extremes() {
		for _, b := range extremes() {
			walk.Start(hashes.Digest{A: a, B: b})
			for range 64 {
				made++
				if walk.Next() >= m {
					outside++
				}
			}
		}
	}
	return made, outside
}
