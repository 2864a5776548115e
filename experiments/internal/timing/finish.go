package timing

import (
	"math"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// emptyMargin is how much above the empty loop a figure must be, in ns: what cannot
// be told apart from a loop around nothing is no figure.
const emptyMargin = 0.1

// finish works out what needs all samples of one n, and returns its rows in order.
func (st *stage) finish(p *prober) ([]record.Timing, record.TimingSize) {
	medians := map[Row]float64{}
	for _, b := range st.benches {
		medians[b.row] = b.median()
	}
	var rows []record.Timing
	for _, b := range st.benches {
		st.relate(b, medians)
		rows = append(rows, b.samples...)
	}
	st.quiet(&p.size)
	return append(rows, st.absent...), p.size
}

// median is that of the samples that count, in ns an operation.
func (b *bench) median() float64 {
	var ns []float64
	for _, t := range kept(b) {
		ns = append(ns, t.NSPerOp)
	}
	return stats.Median(ns)
}

// relate holds the samples of b against the limit and the empty loop.
func (st *stage) relate(b *bench, medians map[Row]float64) {
	line, limit := st.limits(b, medians)
	empty := st.emptyNS(b, medians)
	slow := medians[b.row] < empty+emptyMargin
	for i := range b.samples {
		t := &b.samples[i]
		t.Hold(line, limit)
		if slow {
			t.Warnings = addWarning(t.Warnings, "near-empty-loop", empty)
		}
	}
}

// limits returns the time of one random line and the least time for the lines that
// an answer of b needs, in ns; NaN where there is none.
func (st *stage) limits(b *bench, medians map[Row]float64) (line, least float64) {
	r := b.row
	if r.Contestant < 0 || r.Op == Save || r.Op == Load {
		return math.NaN(), math.NaN()
	}
	shape, err := st.suite.shape(r.Contestant, st.n)
	if err != nil {
		return math.NaN(), math.NaN()
	}
	hits := r.Hits
	if hits < 0 {
		hits = 100 // to add or remove a key is to touch all its lines
	}
	at := limitOf(&r, st.n, shape, 1)
	best := func(lines int) float64 {
		at := at
		at.Lines = lines
		plain, ok := medians[at]
		if !ok {
			return math.NaN()
		}
		at.Kernel = prefetch
		if ahead, ok := medians[at]; ok && ahead < plain {
			return ahead
		}
		return plain
	}
	if line, ok := medians[at]; ok {
		no, yes := best(1), best(leastLines(shape, 100))
		part := float64(hits) / 100
		return line, (1-part)*no + part*yes
	}
	return math.NaN(), math.NaN()
}

// emptyNS is the time of b's empty loop, NaN where it has none.
func (st *stage) emptyNS(b *bench, medians map[Row]float64) float64 {
	r := b.row
	if !asks(r.Op) {
		return math.NaN()
	}
	if ns, ok := medians[emptyOf(&r, st.scheme(r).Name())]; ok {
		return ns
	}
	return math.NaN()
}

// quiet fills in how quiet the machine was.
func (st *stage) quiet(size *record.TimingSize) {
	size.ProcessHuge = hugeBytes()
	var apart, shares []float64
	for _, pair := range pairs(st.benches) {
		if d := math.Abs(pair[0].median()/pair[1].median() - 1); !math.IsNaN(d) && !math.IsInf(d, 0) {
			apart = append(apart, d)
			size.AAWorst = max(size.AAWorst, d)
		}
	}
	size.AAPairs = len(apart)
	size.CPUShareWorst = 1
	for _, b := range st.benches {
		for i := range b.samples {
			if share := cpuShare(&b.samples[i]); !math.IsNaN(share) {
				shares = append(shares, share)
				size.CPUShareWorst = min(size.CPUShareWorst, share)
			}
		}
	}
	if len(apart) > 0 {
		size.AAMedian = stats.Median(apart)
	}
	if len(shares) > 0 {
		size.CPUShare = stats.Median(shares)
	}
}
