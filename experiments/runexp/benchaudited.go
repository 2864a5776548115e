package runexp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/variants"
)

// auditedAbsent bounds the absent keys behind a rate where libraries are timed: some
// take ten thousand times as long as ours, and at 1 % so many tell it to a hundredth.
const auditedAbsent = 1 << 20

// auditedOps is the least of a sample. A filter of a gigabyte whose every answer waits for
// ten reads is cold after the others' turns: the tables of its pages are as well, and a
// few hundred questions would time nothing but that.
const auditedOps = 1 << 16

// Rates of the two sides of a pair that are no further apart than this are called the
// same, and one of ours stands beside all libraries of the same rate.
const sameTarget = 0.025

// auditedSuites makes one suite an n: each audited library with the size at which it is
// measured to have the rate wanted, or the nearest to it that its structure allows, and
// beside it ours of the nearest structure with the very rate that the library has.
func (s *call) auditedSuites(ctx context.Context, f *benchFlags, base timing.Suite) ([]*timing.Suite, error) {
	chosen, err := s.auditedOf(f)
	if err != nil {
		return nil, err
	}
	restrictToFront(f, &base)
	base.Ops = []string{timing.Contains}
	if !f.from.given {
		base.From = []string{timing.Bytes8}
	}
	base.BuildFrom, base.Absent = base.From, min(base.Absent, auditedAbsent)
	if f.profile != experiments.Smoke {
		base.LeastOps = auditedOps
	}
	target := frontRates[0]
	if f.shape.fpr.given {
		target = f.shape.fpr.value
	}
	var suites []*timing.Suite
	for _, n := range base.N {
		suite := base
		suite.N = []uint64{n}
		m := matcher{call: s, flags: f, suite: &suite, n: n}
		if err := m.all(ctx, chosen, target); err != nil {
			return nil, err
		}
		limit(suite.Contestants, n)
		suites = append(suites, &suite)
	}
	return suites, nil
}

// auditedOf are the libraries to time: those named, or all.
func (s *call) auditedOf(f *benchFlags) ([]*variants.Variant, error) {
	switch {
	case len(s.Audited) == 0:
		return nil, errors.New("bench: --audited: this program has no other people's libraries: they are in ./peers, by make peers")
	case f.shape.bits.given || f.shape.perKey.given || f.shape.k.given || len(f.shape.params) > 0:
		return nil, errors.New("bench: --audited: sizes are those of equal rates: want no --bits, --bits-per-key, -k or --param, and the rate by --fpr")
	}
	var chosen []*variants.Variant
	for _, v := range s.Audited {
		if len(f.variants) == 0 || slices.Contains(f.variants, v.Name) {
			if s.Nearest[v.Name] == "" {
				return nil, fmt.Errorf("bench: --audited: nothing of ours is known to stand beside %s", v.Name)
			}
			chosen = append(chosen, v)
		}
	}
	for _, name := range f.variants {
		if !slices.ContainsFunc(chosen, func(v *variants.Variant) bool { return v.Name == name }) {
			return nil, fmt.Errorf("bench: --variant %q: with --audited want some of the audited libraries (runexp list variants)", name)
		}
	}
	return chosen, nil
}

// matcher finds the contestants of one n.
type matcher struct {
	*call
	flags *benchFlags
	suite *timing.Suite
	n     uint64
	ours  []string // those that are there already, with their rates
}

// all adds the pairs of libraries. The control comes first: ours of the first pair.
func (m *matcher) all(ctx context.Context, chosen []*variants.Variant, target float64) error {
	for _, v := range chosen {
		if err := ctx.Err(); err != nil {
			return err
		}
		lib, err := m.item(v.Name)
		if err != nil {
			return err
		}
		perKey, rate, err := m.match(lib, target)
		if err != nil {
			return err
		}
		item := m.Nearest[v.Name]
		word, want := m.rateWord(lib, perKey, rate, target)
		name, _, _ := strings.Cut(item, ":")
		if err := m.beside(item, word, want); err != nil {
			return err
		}
		m.suite.Contestants = append(m.suite.Contestants, pairOf(lib, perKey, word, name))
	}
	return nil
}

// item is the contestant of an item of --variant, whose size is still to be found.
func (m *matcher) item(item string) (timing.Contestant, error) {
	shape := m.flags.shape
	shape.fpr = fraction{low: 0, high: 1}
	shape.perKey = fraction{low: 0, high: positiveInfinity, value: 10, given: true}
	if v, err := m.lookUpVariant(strings.SplitN(item, ":", 2)[0]); err == nil && v.Scheme != nil {
		shape.scheme = "" // its own; --scheme is for ours
	}
	c, err := m.contestant(item, shape, variants.Params{})
	c.Unlimited = true
	return c, err
}

// rateWord is the rate that ours is to have beside a library, and as a word of names:
// the wanted one where the library has it, else its own, by theory where that is right.
func (m *matcher) rateWord(lib timing.Contestant, perKey, rate, target float64) (string, float64) {
	want := target
	if apart(rate, target) > sameTarget {
		if want = predicted(&lib, m.n, perKey); apart(rate, want) > sameTarget || math.IsNaN(want) {
			want = rate
		}
	}
	want = record.Round(want, 3)
	return matchRate + ":" + plainNumber(want), want
}

// beside adds ours for a rate, once.
func (m *matcher) beside(item, word string, rate float64) error {
	if key := item + " " + word; !slices.Contains(m.ours, key) {
		m.ours = append(m.ours, key)
		c, err := m.item(item)
		if err != nil {
			return err
		}
		perKey, _, err := m.match(c, rate)
		if err != nil {
			return err
		}
		m.suite.Contestants = append(m.suite.Contestants, pairOf(c, perKey, word, ""))
	}
	return nil
}

// pairOf is c with a size, and the words that pair it.
func pairOf(c timing.Contestant, perKey float64, match, beside string) timing.Contestant {
	c.Config.BitsPerKey, c.Config.Params = perKey, maps.Clone(c.Config.Params)
	words := append(audit.SpeedWords(match, beside), "bpk="+plainNumber(perKey))
	for _, w := range c.Words {
		if !strings.HasPrefix(w, "bpk=") {
			words = append(words, w)
		}
	}
	c.Words = words
	return c
}

// Sizes are corrected by what is measured until the rate is within so much of the
// target, at most so often.
const (
	closeEnough = 0.015
	corrections = 5
)

// match returns the size at which c is measured to be nearest to a rate: the one that
// theory finds, corrected by how far measurement is from it.
func (m *matcher) match(c timing.Contestant, target float64) (perKey, rate float64, err error) {
	var tried []float64
	want := target
	for range corrections {
		at := m.sizeNear(&c, want)
		if slices.Contains(tried, at) {
			break
		}
		tried = append(tried, at)
		sized := c
		sized.Config.BitsPerKey = at
		got, err := m.suite.Rate(&sized, m.n)
		if err != nil {
			return 0, 0, fmt.Errorf("bench: --audited: %w", err)
		}
		if len(tried) == 1 || apart(got, target) < apart(rate, target) {
			perKey, rate = at, got
		}
		if got == 0 || apart(got, target) <= closeEnough {
			break
		}
		want = min(want*target/got, 0.9)
	}
	return perKey, rate, nil
}

// apart is how far two rates are from each other, relatively: the larger over the
// smaller, less 1.
func apart(a, b float64) float64 {
	return math.Exp(math.Abs(math.Log(a/b))) - 1
}

// mostWhole bounds the whole bits a key that are tried one by one.
const mostWhole = 64

// sizeNear returns the bits a key at which theory's rate is nearest to a target, from
// below or above, to a hundredth.
func (m *matcher) sizeNear(c *timing.Contestant, target float64) float64 {
	at, ok := sizeFor(c, m.n, target)
	near := func(x float64) float64 { return apart(predicted(c, m.n, x), target) }
	if !ok { // never so good, or in whole bits a key only
		at = leastPerKey
		for x := at; x <= mostWhole; x++ {
			if near(x) < near(at) {
				at = x
			}
		}
	}
	if below := record.Round(at-0.01, 9); below >= leastPerKey && near(below) < near(at) {
		at = below
	}
	return m.telling(c, at, target)
}

// telling returns other bits a key that give the very same filter and tell more: those
// that it has, or those of a classic filter of the rate. A structure whose size does not
// follow what it is asked for would be named after the least that can be asked.
func (m *matcher) telling(c *timing.Contestant, perKey, target float64) float64 {
	shape := func(x float64) (variants.Shape, error) {
		config := c.Config
		config.Capacity, config.BitsPerKey = m.n, x
		return c.Variant.Shape(config, m.n)
	}
	same, err := shape(perKey)
	if err != nil {
		return perKey
	}
	for _, x := range []float64{same.BitsPerKey(m.n), -math.Log(target) / (math.Ln2 * math.Ln2)} {
		x = hundredths(x)
		if s, err := shape(x); err == nil && reflect.DeepEqual(s, same) {
			return x
		}
	}
	return perKey
}

// limit lets two contestants be held against the reading of random lines: the control,
// and the one of most memory, whose movement marks blocks.
func limit(all []timing.Contestant, n uint64) {
	largest, bytes := 0, uint64(0)
	for i := range all {
		c := all[i].Config
		c.Capacity = n
		if s, err := all[i].Variant.Shape(c, n); err == nil && s.Allocated > bytes {
			largest, bytes = i, s.Allocated
		}
	}
	all[0].Unlimited, all[largest].Unlimited = false, false
}

// printSpeeds prints each library beside ours.
func (s *call) printSpeeds(rows []record.Timing) error {
	g := &grid{header: []string{"n", "library", "ours", "fpr", "ours_fpr", "bits/key", "ours_bits/key", "absent", "ours_absent", "times", "present", "ours_present", "times"}}
	for _, x := range audit.Speeds(rows) {
		row := []string{timing.Count(x.N), x.Library.Variant, x.Ours.Variant}
		for _, v := range []float64{x.Library.FPR, x.Ours.FPR, x.Library.BitsPerKey, x.Ours.BitsPerKey} {
			row = append(row, strconv.FormatFloat(v, 'g', 3, 64))
		}
		for _, c := range []audit.Contrast{x.Absent, x.Present} {
			row = append(row, inDigits(c.LibraryNS, 3), inDigits(c.OursNS, 3), timesWord(c))
		}
		g.rows = append(g.rows, row)
	}
	return g.write(s.out, "table")
}

// timesWord is how many times as fast ours is, with its interval, and ? where that
// cannot be told from the noise.
func timesWord(c audit.Contrast) string {
	text := fmt.Sprintf("%s [%s, %s]", inDigits(c.Ratio, 3), inDigits(c.Low, 3), inDigits(c.High, 3))
	if math.IsNaN(c.Ratio) {
		text = ""
	}
	if c.Verdict == audit.Undecided {
		text += "?"
	}
	return text
}
