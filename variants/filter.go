package variants

import (
	"errors"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
)

// Filter is one built instance. Every filter also has Adder or Builder; further
// abilities are found by type assertion and listed in Variant.Can.
type Filter interface {
	// Contains reports whether the key of d may have been added. It allocates
	// nothing and never fails; for an added key it is always true. It writes
	// nothing either: any number of goroutines may ask one filter at once.
	Contains(d hashes.Digest) bool
	// Shape returns what the filter is and costs now.
	Shape() Shape
}

// ErrFull is the one honest error of Add: the structure has no room for this
// key. Nothing that was accepted before is lost, and the key is not in.
var ErrFull = errors.New("filter is full")

// Adder takes keys one at a time. Add returns nil or an error that is ErrFull.
type Adder interface {
	Add(d hashes.Digest) error
}

// Finisher is an Adder that makes its table of all keys together, which it can do only
// once it knows that no more are coming. The first question after an addition finds out
// and does it; Finish does it now, so that what it costs is paid, and timed, where the
// filter is made and not in somebody's question. It changes no answer, keys may be
// added after it, and without it nothing goes wrong. Like Tallier it is no word of Can.
type Finisher interface {
	Finish()
}

// Builder takes a whole set at once, as static structures need, two words a key.
// Duplicates are removed; Tries returns how many seeds the construction went through.
type Builder interface {
	Build(digests []hashes.Digest) error
	Tries() int
}

// Remover takes keys out again. Removing a key that was never added (a false
// positive, say) may make other keys false negatives; Remove returns false
// where it can tell that the key was absent.
type Remover interface {
	Remove(d hashes.Digest) bool
}

// Merger adds all keys of another filter of the same shape, scheme and seed.
// An unlike one is refused by an error that names the field; the receiver is
// then unchanged.
type Merger interface {
	Merge(other Filter) error
}

// Grower is a filter whose Shape grows as keys come in.
type Grower interface {
	Stages() []Shape
}

// BatchAdder adds a batch. It returns how many keys went in before the error,
// which is nil or ErrFull.
type BatchAdder interface {
	AddBatch(b *hashes.Batch) (int, error)
}

// Hits is a bit mask over a batch: bit i%64 of word i/64 belongs to key i.
type Hits [hashes.BatchMax / 64]uint64

// Count returns the number of ones.
func (h *Hits) Count() (n int) {
	for _, w := range h {
		n += bits.OnesCount64(w)
	}
	return n
}

// SetFirst sets the bits of the first n keys, 0..BatchMax, and clears all others.
func (h *Hits) SetFirst(n int) {
	for i := range h {
		left := min(64, max(0, n-64*i))
		h[i] = 1<<left - 1
	}
}

// BatchContainer answers a batch at once, so that memory accesses overlap. It
// fills hits (bits past the batch are zero) and returns the number of ones. Like
// Contains it leaves the filter as it is.
type BatchContainer interface {
	ContainsBatch(b *hashes.Batch, hits *Hits) int
}

// SetBitser counts the set units: bits, nonzero counters, occupied slots.
type SetBitser interface {
	SetBits() uint64
}

// Estimator estimates how many distinct keys are held from the filter alone.
// A saturated filter gives +Inf, an empty one exactly 0.
type Estimator interface {
	Estimate() float64
}
