package filtertest

import (
	"encoding"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// kit is one run of Check.
type kit struct {
	v       *variants.Variant
	o       Options
	schemes []hashes.Scheme
	section string
	seen    int // faults in this section
	broken  []Broken
	told    map[string]int // where in broken a fault is
}

// mostBroken is how many a section reports: the first ones tell the story.
const mostBroken = 6

// broke reports a broken promise of the section that runs. A fault that is met again
// with another scheme or configuration is counted, not repeated: format says what it is.
func (k *kit) broke(format string, args ...any) { k.brokeAs(format, format, args...) }

// brokeAs is broke where fault says what is the same.
func (k *kit) brokeAs(fault, format string, args ...any) {
	fault = k.section + " " + fault
	if at, ok := k.told[fault]; ok {
		k.broken[at].Again++
		return
	}
	if k.seen++; k.seen > mostBroken {
		return
	}
	k.told[fault] = len(k.broken)
	detail := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	k.broken = append(k.broken, Broken{Section: k.section, Detail: detail})
}

// hasTold reports whether fault was met in this section.
func (k *kit) hasTold(fault string) bool {
	_, told := k.told[k.section+" "+fault]
	return told
}

// guard runs f and reports a panic as a broken promise.
func (k *kit) guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			k.broke("panic: %v", r)
		}
	}()
	f()
}

// usable returns the schemes of want, or the default ones, that v accepts.
func (k *kit) usable(want []hashes.Scheme) []hashes.Scheme {
	if want == nil && k.v.Scheme != nil {
		return []hashes.Scheme{*k.v.Scheme}
	}
	if want == nil {
		for _, p := range []hashes.Probing{hashes.Double, hashes.Independent, hashes.Enhanced, hashes.Triple, hashes.Sliced} {
			want = append(want, hashes.Scheme{Function: hashes.XXH3, Probing: p})
		}
	}
	var out []hashes.Scheme
	for _, s := range want {
		if k.v.Takes(s) == nil {
			out = append(out, s)
		}
	}
	return out
}

// few returns the schemes for the dear sections: two in short runs.
func (k *kit) few() []hashes.Scheme {
	if k.o.Short {
		return k.schemes[:min(2, len(k.schemes))]
	}
	return k.schemes
}

// sized is a configuration for capacity keys at 3% false positives: enough of
// them to count, and a size every variant can make.
func (k *kit) sized(s hashes.Scheme, capacity uint64) variants.Config {
	return variants.Config{Capacity: capacity, FPR: 0.03, Scheme: s, Seed: 11, Params: maps.Clone(k.o.Params)}
}

// make returns a new filter of c; nil and a report if New refuses.
func (k *kit) make(c variants.Config) variants.Filter {
	f, err := k.v.New(c)
	if err != nil {
		k.broke("%s: New refuses it: %v", describe(c), err)
		return nil
	}
	return f
}

// describe names a configuration in a report.
func describe(c variants.Config) string {
	out := fmt.Sprintf("%s, capacity %d", c.Scheme.Name(), c.Capacity)
	switch {
	case c.Bits != 0:
		out += fmt.Sprintf(", bits %d", c.Bits)
	case c.BitsPerKey != 0:
		out += fmt.Sprintf(", bits per key %v", c.BitsPerKey)
	default:
		out += fmt.Sprintf(", fpr %v", c.FPR)
	}
	if c.K != 0 {
		out += fmt.Sprintf(", k %d", c.K)
	}
	if len(c.Params) > 0 {
		out += ", " + c.Params.String()
	}
	return out
}

// fill puts keys first .. first+n-1 of s into f and returns those that were
// rejected (nil where none were). Any error but ErrFull is a broken promise.
func (k *kit) fill(f variants.Filter, s *source, first, n uint64) map[uint64]bool {
	if b, ok := f.(variants.Builder); ok {
		if err := b.Build(s.all(first, n)); err != nil {
			k.broke("%s: Build of %d keys: %v", s.scheme().Name(), n, err)
		}
		return nil
	}
	a, ok := f.(variants.Adder)
	if !ok {
		k.broke("%T can neither Add nor Build", f)
		return nil
	}
	var rejected map[uint64]bool
	for i := first; i < first+n; i++ {
		err := a.Add(s.digest(i))
		if err == nil {
			continue
		}
		if !errors.Is(err, variants.ErrFull) {
			k.broke("%s: Add: error %q is not ErrFull", s.scheme().Name(), err)
		}
		if rejected == nil {
			rejected = map[uint64]bool{}
		}
		rejected[i] = true
	}
	return rejected
}

// filled returns a filter of c that holds keys 0 .. n-1 of s; nil if New refuses.
func (k *kit) filled(c variants.Config, s *source, n uint64) variants.Filter {
	f := k.make(c)
	if f != nil {
		k.fill(f, s, 0, n)
	}
	return f
}

// lost returns how many of keys first .. first+n-1 are not found though they
// were not rejected, and the first such key.
func lost(f variants.Filter, s *source, first, n uint64, rejected map[uint64]bool) (count int, example uint64) {
	for i := first + n; i > first; i-- {
		if key := i - 1; !f.Contains(s.digest(key)) && !rejected[key] {
			count, example = count+1, key
		}
	}
	return count, example
}

// image is what a filter is, for comparing two: its saved form where it has one,
// else its answers.
func image(f variants.Filter, s *source) string {
	if m, ok := f.(encoding.BinaryMarshaler); ok {
		data, err := m.MarshalBinary()
		if err != nil {
			return "MarshalBinary: " + err.Error()
		}
		return string(data)
	}
	return answers(f, s)
}

// answers is one byte a key for members and absent keys, and the set bits.
func answers(f variants.Filter, s *source) string {
	var out strings.Builder
	for _, first := range []uint64{0, absent} {
		for i := range uint64(5000) {
			out.WriteByte("-x"[one(f.Contains(s.digest(first+i)))])
		}
	}
	if c, ok := f.(variants.SetBitser); ok {
		fmt.Fprint(&out, c.SetBits())
	}
	return out.String()
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
