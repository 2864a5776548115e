package timing

import (
	"errors"
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// instance is a filter with its n members in, and what was counted of it. Its keys
// are of one kind.
type instance struct {
	filter  variants.Filter
	refused map[uint64]bool
	shape   variants.Shape
	huge    uint64 // bytes in huge pages that the process gained with it

	falseNegatives          uint64
	falsePositives, queries uint64
}

// newInstance makes the filter of c and inserts members 0 to n-1. huge may only be
// told apart while nothing else is allocated.
func newInstance(c *Contestant, n uint64, stream keys.Stream, hashSeed, filterSeed uint64) (*instance, error) {
	before := hugeBytes()
	f, err := c.Variant.New(c.config(n, filterSeed))
	if err != nil {
		return nil, err
	}
	x := &instance{filter: f, refused: map[uint64]bool{}}
	h := c.Config.Scheme.NewHasher(hashSeed)
	if err := x.insert(h, n, stream); err != nil {
		return nil, fmt.Errorf("%s: %w", c.Variant.Name, err)
	}
	x.shape = f.Shape()
	if after := hugeBytes(); after > before {
		x.huge = after - before
	}
	x.falseNegatives = x.missing(h, n, stream)
	return x, nil
}

// insert adds the members, one by one so that it is known which are refused.
func (x *instance) insert(h *hashes.Hasher, n uint64, stream keys.Stream) error {
	if b, ok := x.filter.(variants.Builder); ok {
		all := make([]hashes.Digest, 0, n)
		_ = x.each(h, n, stream, func(_ uint64, d hashes.Digest) error {
			a, b := d.Pair()
			all = append(all, hashes.Digest{A: a, B: b})
			return nil
		})
		return b.Build(all)
	}
	a, ok := x.filter.(variants.Adder)
	if !ok {
		return errors.New("the filter has neither Add nor Build")
	}
	return x.each(h, n, stream, func(i uint64, d hashes.Digest) error {
		err := a.Add(d)
		if errors.Is(err, variants.ErrFull) {
			x.refused[i] = true
			return nil
		}
		return err
	})
}

// each hands out the digests of the members.
func (x *instance) each(h *hashes.Hasher, n uint64, stream keys.Stream, f func(i uint64, d hashes.Digest) error) error {
	var block keys.Block
	var batch hashes.Batch
	for first := uint64(0); first < n; first += keys.BlockMax {
		stream.Members(first, int(min(keys.BlockMax, n-first)), &block)
		h.DigestBatch(block.Data, block.Off, &batch)
		for i := range batch.Len() {
			if err := f(first+uint64(i), batch.At(i)); err != nil {
				return err
			}
		}
	}
	return nil
}

// missing counts the accepted members that are not found.
func (x *instance) missing(h *hashes.Hasher, n uint64, stream keys.Stream) (missing uint64) {
	// The function never fails.
	_ = x.each(h, n, stream, func(i uint64, d hashes.Digest) error {
		if !x.filter.Contains(d) && !x.refused[i] {
			missing++
		}
		return nil
	})
	return missing
}

// askAbsent counts the false positives among absent keys 0 to count-1.
func (x *instance) askAbsent(h *hashes.Hasher, stream keys.Stream, count uint64) {
	container, inBatches := x.filter.(variants.BatchContainer)
	var block keys.Block
	var batch hashes.Batch
	var hits variants.Hits
	for first := uint64(0); first < count; first += keys.BlockMax {
		stream.Absent(first, int(min(keys.BlockMax, count-first)), &block)
		h.DigestBatch(block.Data, block.Off, &batch)
		if inBatches {
			x.falsePositives += uint64(container.ContainsBatch(&batch, &hits))
			continue
		}
		for i := range batch.Len() {
			x.falsePositives += one(x.filter.Contains(batch.At(i)))
		}
	}
	x.queries = count
}
