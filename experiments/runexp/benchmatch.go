package runexp

import (
	"context"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/variants"
)

// Rates of the two sides of a pair that are no further apart than this are called the
// same, and one of ours stands beside all libraries of the same rate.
const sameTarget = 0.025

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
