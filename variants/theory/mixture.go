package theory

import "math"

// loads walks the law of one block's load, Bin(n, 1/B), outward from its mode, by the
// ratio of neighbours: no lgamma, no underflow, 14 digits. Weights are relative to
// the mode's.
type loads struct {
	n, blocks float64
}

// ratio is P(L=l+1)/P(L=l). For B = inf the law is Poisson of mean n.
func (b loads) ratio(l float64) float64 {
	if math.IsInf(b.blocks, 1) {
		return b.n / (l + 1)
	}
	if b.blocks == 1 {
		return math.Inf(1)
	}
	return (b.n - l) / ((l + 1) * (b.blocks - 1))
}

func (b loads) mode() float64 {
	switch {
	case math.IsInf(b.blocks, 1):
		return math.Floor(b.n)
	case b.blocks == 1:
		return b.n
	}
	return math.Min(b.n, math.Floor((b.n+1)/b.blocks))
}

// blockRate gives the rate of a block that holds l keys.
type blockRate interface{ at(l float64) float64 }

// mixture is a table of loads, weights that sum to 1, and block rates.
type mixture struct{ l, w, g []float64 }

// newMixture tabulates every load that matters. Below the mode a term matters while
// its weight exceeds 1e-20 of the mode's; above, while weight times 1 could still
// change the sum, since rates rise with the load. Where the range is very wide only
// every stride-th load is taken: the trapezoid rule on a bell with four nodes to a
// standard deviation is exact to more digits than we have.
func newMixture(law loads, g blockRate) mixture {
	mode := law.mode()
	stride := 1.0
	if mode > 4000 && law.blocks > 1 {
		stride = math.Max(1, math.Floor(math.Sqrt(mode)/5))
	}
	var m mixture
	var down []float64 // weights below the mode, nearest first
	for l, w := mode, 1.0; l-stride >= 0; l -= stride {
		for i := 0.0; i < stride; i++ {
			w /= law.ratio(l - 1 - i)
		}
		if w < 1e-20 {
			break
		}
		down = append(down, w)
	}
	for i := len(down) - 1; i >= 0; i-- {
		m.push(mode-float64(i+1)*stride, down[i], g)
	}
	sum := 0.0
	for i := range m.l {
		sum += m.w[i] * m.g[i]
	}
	for l, w := mode, 1.0; w > 0 && w > 1e-18*sum; l += stride {
		m.push(l, w, g)
		sum += w * m.g[len(m.g)-1]
		if l+stride > law.n && !math.IsInf(law.blocks, 1) {
			break
		}
		for i := 0.0; i < stride; i++ {
			w *= law.ratio(l + i)
		}
	}
	m.normalise()
	return m
}

func (m *mixture) push(l, w float64, g blockRate) {
	m.l = append(m.l, l)
	m.w = append(m.w, w)
	m.g = append(m.g, g.at(l))
}

func (m *mixture) normalise() {
	var total float64
	for _, w := range m.w {
		total += w
	}
	for i := range m.w {
		m.w[i] /= total
	}
}

// mean is sum P(l) g(l).
func (m mixture) mean() float64 {
	var s float64
	for i, w := range m.w {
		s += w * m.g[i]
	}
	return s
}
