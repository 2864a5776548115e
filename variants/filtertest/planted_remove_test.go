package filtertest_test

import (
	"errors"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/counting"
)

// removable is classic with the ability to remove, by remove.
func removable(remove func(f *classic.Filter, d hashes.Digest) bool) *variants.Variant {
	v := wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &remover{f, remove} })
	v.Can = append([]variants.Ability{variants.CanRemove}, v.Can...)
	return v
}

type remover struct {
	*classic.Filter
	remove func(f *classic.Filter, d hashes.Digest) bool
}

func (r *remover) Remove(d hashes.Digest) bool { return r.remove(r.Filter, d) }

// removalFaults are wrong ways to remove and to be full.
func removalFaults() []fault {
	return []fault{
		{"Remove does nothing", "remove", "2000 removed keys are still found", removable(func(*classic.Filter, hashes.Digest) bool { return true })},
		{"Remove of an absent key says true", "remove", "Remove of an absent key returns true", removable(func(*classic.Filter, hashes.Digest) bool { return true })},
		{"Remove refuses", "remove", "which was added, returns false", removable(func(*classic.Filter, hashes.Digest) bool { return false })},
		{"counters stop at 15 and do not stick", "remove", "is not found", counted("16", func(f *counting.Filter, d hashes.Digest, copies int) error {
			if copies > 15 {
				return nil
			}
			return f.Add(d)
		})},
		{"another error than ErrFull", "full", "is not ErrFull", counted("4", func(f *counting.Filter, d hashes.Digest, copies int) error {
			if d.A>>60 == 0 {
				return errors.New("no room")
			}
			return f.Add(d)
		})},
		{"a full filter drops what it took", "full", "accepted ones are not found", counted("4", func(f *counting.Filter, d hashes.Digest, copies int) error {
			if d.A>>60 == 0 {
				f.Remove(hashes.Digest{A: d.A, B: d.B + 1<<20}) // nearly the positions of d: another's, too
				return variants.ErrFull
			}
			return f.Add(d)
		})},
	}
}

// counted is the counting variant of some width with another Add, which is told
// how often the key was added.
func counted(width string, add func(f *counting.Filter, d hashes.Digest, copies int) error) *variants.Variant {
	v := *counting.Variant
	v.New = func(c variants.Config) (variants.Filter, error) {
		c.Params = variants.Params{"width": width}
		f, err := counting.New(c)
		if err != nil {
			return nil, err
		}
		return &teller{f.(*counting.Filter), map[uint64]int{}, add}, nil
	}
	return &v
}

type teller struct {
	*counting.Filter
	copies map[uint64]int
	add    func(f *counting.Filter, d hashes.Digest, copies int) error
}

func (t *teller) Add(d hashes.Digest) error {
	t.copies[d.A]++
	return t.add(t.Filter, d, t.copies[d.A])
}
