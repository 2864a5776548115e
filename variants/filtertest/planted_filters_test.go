package filtertest_test

// The filters of TestFaultsAreFound: each is a classic filter with one fault.

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// misshapen says that it has another shape than it has.
type misshapen struct {
	*classic.Filter
	change func(*variants.Shape)
}

func (m *misshapen) Shape() variants.Shape {
	s := m.Filter.Shape()
	m.change(&s)
	return s
}

// forgetful loses the 600,000th key it is given.
type forgetful struct {
	*classic.Filter
	added int
	lost  uint64
}

func (f *forgetful) Add(d hashes.Digest) error {
	if f.added++; f.added == 600_000 {
		f.lost = d.A
	}
	return f.Filter.Add(d)
}

func (f *forgetful) Contains(d hashes.Digest) bool {
	return f.Filter.Contains(d) && (f.lost == 0 || d.A != f.lost)
}

// share reports true for the given share of digests.
func share(d hashes.Digest, of float64) bool {
	return float64(hashes.SplitMix64(d.A)) < of*math.MaxUint64
}

// leaking is the classic variant whose filters share an overflow table: one key in three
// thousand goes there, and is then in all of them.
func leaking() *variants.Variant {
	overflow := map[uint64]bool{}
	return wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &leaky{f, overflow} })
}

type leaky struct {
	*classic.Filter
	overflow map[uint64]bool
}

func (l *leaky) Add(d hashes.Digest) error {
	if share(d, 0.0003) {
		l.overflow[d.A] = true
		return nil
	}
	return l.Filter.Add(d)
}

func (l *leaky) Contains(d hashes.Digest) bool { return l.overflow[d.A] || l.Filter.Contains(d) }

// eager says yes to another 0.15% of absent keys: 5% of 3%.
type eager struct{ *classic.Filter }

func (e *eager) Contains(d hashes.Digest) bool { return share(d, 0.0015) || e.Filter.Contains(d) }

// shy says no to one in twenty false positives. It keeps the members to know them.
type shy struct {
	*classic.Filter
	members map[uint64]bool
}

func (s *shy) Add(d hashes.Digest) error {
	s.members[d.A] = true
	return s.Filter.Add(d)
}

func (s *shy) Contains(d hashes.Digest) bool {
	return s.Filter.Contains(d) && (s.members[d.A] || !share(d, 0.05))
}

// oneMoreProbe makes filters of k+1 probes that call themselves filters of k.
func oneMoreProbe(c variants.Config, f *classic.Filter) variants.Filter {
	s := f.Shape()
	c.FPR, c.Bits, c.K = 0, s.Bits, s.K+1
	more, err := classic.New(c)
	if err != nil {
		panic(err)
	}
	return &disguised{more.(*classic.Filter), s}
}

type disguised struct {
	*classic.Filter
	shape variants.Shape
}

func (d *disguised) Shape() variants.Shape { return d.shape }

// ordered sets further bits for the first key it is given.
type ordered struct {
	*classic.Filter
	begun bool
}

func (o *ordered) Add(d hashes.Digest) error {
	if !o.begun {
		o.begun = true
		if err := o.Filter.Add(hashes.Digest{A: ^d.A, B: d.B}); err != nil {
			return err
		}
	}
	return o.Filter.Add(d)
}

// heavy holds 5% more than its bits.
type heavy struct {
	*classic.Filter
	more []byte
}

// boaster has one bit more than foretold.
type boaster struct{ *classic.Filter }

func (b *boaster) Shape() variants.Shape {
	s := b.Filter.Shape()
	s.Bits++
	return s
}

// wasteful allocates in every query.
type wasteful struct {
	*classic.Filter
	last *[]byte
}

func (w *wasteful) Contains(d hashes.Digest) bool {
	scratch := make([]byte, 8)
	w.last = &scratch
	return w.Filter.Contains(d)
}

// hasty never looks at the last key of a batch of 256.
type hasty struct{ *classic.Filter }

func (h *hasty) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	if b.Len() < hashes.BatchMax {
		return h.Filter.ContainsBatch(b, hits)
	}
	return h.Filter.ContainsBatch(&hashes.Batch{A: b.A[:255], B: b.B[:255]}, hits)
}

// eraser can remove, which classic filters cannot.
type eraser struct{ *classic.Filter }

func (*eraser) Remove(hashes.Digest) bool { return false }

// modest estimates 0 where it should say +Inf.
type modest struct{ *classic.Filter }

func (m *modest) Estimate() float64 {
	if e := m.Filter.Estimate(); !math.IsInf(e, 1) {
		return e
	}
	return 0
}

// trusting merges whatever it is given.
type trusting struct{ *classic.Filter }

func (t *trusting) Merge(other variants.Filter) error {
	if o, ok := other.(*trusting); ok {
		if t.Filter.Merge(o.Filter) == nil {
			return nil
		}
	}
	return nil
}

// careless builds a filter of a default size where the configuration is wrong.
func careless() *variants.Variant {
	v := wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return f })
	strict := v.New
	v.Shape = func(c variants.Config, n uint64) (variants.Shape, error) { return classic.Variant.Shape(c, n) }
	v.New = func(c variants.Config) (variants.Filter, error) {
		if f, err := strict(c); err == nil {
			return f, nil
		}
		return strict(variants.Config{Capacity: 1, Bits: 64, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}})
	}
	return v
}

// loadAny loads with whatever scheme fits.
func loadAny(data []byte) (variants.Filter, error) {
	err := fmt.Errorf("no scheme fits")
	for _, p := range hashes.Probings() {
		var f variants.Filter
		if f, err = classic.Variant.Load(data, hashes.Scheme{Function: hashes.XXH3, Probing: p}); err == nil {
			return f, nil
		}
	}
	return nil, err
}
