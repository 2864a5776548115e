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

// insert adds the members, in batches where the filter takes them, and notes which are
// refused.
func (x *instance) insert(h *hashes.Hasher, n uint64, stream keys.Stream) error {
	switch f := x.filter.(type) {
	case variants.Builder:
		all := make([]hashes.Digest, 0, n)
		_ = each(h, n, stream, func(_ uint64, batch *hashes.Batch) error {
			for i := range batch.Len() {
				a, b := batch.At(i).Pair()
				all = append(all, hashes.Digest{A: a, B: b})
			}
			return nil
		})
		return f.Build(all)
	case variants.BatchAdder:
		return each(h, n, stream, func(first uint64, batch *hashes.Batch) error { return x.addBatch(f, first, *batch) })
	case variants.Adder:
		return each(h, n, stream, func(first uint64, batch *hashes.Batch) error {
			for i := range batch.Len() {
				if err := f.Add(batch.At(i)); err != nil && !x.refuses(first+uint64(i), err) {
					return err
				}
			}
			return nil
		})
	}
	return errors.New("the filter has neither Add nor Build")
}

// addBatch adds members from first on; after one that is refused it goes on with the
// next.
func (x *instance) addBatch(f variants.BatchAdder, first uint64, b hashes.Batch) error {
	for b.Len() > 0 {
		in, err := f.AddBatch(&b)
		switch {
		case err == nil:
			return nil
		case in < 0 || in >= b.Len():
			return fmt.Errorf("AddBatch of %d keys returned %d and error %w", b.Len(), in, err)
		case !x.refuses(first+uint64(in), err):
			return err
		}
		first, b = first+uint64(in)+1, after(b, in+1)
	}
	return nil
}

// refuses notes that key i was refused, if err says so.
func (x *instance) refuses(i uint64, err error) bool {
	if errors.Is(err, variants.ErrFull) {
		x.refused[i] = true
		return true
	}
	return false
}

// after is b without its first keys.
func after(b hashes.Batch, count int) hashes.Batch {
	b.A, b.B = b.A[count:], b.B[count:]
	if b.More != nil {
		b.More = b.More[count:]
	}
	return b
}

// each hands out the digests of the members in batches, the first of each numbered.
func each(h *hashes.Hasher, n uint64, stream keys.Stream, f func(first uint64, batch *hashes.Batch) error) error {
	var block keys.Block
	var batch hashes.Batch
	for first := uint64(0); first < n; first += keys.BlockMax {
		stream.Members(first, int(min(keys.BlockMax, n-first)), &block)
		h.DigestBatch(block.Data, block.Off, &batch)
		if err := f(first, &batch); err != nil {
			return err
		}
	}
	return nil
}

// missing counts the accepted members that are not found.
func (x *instance) missing(h *hashes.Hasher, n uint64, stream keys.Stream) (missing uint64) {
	ask := x.asker()
	// The function never fails.
	_ = each(h, n, stream, func(first uint64, batch *hashes.Batch) error {
		count := batch.Len()
		if _, hits := ask(batch); hits.Count() < count {
			for i := range count {
				if hits[i/64]>>(i%64)&1 == 0 && !x.refused[first+uint64(i)] {
					missing++
				}
			}
		}
		return nil
	})
	return missing
}

// asker returns the fastest way that the filter has to be asked for a batch: how many
// of it are found, and which.
func (x *instance) asker() func(batch *hashes.Batch) (int, *variants.Hits) {
	hits := new(variants.Hits)
	if f, ok := x.filter.(variants.BatchContainer); ok {
		return func(batch *hashes.Batch) (int, *variants.Hits) { return f.ContainsBatch(batch, hits), hits }
	}
	return func(batch *hashes.Batch) (found int, _ *variants.Hits) {
		*hits = variants.Hits{}
		for i := range batch.Len() {
			yes := one(x.filter.Contains(batch.At(i)))
			hits[i/64] |= yes << (i % 64)
			found += int(yes)
		}
		return found, hits
	}
}

// askAbsent counts the false positives among absent keys 0 to count-1.
func (x *instance) askAbsent(h *hashes.Hasher, stream keys.Stream, count uint64) {
	ask := x.asker()
	var block keys.Block
	var batch hashes.Batch
	for first := uint64(0); first < count; first += keys.BlockMax {
		stream.Absent(first, int(min(keys.BlockMax, count-first)), &block)
		h.DigestBatch(block.Data, block.Off, &batch)
		found, _ := ask(&batch)
		x.falsePositives += uint64(found)
	}
	x.queries = count
}
