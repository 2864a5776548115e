package quotient

import (
	"fmt"
	"maps"
	"slices"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// Merge adds all remainders of other, copies too. Parameters, size, scheme and seed
// must be equal. Where there is no room for all, the error is ErrFull and nothing has
// changed.
func (f *Filter) Merge(other variants.Filter) error {
	o, ok := other.(*Filter)
	if !ok {
		return fmt.Errorf("%s: merge: variant differs: a filter of another variant", name)
	}
	if err := f.unlike(o); err != nil {
		return err
	}
	from := o.table
	if o == f { // read a copy of what is written
		from.meta, from.offset = slices.Clone(from.meta), slices.Clone(from.offset)
		from = from.over(slices.Clone(from.data))
	}
	if f.used+o.used > f.limit || !f.table.merge(&from) {
		return fmt.Errorf("%s: merge: %d and %d remainders: %w", name, f.used, o.used, variants.ErrFull)
	}
	f.used += o.used
	return nil
}

// unlike names the first field in which f and o differ. Where r does, its parameter may
// have been left to the size: then it is the bits that differ.
func (f *Filter) unlike(o *Filter) error {
	mine, theirs := save.Of(name, f.config, f.shape), save.Of(name, o.config, o.shape)
	if mine.Bits != theirs.Bits {
		theirs.Params = maps.Clone(theirs.Params)
		theirs.Params["r"] = mine.Params["r"]
	}
	return mine.Unlike(theirs)
}

// merge inserts all remainders of from; false, and nothing changed, if there is no room.
func (t *table) merge(from *table) bool {
	done, all := 0, true
	from.each(func(q, v uint64) bool {
		if all = t.insert(q, v); all {
			done++
		}
		return all
	})
	if all {
		return true
	}
	from.each(func(q, v uint64) bool {
		if done == 0 {
			return false
		}
		done--
		return t.remove(q, v)
	})
	return false
}
