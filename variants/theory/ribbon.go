package theory

import "math"

// ribbonBlock is what the slots of a ribbon filter are a multiple of.
const ribbonBlock = 64

// HomogeneousRibbonSlots returns the slots of a homogeneous ribbon filter of n keys whose
// equations are w slots wide, r bits a slot: 1+(4+r/4)/w of them a key, as its authors
// advise, w for the equations of the last ones, and that rounded up to whole words.
//
// The more slots, the fewer queries lie in the span of the keys' equations; the advice puts
// that near the point where one more bit a key is better spent on r. Beyond r = 8 it would
// fall behind: there 0.46 in place of 1/4 keeps the rate within 20% of 2^-r.
func HomogeneousRibbonSlots(n uint64, w, r int) uint64 {
	fn, fr := float64(n), float64(r)
	over := 4 + fr/4
	if r > 8 {
		over = 6 + float64(0.46*(fr-8))
	}
	starts := fn + math.Ceil(float64(fn*over)/float64(w))
	return ribbonUp(starts + float64(w) + 1)
}

func ribbonUp(slots float64) uint64 {
	return uint64(math.Ceil(slots/ribbonBlock)) * ribbonBlock
}

// StandardRibbonSlots returns the slots of a standard ribbon filter of n keys, at least
// 64 more than the w of its equations: so many that nine seeds of ten give a solution.
//
// Simulated (w = 64 and 128, n from 64 to 4 million), half of the seeds do with 2% more
// slots than keys (1% for w = 128) up to some thousand keys, and from there with 1.2% (0.65%)
// more each time n grows by the factor e; nine of ten with 2% (1%) beyond that. RocksDB's
// own sizes for w = 128 are 4.75% at 2^20 slots and 6.3% at 2^24; these are 4.7% and 6.5%.
func StandardRibbonSlots(n uint64, w int) uint64 {
	fn := math.Max(1, float64(n))
	least, million, slope := 0.042, 0.110, 0.0124
	if w >= 128 {
		least, million, slope = 0.02, 0.047, 0.0065
	}
	over := math.Max(least, million+float64(slope*math.Log(fn/1e6)))
	slots := math.Ceil(fn + float64(fn*over))
	return ribbonUp(math.Max(slots, float64(w+ribbonBlock)))
}

// StandardRibbon predicts a standard ribbon filter of n keys: exactly 2^-r, as a
// query's fingerprint is independent of its equation. No spread between filters.
func StandardRibbon(n uint64, r int) Rate {
	out := Rate{FPR: FingerprintRate(r), SetBits: math.NaN(), SetBitsSD: math.NaN(),
		Formula: "2^-r, for any number of keys (Dillinger and Walzer 2021)"}
	if n == 0 {
		out.FPR = 0
	}
	return out
}

// HomogeneousRibbon predicts a homogeneous ribbon filter of n keys, whose equations begin
// in one of starts slots and are w wide, r bits a slot:
//
//	FPR = 2^-r + (1-2^-r) P,  P the probability that a query's equation follows from the keys'
//
// The solution is random, so that any other query comes to 0 in each of r columns with
// 1/2. P is RibbonSpan. SD is that of P alone: queries in the span come in stretches of
// 0.53 w/overhead slots (simulated, w = 32 to 64), all of a filter or none.
func HomogeneousRibbon(n, starts uint64, w, r int) Rate {
	out := Rate{SetBits: math.NaN(), SetBitsSD: math.NaN(),
		Formula: "2^-r + (1-2^-r) P(query in the span of the keys) (Dillinger and Walzer 2021)"}
	if n == 0 {
		return out
	}
	out.FPR = FingerprintRate(r)
	span := RibbonSpan(n, starts, w)
	if span == 0 {
		return out
	}
	fn, fs := float64(n), float64(starts)
	stretch := math.Min(fs, 0.53*float64(w)/math.Max(fs/fn-1, 1/fs))
	excess := float64((1 - out.FPR) * span)
	out.SD = (1 - out.FPR) * math.Sqrt(span*stretch/fs)
	out.FPR += excess
	out.ModelError = 0.2 * excess / out.FPR
	out.Reason = "how many queries lie in the span is known by a Markov chain and a Brownian bridge, within 20% of simulations"
	return out
}

// RibbonSpan returns the probability that a random equation of w coefficients, the first
// of them 1, follows from n such ones which begin at random in starts slots, more than n.
//
// It is the growth, per key, of the number of equations that follow from those before
// (ribbonLoss). That n is fixed makes rushes rarer than arrivals without end do: by
// exp(-2 w^2/n), as a Brownian bridge crosses a line more rarely than Brownian motion.
func RibbonSpan(n, starts uint64, w int) float64 {
	fn, fs := float64(n), float64(starts)
	if n == 0 || fn >= fs {
		return 0
	}
	const step = 2e-4
	load := fn / fs
	growth := (ribbonLoss(w, load*(1+step)) - ribbonLoss(w, load*(1-step))) / (2 * step * load)
	return clamp(growth * math.Exp(-2*float64(w)*float64(w)/fn))
}

// ribbonLoss returns, for load equations a start, the mean number at one start that follow
// from those before.
//
// Taken in the order of their starts, an equation turns one more of the w slots ahead into
// one at which later equations are reduced. Where x of them are so, an equation is reduced to
// nothing with 2^-(w-x), and the slot that is passed next is not among them with
// 2^-x. So x is a Markov chain with Poisson arrivals: a queue with w places. It goes
// down in steps of one, and so its stationary distribution follows from the flow over
// each border, up by what is below and down by one state alone; all terms are positive.
func ribbonLoss(w int, load float64) float64 {
	q := newRibbonQueue(w, load)
	flow := make([]float64, w+len(q.arrive)+2) // into each state from those below the border
	weight, total, lost := 1.0, 0.0, 0.0
	for x := 0; x <= w; x++ {
		loss := q.from(x)
		if x > 0 {
			up := 0.0
			for z := x; z <= min(w, x+len(q.arrive)); z++ {
				up += flow[z]
			}
			weight = up / q.next[0]
		}
		total += weight
		lost += float64(weight * loss)
		for k := 1; k < len(q.next); k++ {
			flow[x-1+k] += float64(weight * q.next[k])
		}
	}
	return lost / total
}

// ribbonQueue is one step of the chain.
type ribbonQueue struct {
	w      int
	arrive []float64 // probability that a equations begin at a slot
	more   []float64 // that more than a do
	next   []float64 // of the state x-1+k after the slot
	taken  []float64 // of x+k at the slot, with the slot itself among them
}

func newRibbonQueue(w int, load float64) *ribbonQueue {
	q := &ribbonQueue{w: w}
	p, left := math.Exp(-load), -math.Expm1(-load)
	for a := 1; left > 1e-14; a++ {
		q.arrive, q.more = append(q.arrive, p), append(q.more, left)
		p *= load / float64(a)
		left = math.Max(0, left-p)
	}
	q.next = make([]float64, len(q.arrive)+2)
	q.taken = make([]float64, len(q.arrive)+2)
	return q
}

// from fills next for the state x and returns the mean number of equations lost.
func (q *ribbonQueue) from(x int) (lost float64) {
	clear(q.next)
	clear(q.taken)
	open := math.Exp2(-float64(x)) // the slot is not among the x
	q.taken[0] = 1 - open
	for a, here := range q.arrive {
		q.next[1] += float64(here * open)
		for k := range a + 1 {
			q.next[k] += float64(here * q.taken[k])
		}
		lost += float64(q.more[a] * q.begin(x, a, open))
		open = 0
	}
	return lost
}

// begin lets one more equation begin, after a others, and returns the probability that
// it is lost.
func (q *ribbonQueue) begin(x, a int, open float64) (lost float64) {
	for k := min(a, q.w-x); k >= 0; k-- {
		drop := float64(q.taken[k] * math.Exp2(-float64(q.w-x-k)))
		lost += drop
		q.taken[k+1] += q.taken[k] - drop
		q.taken[k] = drop
	}
	q.taken[1] += open
	return lost
}
