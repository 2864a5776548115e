package timing

import (
	"math"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// The bounds of what is believed without a word.
const (
	lowShare   = 0.95 // processor time over wall time
	clockShare = 0.01 // readings of the clock over wall time
	leastNS    = 0.3  // an operation that takes less was most likely left out
)

// sample times ops operations of b.
func (r *runner) sample(b *bench, ops uint64) record.Timing {
	w := &watch{clock: r.clock}
	b.work.run(w, ops)
	t := b.facts
	t.Ops, t.ElapsedNS = ops, uint64(w.wall)
	if !w.noCPU {
		t.CPUNS = uint64(w.cpu)
	}
	if w.wall > 0 {
		t.NSPerOp = float64(w.wall) / float64(ops)
	}
	r.judge(&t, w)
	return t
}

// judge adds the warnings that a sample earns by itself.
func (r *runner) judge(t *record.Timing, w *watch) {
	if w.wall <= 0 {
		t.Status = "no time was seen to pass: more operations are needed"
		return
	}
	if share := cpuShare(t); share < lowShare {
		t.Warnings = addWarning(t.Warnings, "cpu-share", share)
	}
	if cost := float64(2*w.pieces) * r.clockCost / float64(w.wall); cost > clockShare {
		t.Warnings = addWarning(t.Warnings, "clock", cost)
	}
	if t.NSPerOp < leastNS && !reference(t.Op) {
		t.Warnings = addWarning(t.Warnings, "under-0.3ns", t.NSPerOp)
	}
	if r.suite.FixedOps == 0 {
		one := []record.Timing{*t}
		record.MarkShort(one, r.suite.BenchTime)
		t.Warnings = one[0].Warnings
	}
}

// cpuShare is processor time over wall time of a sample, at most 1; NaN where it
// is not known.
func cpuShare(t *record.Timing) float64 {
	if t.CPUNS == 0 || t.ElapsedNS == 0 {
		return math.NaN()
	}
	return min(1, float64(t.CPUNS)/float64(t.ElapsedNS)/float64(t.Goroutines))
}

// reference reports whether op is no filter's.
func reference(op string) bool {
	return op == Empty || op == Limit || op == Hash || op == HashBatch
}

// calibrate chooses the operations of a sample of b, and warms it up meanwhile:
// they grow until a sample is long enough to tell. The first sample of each length
// is for warming up only. A stall of the machine makes any sample long, so it is the
// least of three that must be: what is chosen after a stall would be too few operations
// to be warm, and cost many times as much each.
func (r *runner) calibrate(b *bench) {
	switch own := b.work.fixed(); {
	case own > 0:
		if b.ops = own; r.suite.FixedOps > 0 {
			b.ops = min(own, r.suite.FixedOps)
		}
		r.sample(b, b.ops)
		return
	case r.suite.FixedOps > 0:
		b.ops = r.suite.FixedOps
		return
	}
	want, g := float64(r.suite.BenchTime), b.work.granule()
	ops := wholly(0, g)
	r.sample(b, ops)
	for {
		took := r.took(b, ops)
		for range 2 {
			if took >= want/4 {
				took = min(took, r.took(b, ops))
			}
		}
		if took >= want/4 || ops >= maxOps {
			if b.ops = max(wholly(float64(ops)*want/took, g), r.suite.least(&b.row, g)); b.ops > ops {
				r.sample(b, b.ops)
			}
			return
		}
		ops = wholly(float64(ops)*min(100, max(2, want/took/2)), g)
	}
}

// least is the least number of operations of a sample of r, in multiples of g.
func (s *Suite) least(r *Row, g uint64) uint64 {
	if s.LeastOps == 0 || !asks(r.Op) || r.Cache == Cold {
		return g
	}
	return wholly(float64(s.LeastOps), g)
}

// took is how many ns a sample of b takes, at least 1.
func (r *runner) took(b *bench, ops uint64) float64 {
	return max(float64(r.sample(b, ops).ElapsedNS), 1)
}

// maxOps ends a calibration in which no time passes.
const maxOps = 1 << 34

// wholly rounds ops up to a multiple of g, at least one and at most maxOps of them.
func wholly(ops float64, g uint64) uint64 {
	n := uint64(math.Ceil(min(max(ops, 1), maxOps) / float64(g)))
	return max(n, 1) * g
}

// short writes x with three digits.
func short(x float64) string {
	return strings.TrimSuffix(strconv.FormatFloat(x, 'g', 3, 64), ".")
}
