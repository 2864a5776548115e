package theory

import "math"

// Double hashing by fastrange lives on a torus: a key is a pair (x, y) of reals in [0, 1),
// its position i the cell floor(m frac(x + i y)). Two keys meet where their cells, not
// their reals, are equal. Along a chain of meetings (chains.go) the two move apart by z
// cells a step, so the meetings at t = 0, 1, ... happen when
//
//	a_t - 1 < D - z t <= a_t,   a_t = frac(a + g t),
//
// D the distance at t = 0, a the query's place inside its cell and g its step modulo one
// cell. chainMeasure integrates over D (exactly, the places are intervals), z, a and g
// (quasi-Monte Carlo): out[l][w] is the measure of keys that meet a chain of l places in
// exactly w of them. Modulo m the same measure is 1 for w = l and 0 below. For every pair
// of places t apart the measure is 1/t, which pins out[l][2] given the rest.
func chainMeasure(longest int) [][]float64 {
	points := torusPoints(longest)
	out := make([][]float64, longest+1)
	for l := range out {
		out[l] = make([]float64, longest+1)
	}
	if longest < 2 {
		return out
	}
	c := newCoverage(longest)
	// The R3 sequence: multiples of the inverse powers of the root of x^4 = x + 1.
	const r1, r2, r3 = 0.8191725133961644, 0.671043606703789, 0.5497004779019701
	for i := range points {
		fi := float64(i) + 0.5
		u, a, g := frac(fi*r1), frac(fi*r2), frac(fi*r3)
		z := 2 * u * u * u // long chains need small z; dz = 6 u^2 du
		c.reset()
		for t := range longest {
			ft := float64(t)
			hi := frac(a+g*ft) + z*ft
			c.insert(hi - 1)
			for w := 2; w <= t+1; w++ {
				out[t+1][w] += u * u * c.length[w]
			}
		}
	}
	for l := 2; l <= longest; l++ {
		pinPairs(out[l], l, 12/float64(points)) // both signs of z
	}
	return out
}

// torusPoints is the number of sample points; fewer for long chains, which cost the square
// of their length.
func torusPoints(longest int) int {
	return min(1<<14, max(1<<10, 1<<22/longest/longest))
}

// torusError is the relative error of sums over chainMeasure for places up to k, from
// comparing runs with 32 times the points: 0.002 at 7 and 13, 0.005 at 20, 0.03 at 30, 0.1
// at 64.
func torusError(k int) float64 {
	return 0.003 * math.Max(1, math.Pow(float64(k)/13, 2.5))
}

// pinPairs scales the sums and sets the w = 2 entry from the exact measure of pairs.
func pinPairs(row []float64, l int, scale float64) {
	var pairs float64
	for d := 1; d < l; d++ {
		pairs += float64(l-d) / float64(d)
	}
	for w := 3; w <= l; w++ {
		row[w] *= scale
		pairs -= row[w] * choose2(w)
	}
	row[2] = pairs
}

func frac(x float64) float64 { return x - math.Floor(x) }

// coverage counts how many of some intervals of length 1 cover each point of the line.
type coverage struct {
	edge   []float64 // sorted
	depth  []int     // intervals over [edge[i], edge[i+1])
	length []float64 // length[w]: total length covered exactly w times
}

func newCoverage(most int) *coverage {
	return &coverage{length: make([]float64, most+2)}
}

func (c *coverage) reset() {
	c.edge, c.depth = c.edge[:0], c.depth[:0]
	clear(c.length)
}

// insert adds the interval [lo, lo+1).
func (c *coverage) insert(lo float64) {
	i := c.split(lo)
	j := c.split(lo + 1)
	for ; i < j; i++ {
		l := c.edge[i+1] - c.edge[i]
		c.length[c.depth[i]] -= l
		c.depth[i]++
		c.length[c.depth[i]] += l
	}
}

// split makes x an edge and returns its index.
func (c *coverage) split(x float64) int {
	i := len(c.edge)
	for i > 0 && c.edge[i-1] >= x {
		i--
	}
	if i < len(c.edge) && c.edge[i] == x {
		return i
	}
	c.edge = append(c.edge, 0)
	c.depth = append(c.depth, 0)
	copy(c.edge[i+1:], c.edge[i:])
	copy(c.depth[i+1:], c.depth[i:])
	c.edge[i] = x
	c.depth[i] = 0
	if i > 0 {
		c.depth[i] = c.depth[i-1]
	}
	return i
}
