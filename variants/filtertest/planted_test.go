package filtertest_test

import (
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

// TestOneLineAFault: what every scheme shows is one line, with the number of the others.
func TestOneLineAFault(t *testing.T) {
	wasted := wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &wasteful{Filter: f} })
	broken := filtertest.Check(wasted, filtertest.Options{Short: true, Only: []string{"allocs"}})
	want := regexp.MustCompile(`^allocs: queries and additions allocate nothing: xxh3\+double, .*: Contains of an? (present|absent) key allocates: [0-9]+ objects in 50 calls \(and 4 times more\)$`)
	if len(broken) != 2 || !want.MatchString(broken[0].String()) || !want.MatchString(broken[1].String()) {
		t.Errorf("got %v, want a line for present keys and one for absent ones", broken)
	}
}

// TestInvalidVariantIsNamed checks that a variant without its formula goes no further.
func TestInvalidVariantIsNamed(t *testing.T) {
	v := *classic.Variant
	v.Predict = nil
	if broken := filtertest.Check(&v, filtertest.Options{}); len(broken) != 1 || broken[0].Section != "valid" {
		t.Errorf("got %v, want one report of section valid", broken)
	}
}
