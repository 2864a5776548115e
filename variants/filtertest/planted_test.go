package filtertest_test

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/filtertest"
	"github.com/filterlab/filterlab/variants/internal/race"
)

// fault is a variant that breaks one promise, and what the kit must say of it.
type fault struct {
	name    string
	section string // the promise
	word    string // in the report
	variant *variants.Variant
}

// wrapped is the classic variant with other filters.
func wrapped(wrap func(c variants.Config, f *classic.Filter) variants.Filter) *variants.Variant {
	v := *classic.Variant
	v.New = func(c variants.Config) (variants.Filter, error) {
		f, err := classic.New(c)
		if err != nil {
			return nil, err
		}
		return wrap(c, f.(*classic.Filter)), nil
	}
	return &v
}

// loading is the classic variant with another Load.
func loading(load func(data []byte, s hashes.Scheme) (variants.Filter, error)) *variants.Variant {
	v := *classic.Variant
	v.Load = load
	return &v
}

// faults are the promises that wrong filters have broken in the field.
func faults() []fault {
	kept := map[uint64]*classic.Filter{} // filters that New hands out twice, by capacity
	return []fault{
		{"one lost in a million", "members", "1 of 1000000", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &forgetful{Filter: f} })},
		{"5% too many", "rate", "too many false positives", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &eager{Filter: f} })},
		{"5% too few", "rate", "too few false positives", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter {
			return &shy{Filter: f, members: map[uint64]bool{}}
		})},
		{"one more probe than Shape says", "rate", "too few false positives", wrapped(oneMoreProbe)},
		{"shared state", "apart", "was added to one filter and is found in another", wrapped(func(c variants.Config, f *classic.Filter) variants.Filter {
			if kept[c.Capacity] == nil {
				kept[c.Capacity] = f
			}
			return kept[c.Capacity]
		})},
		{"a key in three thousand is shared", "apart", "was added to one filter and is found in another", leaking()},
		{"order matters", "same", "in another order", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &ordered{Filter: f} })},
		{"more memory than Shape says", "shape", "bytes of heap are held", wrapped(func(c variants.Config, f *classic.Filter) variants.Filter {
			return &heavy{f, make([]byte, f.Shape().Bits/8/20)}
		})},
		{"another shape", "shape", "where Shape said", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &boaster{f} })},
		{"a query allocates", "allocs", "Contains of a present key allocates", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &wasteful{Filter: f} })},
		{"a batch forgets its last key", "batch", "batch says false, Contains says true", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &hasty{f} })},
		{"an ability too many", "abilities", `"remove": declared false, implemented true`, wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &eraser{f} })},
		{"an estimate of 0 for a full filter", "estimate", "want +Inf", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &modest{f} })},
		{"Merge believes anyone", "merge", "accepts a filter of another seed", wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &trusting{f} })},
		{"New believes everyone", "config", "New accepts it", careless()},
		{"a load that panics", "damage", "panic", loading(func(data []byte, s hashes.Scheme) (variants.Filter, error) {
			_ = data[20]
			return classic.Variant.Load(data, s)
		})},
		{"a load that allocates by its word", "damage", "allocates", loading(func(data []byte, s hashes.Scheme) (variants.Filter, error) {
			if len(data) > 40 && data[39] == 0xff { // a size, as it were, in the header
				_ = make([]byte, 1<<20)
			}
			return classic.Variant.Load(data, s)
		})},
		{"a load that takes any scheme", "save", "accepts another scheme", loading(func(data []byte, _ hashes.Scheme) (variants.Filter, error) {
			return loadAny(data)
		})},
	}
}

// TestFaultsAreFound plants one fault at a time.
func TestFaultsAreFound(t *testing.T) {
	for _, f := range slices.Concat(faults(), removalFaults(), saveFaults(), buildFaults(), finishFaults()) {
		t.Run(f.name, func(t *testing.T) {
			o := filtertest.Options{Short: testing.Short(), Only: []string{f.section},
				Schemes: []hashes.Scheme{{Function: hashes.XXH3, Probing: hashes.Double}}}
			if strings.Contains(f.word, "1000000") && o.Short {
				t.Skip("adds a million keys")
			}
			if f.section == "rate" && race.Enabled {
				t.Skip("statistics are coarse under the race detector")
			}
			broken := filtertest.Check(f.variant, o)
			for _, b := range broken {
				if b.Section != f.section || strings.Contains(b.String(), "\n") {
					t.Errorf("want one line about %s, got %q", f.section, b)
				}
				if strings.Contains(b.Detail, f.word) {
					t.Log(b)
					return
				}
			}
			t.Errorf("no report says %q; got %v", f.word, broken)
		})
	}
}

// TestOneLineAShape: what is wrong with the shapes of a filter in every configuration is
// one line, which names the field and both values.
func TestOneLineAShape(t *testing.T) {
	o := filtertest.Options{Short: true, Only: []string{"shape"}}
	more := wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter {
		return &misshapen{f, func(s *variants.Shape) { s.Allocated += 64 }}
	})
	less := *classic.Variant
	less.Shape = func(c variants.Config, n uint64) (variants.Shape, error) {
		s, err := classic.Variant.Shape(c, n)
		s.Capacity++
		return s, err
	}
	less.New = func(c variants.Config) (variants.Filter, error) {
		f, err := classic.New(c)
		if err != nil {
			return nil, err
		}
		return &misshapen{f.(*classic.Filter), func(s *variants.Shape) { s.Capacity++ }}, nil
	}
	for want, v := range map[string]*variants.Variant{
		`^xxh3\+double, capacity 20+, fpr 0.03, 0 keys: the filter's shape has Allocated [0-9]+ where Shape said [0-9]+$`: more,
		`^xxh3\+double, capacity 20+, fpr 0.03, 0 keys: Shape says Capacity 20+1: want that of the configuration$`:        &less,
	} {
		if broken := filtertest.Check(v, o); len(broken) != 1 || !regexp.MustCompile(want).MatchString(broken[0].Detail) {
			t.Errorf("got %v, want one line: %s", broken, want)
		}
	}
}

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

// TestInvalidVariantIsNamed checks that a variant without its formula goes no further.
func TestInvalidVariantIsNamed(t *testing.T) {
	v := *classic.Variant
	v.Predict = nil
	if broken := filtertest.Check(&v, filtertest.Options{}); len(broken) != 1 || broken[0].Section != "valid" {
		t.Errorf("got %v, want one report of section valid", broken)
	}
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
