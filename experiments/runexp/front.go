package runexp

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

// The groups of a front where the flags name none.
var (
	frontRates = []float64{0.01, 0.001}
	frontBits  = []float64{8, 12, 16}
)

// The words of Match.
const (
	matchRate = "fpr"
	matchBits = "bits_per_key"
)

// frontNear is how far from its target a measured rate may be and still count as
// equal to it, relatively. A structure whose rate comes in steps of two may have no
// size that is near.
const frontNear = 0.05

// frontSuites makes one suite an n: every variant at every target. The size for a
// rate is searched by the variant's own theory; what is shown is what is measured.
func (s *call) frontSuites(f *benchFlags, base timing.Suite) ([]*timing.Suite, error) {
	restrictToFront(f, &base)
	rates, bits := frontRates, frontBits
	if f.shape.fpr.given {
		rates, bits = []float64{f.shape.fpr.value}, nil
	}
	if f.shape.perKey.given {
		bits = []float64{f.shape.perKey.value}
		if !f.shape.fpr.given {
			rates = nil
		}
	}
	if f.shape.bits.given {
		return nil, fmt.Errorf("bench: --front with --bits %d: want targets as --fpr or --bits-per-key", f.shape.bits.value)
	}
	plain := *f
	plain.shape.perKey, plain.shape.fpr = fraction{low: 0, high: positiveInfinity, value: 10, given: true}, fraction{low: 0, high: 1}
	contestants, err := s.contestants(&plain)
	if err != nil {
		return nil, err
	}
	var suites []*timing.Suite
	for _, n := range base.N {
		suite := base
		suite.N = []uint64{n}
		for _, rate := range rates {
			for i := range contestants {
				c := contestants[i]
				perKey, ok := sizeFor(&c, n, rate)
				switch {
				case !ok && len(f.variants) == 0:
					continue // has no such size, and nobody asked for it by name
				case !ok:
					return nil, fmt.Errorf("bench: --front: %s: no size has a predicted rate near %v at n = %d", c.Variant.Name, rate, n)
				}
				suite.Contestants = append(suite.Contestants, sized(c, perKey, matchRate, rate))
			}
		}
		for _, perKey := range bits {
			for i := range contestants {
				if c := &contestants[i]; len(f.variants) > 0 || !math.IsNaN(predicted(c, n, perKey)) {
					suite.Contestants = append(suite.Contestants, sized(*c, perKey, matchBits, perKey))
				}
			}
		}
		suites = append(suites, &suite)
	}
	return suites, nil
}

// restrictToFront takes from base what a front has no column for, unless the flags
// ask for it.
func restrictToFront(f *benchFlags, base *timing.Suite) {
	if !f.n.given {
		base.N = []uint64{1e6}
		if f.profile == experiments.Smoke {
			base.N = []uint64{1e4}
		}
	}
	base.Ops, base.Hits = []string{timing.Contains, timing.ContainsBatch}, []int{0, 100}
	base.From, base.Figures, base.Caches, base.Goroutines = base.From[:1], base.Figures[:1], base.Caches[:1], base.Goroutines[:1]
}

// sized is c with so many bits a key, for a group.
func sized(c timing.Contestant, perKey float64, match string, target float64) timing.Contestant {
	c.Config.BitsPerKey = perKey
	words := []string{"match=" + match + ":" + plainNumber(target), "bpk=" + plainNumber(perKey)}
	for _, w := range c.Words {
		if !strings.HasPrefix(w, "bpk=") {
			words = append(words, w)
		}
	}
	c.Config.Params, c.Words = maps.Clone(c.Config.Params), words
	return c
}

func plainNumber(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// The sizes tried for a rate: bits a key from 1 to some 1,000 in steps of a quarter,
// and between two neighbours by halving, to a hundredth of a bit.
const (
	leastPerKey = 1.0
	perKeyStep  = 1.25
	perKeySteps = 31
	halvings    = 10
)

// sizeFor returns the least bits a key, to a hundredth, at which theory's rate is at
// most target. Theory decides here what is measured, never what is shown.
func sizeFor(c *timing.Contestant, n uint64, target float64) (perKey float64, ok bool) {
	x := leastPerKey
	for range perKeySteps {
		if predicted(c, n, hundredths(x)) <= target {
			low, high := x/perKeyStep, x
			for range halvings {
				if middle := (low + high) / 2; predicted(c, n, hundredths(middle)) <= target {
					high = middle
				} else {
					low = middle
				}
			}
			return hundredths(high), true
		}
		x *= perKeyStep
	}
	return 0, false
}

// hundredths rounds bits a key up to a hundredth.
func hundredths(x float64) float64 { return math.Ceil(x*100) / 100 }

// predicted is theory's rate at so many bits a key, NaN where there is no such filter.
func predicted(c *timing.Contestant, n uint64, perKey float64) float64 {
	config := c.Config
	config.Capacity, config.BitsPerKey = n, perKey
	shape, err := c.Variant.Shape(config, n)
	if err != nil {
		return math.NaN()
	}
	return c.Variant.Predict(config, shape, n).FPR
}

// frontParam is the group of a row: what is equal in it, and at which value.
func frontParam(name string) (match string, target float64, ok bool) {
	_, rest, found := strings.Cut(name, "/match=")
	group, _, _ := strings.Cut(rest, "/")
	match, value, _ := strings.Cut(group, ":")
	target, err := strconv.ParseFloat(value, 64)
	return match, target, found && err == nil && slices.Contains([]string{matchRate, matchBits}, match)
}
