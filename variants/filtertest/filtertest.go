package filtertest

import (
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Broken is one promise that did not hold.
type Broken struct {
	Section string // one of the words in the package comment
	Detail  string // what was seen first, with scheme and configuration
	Again   int    // how often it was seen again, with others
}

// String is one line: the section, its promise and what was seen.
func (b Broken) String() string {
	line := b.Section + ": "
	for _, s := range sections() {
		if s.name == b.Section {
			line += s.promise + ": "
		}
	}
	line += b.Detail
	if b.Again > 0 {
		line += fmt.Sprintf(" (and %d times more)", b.Again)
	}
	return line
}

// Options choose how much is checked. The zero value is everything.
type Options struct {
	// Short makes fewer keys, filters and queries: a fifth of the time.
	Short bool
	// Params are the parameters that all filters are made with.
	Params variants.Params
	// Schemes to try; nil means xxh3 with every probing the variant accepts, or
	// the variant's fixed scheme, which is then the only one.
	Schemes []hashes.Scheme
	// Only, if not empty, names the sections to run.
	Only []string
	// OffHeap says that tables lie outside Go's heap, so that the memory held
	// cannot be measured there.
	OffHeap bool
}

// Run checks v as subtests, one a section: once in full with the default
// parameters, and in short with each of the further parameter sets.
func Run(t *testing.T, v *variants.Variant, sets ...variants.Params) {
	t.Helper()
	RunWith(t, v, Options{Short: testing.Short()})
	for _, set := range sets {
		t.Run(set.String(), func(t *testing.T) {
			t.Helper()
			RunWith(t, v, Options{Short: true, Params: set})
		})
	}
}

// RunWith is Run with one set of options.
func RunWith(t *testing.T, v *variants.Variant, o Options) {
	t.Helper()
	for _, s := range sections() {
		if !o.wants(s.name) {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			one := o
			one.Only = []string{s.name}
			for _, b := range Check(v, one) {
				t.Error(b)
			}
		})
	}
}

// Check returns the promises that v breaks, at most a few for each section; nil
// if it keeps all. It needs no *testing.T, so that a program can ask as well. A
// panic anywhere is a broken promise of the section it happened in.
func Check(v *variants.Variant, o Options) []Broken {
	if err := v.Validate(); err != nil {
		return []Broken{{Section: "valid", Detail: err.Error()}}
	}
	k := &kit{v: v, o: o, told: map[string]int{}}
	k.schemes = k.usable(o.Schemes)
	if len(k.schemes) == 0 {
		return []Broken{{Section: "valid", Detail: "no scheme to try: the variant refuses them all"}}
	}
	for _, s := range sections() {
		if o.wants(s.name) {
			k.section, k.seen = s.name, 0
			k.guard(func() { s.run(k) })
		}
	}
	return k.broken
}

// wants reports whether a section is asked for.
func (o Options) wants(section string) bool {
	for _, name := range o.Only {
		if name == section {
			return true
		}
	}
	return len(o.Only) == 0
}

// section is one promise and its check.
type section struct {
	name, promise string
	run           func(k *kit)
}

// sections returns all sections, cheap and basic ones first.
func sections() []section {
	return []section{
		{"valid", "a Variant describes itself completely", func(*kit) {}}, // by Check
		{"config", "bad configurations are refused in one line and cost nothing", (*kit).config},
		{"shape", "Shape is what New makes and what memory is held", (*kit).shape},
		{"abilities", "what is declared is there, and nothing else", (*kit).abilities},
		{"empty", "an empty filter contains nothing", (*kit).empty},
		{"members", "an added key is always found", (*kit).members},
		{"full", "ErrFull is the only error and loses nothing accepted", (*kit).full},
		{"same", "the same keys and seed give the same filter", (*kit).same},
		{"apart", "filters share no state", (*kit).apart},
		{"rate", "false positives are as many as Predict says", (*kit).rate},
		{"allocs", "queries and additions allocate nothing", (*kit).allocs},
		{"batch", "batches do what single keys do", (*kit).batch},
		{"remove", "removed keys go and all others stay", (*kit).remove},
		{"merge", "equal filters merge into that of the union, unlike ones are refused", (*kit).merge},
		{"estimate", "an estimate is 0 when empty, +Inf when full, near n between", (*kit).estimate},
		{"save", "a loaded filter is the saved one", (*kit).save},
		{"damage", "damaged data is an error, without panic and without much memory", (*kit).damage},
		{"build", "a static filter is built from any set", (*kit).build},
		{"finish", "finishing is all the work, changes no answer and ends nothing", (*kit).finish},
	}
}
