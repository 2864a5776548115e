package timing

import (
	"math"
	"slices"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/stats"
)

// leastFloor is the least movement of the limit that counts as one: a reading is
// short and is not better than this itself.
const leastFloor = 0.05

// A reading is the median of a few short samples, so that one interruption is no
// movement.
const (
	probes    = 3
	probeTime = time.Millisecond
)

// widest is over how many times the control's bytes the limit may be read: how much
// it may move is known of the control, and reads of a far larger table, of one
// contestant that is large beyond all others, move by more.
const widest = 8

// prober reads the limit around blocks: independent reads of random lines over as
// many bytes as the largest filter has that is not beyond widest. What disturbs a
// filter's memory accesses disturbs these.
type prober struct {
	r     *runner
	st    *stage
	bench *bench // nil where the suite has no limit
	ops   uint64
	size  record.TimingSize
}

// newProber makes the row ready that is read.
func newProber(r *runner, st *stage) *prober {
	p := &prober{r: r, st: st, size: record.TimingSize{N: st.n, PoolKeys: st.pool, TableBytes: uint64(len(st.table)) * 8, TableHuge: st.tableHuge}}
	if b := probed(st.benches); b != nil {
		p.bench = &bench{row: b.row, work: st.limit(b.row), facts: b.facts}
		p.ops = wholly(float64(b.ops)*min(1, float64(probeTime)/float64(max(r.suite.BenchTime, 1))), p.bench.work.granule())
	}
	return p
}

// probed chooses the row to read, nil where the suite has no limit.
func probed(benches []*bench) (chosen *bench) {
	most := widest * controlBytes(benches)
	for _, b := range benches {
		row := b.row
		if row.Op == Limit && row.Lines == 1 && row.Kernel == loads && row.Figure == Throughput && row.Cache == Warm && row.Goroutines == 1 &&
			(chosen == nil || fits(row.Bytes, chosen.row.Bytes, most)) {
			chosen = b
		}
	}
	return chosen
}

// controlBytes returns the bytes of the control's filter, 0 where there is none.
func controlBytes(benches []*bench) uint64 {
	bytes := uint64(0)
	for _, b := range benches {
		if b.row.AA == "a" {
			bytes = max(bytes, b.facts.AllocatedBits/8)
		}
	}
	return bytes
}

// fits reports whether a table of so many bytes is to be read rather than one of
// old: the largest up to most, the smallest where all are larger, and the largest of all
// where most is not known, 0.
func fits(bytes, old, most uint64) bool {
	if most == 0 || max(bytes, old) <= most {
		return bytes > old
	}
	return bytes < old
}

// read returns the limit now in ns a line, NaN where there is none.
func (p *prober) read() float64 {
	if p.bench == nil {
		return math.NaN()
	}
	var ns []float64
	for range probes {
		ns = append(ns, p.r.sample(p.bench, p.ops).NSPerOp)
	}
	return stats.Median(ns)
}

// floor is how much the limit may move: what nine in ten pairs of single samples of
// the control differ by at most, so far.
func (p *prober) floor() float64 {
	var apart []float64
	for _, pair := range pairs(p.st.benches) {
		a, b := kept(pair[0]), kept(pair[1])
		for i := range min(len(a), len(b)) {
			apart = append(apart, math.Abs(a[i].NSPerOp/b[i].NSPerOp-1))
		}
	}
	if len(apart) == 0 {
		return leastFloor
	}
	slices.Sort(apart)
	return max(leastFloor, apart[len(apart)*9/10])
}

// mark notes on the last samples of block that the limit moved around it, and
// whether it will be timed again.
func (p *prober) mark(block []*bench, moved float64, again bool) {
	if again {
		p.size.Repeated++
	} else {
		p.size.Unsettled++
	}
	for _, b := range block {
		t := &b.samples[len(b.samples)-1]
		t.Warnings = addWarning(t.Warnings, "limit-moved", moved)
		if again && t.Status == record.StatusOK {
			t.Status = record.StatusSuperseded
		}
	}
}

// pairs returns the rows of the control, a with b.
func pairs(benches []*bench) [][2]*bench {
	var out [][2]*bench
	for _, a := range benches {
		if a.row.AA != "a" {
			continue
		}
		want := a.row
		want.AA = "b"
		if i := slices.IndexFunc(benches, func(b *bench) bool { return b.row == want }); i >= 0 {
			out = append(out, [2]*bench{a, benches[i]})
		}
	}
	return out
}

// kept returns the samples that count.
func kept(b *bench) []*record.Timing {
	var out []*record.Timing
	for i := range b.samples {
		if b.samples[i].Status == record.StatusOK {
			out = append(out, &b.samples[i])
		}
	}
	return out
}
