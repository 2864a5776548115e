package experiments

import (
	"slices"
	"strings"
)

// Seen is what a Match looks at: a point with what the plan found out about it.
type Seen struct {
	Point
	K          int               // probes in use
	Prediction float64           // theory's rate
	Params     map[string]string // in force, defaults included
}

// Matches reports whether m selects the cell.
func (m *Match) Matches(c *Seen) bool {
	function, probing, _ := strings.Cut(c.Scheme, "+")
	return in(m.Variant, c.Variant) && in(m.Scheme, c.Scheme) && in(m.Keys, c.Keys) &&
		in(m.Function, function) && in(m.Probing, probing) &&
		in(m.N, c.N) && in(m.Capacity, c.Capacity) && in(m.K, uint64(c.K)) && in(m.FPR, c.FPR) && in(m.PerKey, c.BitsPerKey) &&
		m.matchesLoad(&c.Point) && m.matchesParams(c.Params) &&
		c.Prediction >= m.FPRFrom && (m.FPRBelow == 0 || c.Prediction < m.FPRBelow)
}

// matchesLoad reports whether n is one of the loads, as a grid rounds them.
func (m *Match) matchesLoad(p *Point) bool {
	return len(m.Load) == 0 || slices.ContainsFunc(m.Load, func(load float64) bool {
		return loaded(load, p.Capacity) == p.N
	})
}

// matchesParams reports whether each parameter has one of the values wanted.
func (m *Match) matchesParams(params map[string]string) bool {
	for name, values := range m.Params {
		if !slices.Contains(values, params[name]) {
			return false
		}
	}
	return true
}

// in reports whether list is left out or holds v.
func in[T comparable](list []T, v T) bool { return len(list) == 0 || slices.Contains(list, v) }

// Expectation returns what a cell of grid g is expected to show in a profile:
// by the first gate that matches, else by the grid. Tolerance 0 stands for the
// profile's own.
func (s *Spec) Expectation(g *Grid, profile string, c *Seen) (expect string, tolerance float64) {
	expect, tolerance = g.Expect, g.Tolerance
	for i := range s.Gates {
		gate := &s.Gates[i]
		if in(gate.Profiles, profile) && gate.Match.Matches(c) {
			expect, tolerance = gate.Expect, gate.Tolerance
			break
		}
	}
	if expect == "" {
		expect = Agrees
	}
	return expect, tolerance
}
