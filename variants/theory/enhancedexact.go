package theory

import "math"

// Enhanced double hashing by counting keys.

// enhancedCountable tells whether every query of every step can be counted in about 0.1 s,
// with a table of m^2 masks.
func enhancedCountable(m uint64, k int) bool {
	fk := float64(k)
	micros := 0.02*fk*fk*fk*fk + 0.1*math.Exp2(fk)
	return m <= 1100 && k <= exactBits && float64(m)*micros <= 70_000
}

// enhancedTally counts every query against every key. A key (x', y') that meets the query
// in two cells, at places (i1, j1) and (i2, j2), has
//
//	(j2-j1) y' = (i2-i1) y + (f_i2 - f_i1) - (f_j2 - f_j1)   (mod m),
//
// so the keys that matter are listed, k^4/2 a query, instead of trying all m.
func enhancedTally(m uint64, k int, c cubic) (*tally, footprint) {
	patterns := enhancedPatterns(m, k, c)
	f, s1 := patternFootprint(patterns)
	t := newTally(s1)
	e := enhancedMeeting{m: m, k: k, cubic: c, patterns: patterns, at: make([]uint32, m*m)}
	e.prepare()
	for _, query := range patterns {
		t.add(e.masks(distinctCells(query)), 1)
	}
	return t, f
}

type enhancedMeeting struct {
	m        uint64
	k        int
	cubic    cubic
	patterns [][]uint32
	at       []uint32 // mask by y'*m + x', zero between queries
	touched  []uint32 // entries of at in use
	inverse  []uint64 // of v/gcd(v,m) modulo m/gcd(v,m)
	common   []uint64 // gcd(v, m)
}

func (e *enhancedMeeting) prepare() {
	e.inverse, e.common = make([]uint64, e.k), make([]uint64, e.k)
	for v := 1; v < e.k; v++ {
		g := gcd(uint64(v), e.m)
		e.common[v] = g
		e.inverse[v] = invMod(uint64(v)/g%max(1, e.m/g), e.m/g)
	}
}

// masks counts the keys by the cells of the query they hit.
func (e *enhancedMeeting) masks(cells []uint32) []uint64 {
	e.touched = e.touched[:0]
	m := int64(e.m)
	for a := range cells {
		for b := a + 1; b < len(cells); b++ {
			gap := int64(cells[b]) - int64(cells[a])
			for j1 := range e.k {
				for j2 := j1 + 1; j2 < e.k; j2++ {
					v, rise := j2-j1, int64(e.cubic.at(j2)-e.cubic.at(j1))
					e.solve(a, b, j1, v, mod(gap-rise, m), cells[a])
					e.solve(b, a, j1, v, mod(-gap-rise, m), cells[b])
				}
			}
		}
	}
	out := make([]uint64, 1<<len(cells))
	for _, i := range e.touched {
		if s := e.at[i]; s != 0 {
			out[s]++
			e.at[i] = 0
		}
	}
	return out
}

// solve marks the keys with v y' = t whose place j1 is on cell a and place j1+v on cell b.
func (e *enhancedMeeting) solve(a, b, j1, v int, t uint64, cell uint32) {
	g := e.common[v]
	if t%g != 0 {
		return
	}
	mg := e.m / g
	y := t / g * e.inverse[v] % mg
	for ; y < e.m; y += mg {
		x := uint64(cell) + e.m - uint64(e.patterns[y][j1])
		if x >= e.m {
			x -= e.m
		}
		i := uint32(y*e.m + x)
		if e.at[i] == 0 {
			e.touched = append(e.touched, i)
		}
		e.at[i] |= 1<<a | 1<<b
	}
}

// mod is x modulo m in [0, m).
func mod(x, m int64) uint64 {
	x %= m
	if x < 0 {
		x += m
	}
	return uint64(x)
}
