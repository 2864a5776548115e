package timing

import (
	"errors"
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// feed hands members to a filter, from digests made before or from keys.
type feed struct {
	list   *list
	hasher *hashes.Hasher // used where the list holds keys
	off    []uint32
	batch  hashes.Batch
	full   uint64 // keys that were refused
}

func newFeed(l *list, h *hashes.Hasher) *feed { return &feed{list: l, hasher: h, off: offsets(l.wide)} }

// at returns digest i.
func (f *feed) at(i int) hashes.Digest {
	if f.list.a != nil {
		return hashes.Digest{A: f.list.a[i], B: f.list.b[i]}
	}
	return f.hasher.Digest(f.list.key(i))
}

// load makes f.batch that of the keys from at to end-1.
func (f *feed) load(at, end int) {
	l := f.list
	if l.a != nil {
		f.batch = hashes.Batch{A: l.a[at:end], B: l.b[at:end]}
		return
	}
	f.hasher.DigestBatch(l.data[at*l.wide:end*l.wide], f.off[:end-at+1], &f.batch)
}

// addEach adds the first count members one by one. An error is ErrFull by the
// contract, which the set-up of the filter has held it to.
func (f *feed) addEach(a variants.Adder, count int) {
	if l := f.list; l.a != nil {
		for i := range count {
			if a.Add(hashes.Digest{A: l.a[i], B: l.b[i]}) != nil {
				f.full++
			}
		}
		return
	}
	for i := range count {
		if a.Add(f.hasher.Digest(f.list.key(i))) != nil {
			f.full++
		}
	}
}

// addBatches adds the first count members in batches.
func (f *feed) addBatches(a variants.BatchAdder, count int) {
	for at := 0; at < count; at += hashes.BatchMax {
		f.load(at, min(at+hashes.BatchMax, count))
		f.addBatch(a)
	}
}

// addBatch adds f.batch; after a key that is refused it goes on with the next.
func (f *feed) addBatch(a variants.BatchAdder) {
	b := &f.batch
	for b.Len() > 0 {
		in, err := a.AddBatch(b)
		if err == nil || in < 0 || in >= b.Len() {
			return
		}
		f.full++
		*b = after(*b, in+1)
	}
}

// fast adds the first count members the fastest way that the filter has.
func (f *feed) fast(filter variants.Filter, count int) error {
	switch a := filter.(type) {
	case variants.Builder:
		return a.Build(f.digests(count))
	case variants.BatchAdder:
		f.addBatches(a, count)
	case variants.Adder:
		f.addEach(a, count)
	default:
		return errors.New("the filter has neither Add nor Build")
	}
	finish(filter)
	return nil
}

// finish has a filter that makes its table of the whole set make it now: the keys are in
// when that is done, and a question that is timed later must not pay for it.
func finish(filter variants.Filter) {
	if w, ok := filter.(variants.Finisher); ok {
		w.Finish()
	}
}

// digests returns the first count as Build wants them. A structure that is built
// uses 128 bits a key.
func (f *feed) digests(count int) []hashes.Digest {
	all := make([]hashes.Digest, count)
	for i := range all {
		a, b := f.at(i).Pair()
		all[i] = hashes.Digest{A: a, B: b}
	}
	return all
}

// filling times what needs a filter of its own for every n keys.
type filling struct {
	op     string
	make   func() (variants.Filter, error)
	feed   *feed
	n      uint64
	digest []hashes.Digest // of a Builder: made before
	// rehash returns another hasher of the same scheme each time, for a Builder whose
	// digests are made as they are needed; nil otherwise
	rehash func() *hashes.Hasher
	failed error // the first error, looked at after the sample
}

func (f *filling) granule() uint64 { return f.n }
func (f *filling) fixed() uint64   { return 0 }

func (f *filling) run(t timer, ops uint64) {
	for ops > 0 && f.failed == nil {
		count := min(ops, f.n)
		if err := f.once(t, int(count)); err != nil {
			f.failed = fmt.Errorf("%s: %w", f.op, err)
		}
		ops -= count
	}
}

// once times count keys with a new filter.
func (f *filling) once(t timer, count int) error {
	if f.op == Build {
		return f.build(t, count)
	}
	filter, err := f.make()
	if err != nil {
		return err
	}
	switch f.op {
	case Add:
		a := filter.(variants.Adder)
		t.StartTimer()
		f.feed.addEach(a, count)
		finish(filter)
		t.StopTimer()
	case AddBatch:
		a := filter.(variants.BatchAdder)
		t.StartTimer()
		f.feed.addBatches(a, count)
		finish(filter)
		t.StopTimer()
	case Remove:
		if err := f.feed.fast(filter, int(f.n)); err != nil {
			return err
		}
		r := filter.(variants.Remover)
		t.StartTimer()
		f.removeEach(r, count)
		t.StopTimer()
	}
	return nil
}

// Odd multipliers make other digests of given ones, as many and as distinct.
const (
	another1 = 0x9e3779b97f4a7c15
	another2 = 0xd1342543de82ef95
)

// another gives a Builder other digests than those of the last build. Whether the
// first seed that it tries solves a set is luck of the set: the same one in every round
// would be one draw, a hundred times over.
func (f *filling) another() {
	for i := range f.digest {
		d := &f.digest[i]
		d.A, d.B = d.A*another1, d.B*another2
	}
	if f.rehash != nil {
		f.feed.hasher = f.rehash()
	}
}

// build times making the filter and adding to it. What a Builder wants is made
// before where it starts from digests.
func (f *filling) build(t timer, count int) error {
	f.another()
	t.StartTimer()
	defer t.StopTimer()
	filter, err := f.make()
	if err != nil {
		return err
	}
	if b, ok := filter.(variants.Builder); ok && f.digest != nil {
		return b.Build(f.digest[:count])
	}
	return f.feed.fast(filter, count)
}

// removeEach removes the first count members one by one.
func (f *filling) removeEach(r variants.Remover, count int) {
	for i := range count {
		if !r.Remove(f.feed.at(i)) {
			f.feed.full++
		}
	}
}
