package hashes

import (
	"fmt"
	"math/bits"
)

// Reduction says how a 64-bit word becomes a position in [0, m).
type Reduction uint8

// The reductions. They use different bits of the word: a hash that is weak on
// one side passes one reduction and fails another.
const (
	Fastrange Reduction = iota // floor(h*m / 2^64), Lemire 2019: the high bits, no division
	Mod                        // h mod m: all bits, a division
	Mask                       // h mod m for m a power of two: the low bits
)

var reductionNames = [...]string{"fastrange", "mod", "mask"}

// String returns the word used for the parameter "reduce".
func (r Reduction) String() string { return reductionNames[r] }

// ParseReduction finds a reduction by its word; "" is Fastrange.
func ParseReduction(word string) (Reduction, error) {
	for i, name := range reductionNames {
		if name == word || word == "" {
			return Reduction(i), nil
		}
	}
	return 0, fmt.Errorf("%s", Unknown("reduction", word, reductionNames[:]))
}

// MaxBits is the largest range a filter may allocate: 2^40 positions.
const MaxBits = 1 << 40

// Check reports whether r can reduce to [0, m).
func (r Reduction) Check(m uint64) error {
	switch {
	case m == 0:
		return fmt.Errorf("reduce=%s: 0 positions: want at least 1", r)
	case r == Mask && m&(m-1) != 0:
		return fmt.Errorf("reduce=mask: %d positions: want a power of two; fastrange and mod take any number", m)
	}
	return nil
}

// Reduce returns the position of word h in [0, m) for an m that passes Check.
// Every m up to 2^64-1 is right; the bias is at most m/2^64 of a position's share.
func (r Reduction) Reduce(h, m uint64) uint64 {
	switch r {
	case Mod:
		return h % m
	case Mask:
		return h & (m - 1)
	}
	hi, _ := bits.Mul64(h, m)
	return hi
}

// Split takes the choice of one among n blocks out of word h and returns with
// it a rest whose high bits are independent of that choice, so that positions
// inside the block can be taken from the top of rest.
func (r Reduction) Split(h, n uint64) (block, rest uint64) {
	switch r {
	case Mod:
		return h % n, h
	case Mask:
		return h & (n - 1), h
	}
	return bits.Mul64(h, n)
}
