package gcs

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header; the keys it is made for, tries
// and numbers held as further numbers; and the table. One that is loaded answers as the saved
// one, if its Hasher has the seed of the one it was built with, which no filter knows.
func (f *Filter) MarshalBinary() ([]byte, error) {
	h := save.Of(name, f.config, f.plan.shape(), f.plan.size, uint64(f.tries), f.held)
	return save.Bytes(h, f.table), nil
}

// load reads what MarshalBinary wrote.
func load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, loaded)
}

// loaded holds every number of h against the plan it gives, and then every code
// against the index.
func loaded(h save.Header, payload []byte, scheme hashes.Scheme) (*Filter, error) {
	if len(h.Extra) != 3 {
		return nil, fmt.Errorf("damaged: %d further numbers, want 3", len(h.Extra))
	}
	size, tries, held := h.Extra[0], h.Extra[1], h.Extra[2]
	c := h.Config(scheme) // its bits are enough for the capacity, with the inverse among its parameters
	p, err := newPlan(c, size)
	if err != nil {
		return nil, err
	}
	if err = h.Fits(p.shape()); err != nil {
		return nil, err
	}
	switch {
	case size < c.Capacity || tries > maxTries || tries == 0 && held > 0:
		return nil, fmt.Errorf("damaged: a set for %d keys in %d tries, want at least %d and at most %d", size, tries, c.Capacity, maxTries)
	case uint64(len(payload)) != p.bytes():
		return nil, fmt.Errorf("damaged: a table of %d bytes, want %d", len(payload), p.bytes())
	}
	f := newFilter(c, p)
	copy(f.table, payload)
	f.try(int(tries))
	return f, f.check(held)
}

// check reads every code: each bucket must end where the index says, with a number of
// its range, and all together must be as many as held.
func (f *Filter) check(held uint64) error {
	last := f.base
	for bucket := range f.buckets {
		pos, end := f.bounds(bucket)
		if pos != last || end < pos || end > f.base+f.plan.room {
			return fmt.Errorf("damaged: bucket %d from bit %d to %d", bucket, pos, end)
		}
		values, ok := f.values(pos, end)
		if !ok {
			return fmt.Errorf("damaged: a code of bucket %d is outside of it", bucket)
		}
		f.held += values
		last = end
	}
	if f.held != held {
		return fmt.Errorf("damaged: %d numbers, want %d", f.held, held)
	}
	return nil
}

// values counts the numbers whose codes lie from pos to end; false unless these are codes of
// numbers below span and end where they should.
func (f *Filter) values(pos, end uint64) (n uint64, ok bool) {
	next, quotient := uint64(0), uint64(0)
	for ; pos < end; pos++ {
		if f.table[pos>>3]>>(pos&7)&1 == 0 {
			if quotient++; quotient > f.span>>f.rice {
				return n, false
			}
			continue
		}
		if end-pos <= uint64(f.rice) {
			return n, false
		}
		end -= uint64(f.rice)
		gap := quotient<<f.rice | f.word(end)&(1<<f.rice-1)
		if gap >= f.span-next {
			return n, false
		}
		next, quotient, n = next+gap+1, 0, n+1
	}
	return n, pos == end && quotient == 0
}
