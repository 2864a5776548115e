package timing

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Options say how a suite is run; none changes what is timed.
type Options struct {
	Clock      Clock  // the system's where nil
	FirstRound uint64 // number of the first round, from 1 (0 is 1): rounds that are appended go on counting
	// OnProgress, optional, is told how many of all samples are taken.
	OnProgress func(done, all uint64)
	// OnSize is given the rows of each n when its rounds are over, or when the run is
	// interrupted in them: then it is what there is.
	OnSize func(rows []record.Timing, size record.TimingSize) error
}

// Report is what is true of a whole run.
type Report struct {
	PinnedTo int // -1: not pinned
	ClockNS  float64
}

// runner is a run.
type runner struct {
	suite     *Suite
	options   Options
	clock     Clock
	clockCost float64
	done, all uint64
	heap      uint64 // bytes in use after the last collection
}

// Run times the suite on a thread of its own, pinned to one processor where the
// system allows, without garbage collection but between samples. It ends early when
// ctx is cancelled; what was handed to OnSize stays valid.
func Run(ctx context.Context, s *Suite, o Options) (Report, error) {
	if err := s.Validate(); err != nil {
		return Report{}, err
	}
	r := &runner{suite: s, options: o, clock: o.Clock}
	if r.clock == nil {
		r.clock = SystemClock()
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	report := Report{PinnedTo: -1}
	if cpus := s.processorList(); len(cpus) > 0 && pin(cpus[len(cpus)-1]) {
		report.PinnedTo = cpus[len(cpus)-1]
		defer pin(cpus...)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	r.clockCost = ClockCost(r.clock)
	report.ClockNS = r.clockCost
	for _, n := range s.N {
		rows, err := s.Rows(n)
		if err != nil {
			return report, err
		}
		r.all += uint64(len(rows) * s.Rounds)
	}
	for _, n := range s.N {
		if err := r.size(ctx, n); err != nil {
			return report, err
		}
	}
	return report, nil
}

// size times everything at one n.
func (r *runner) size(ctx context.Context, n uint64) error {
	st, err := r.suite.newStage(n)
	if err != nil {
		return err
	}
	defer debug.FreeOSMemory()
	defer st.close()
	r.collect()
	for _, b := range st.benches {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.calibrate(b)
		if err := b.broken(); err != nil {
			return err
		}
		r.collectMuch()
	}
	for _, pair := range pairs(st.benches) {
		pair[1].ops = pair[0].ops
	}
	p := newProber(r, st)
	err = r.rounds(ctx, st, p)
	if err != nil && (ctx.Err() == nil || r.options.OnSize == nil) {
		return err
	}
	rows, size := st.finish(p)
	if err == nil {
		r.progress(uint64(len(st.absent) * r.suite.Rounds))
	}
	if r.options.OnSize == nil {
		return nil
	}
	return errors.Join(r.options.OnSize(rows, size), err)
}

// rounds times everything in as many rounds as the suite wants.
func (r *runner) rounds(ctx context.Context, st *stage, p *prober) error {
	first := max(r.options.FirstRound, 1)
	for i := range uint64(r.suite.Rounds) {
		order := st.order(first + i)
		all := len(order)
		order = slices.DeleteFunc(order, func(b *bench) bool { return int(i) >= r.suite.roundsOf(b.row.Op) })
		r.progress(uint64(all - len(order)))
		if err := r.round(ctx, order, p, first+i); err != nil {
			return err
		}
	}
	return nil
}

// blockRows is how many rows lie between two readings of the limit.
const blockRows = 16

// order returns the rows as they are timed in a round: it derives from the seed, n
// and the round's number.
func (st *stage) order(round uint64) []*bench {
	order := slices.Clone(st.benches)
	random := rand.New(rand.NewPCG(keys.Derive(st.seed, "order"), round))
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}

// round times rows once each, in this order.
func (r *runner) round(ctx context.Context, order []*bench, p *prober, number uint64) error {
	for block := range slices.Chunk(order, blockRows) {
		if err := r.block(ctx, p, block, number); err != nil {
			return err
		}
	}
	return nil
}

// attempts is how often a block is timed at most.
const attempts = 2

// block times its rows between two readings of the limit, again if the limit moved
// meanwhile. Samples of earlier attempts are kept and marked.
func (r *runner) block(ctx context.Context, p *prober, block []*bench, round uint64) error {
	p.size.Blocks++
	for attempt := uint64(1); ; attempt++ {
		before := p.read()
		for _, b := range block {
			if err := ctx.Err(); err != nil {
				return err
			}
			t := r.sample(b, b.ops)
			t.Round, t.Attempt = round, attempt
			b.samples = append(b.samples, t)
			if err := b.broken(); err != nil {
				return err
			}
			r.tidy(b)
		}
		moved := math.Abs(p.read()/before - 1)
		if !(moved > p.floor()) {
			break
		}
		p.mark(block, moved, attempt < attempts)
		if attempt == attempts {
			break
		}
	}
	r.progress(uint64(len(block)))
	return nil
}

// progress tells that samples were taken.
func (r *runner) progress(samples uint64) {
	r.done += samples
	if r.options.OnProgress != nil {
		r.options.OnProgress(r.done, r.all)
	}
}

// Between samples garbage is collected once it is much: a collection walks through all
// filters that are there, and takes seconds where one is made of small pieces.
//
// garbage is how much may be allocated between two collections.
const garbage = 256 << 20

// tidy collects what samples leave behind once it is much, outside of them.
func (r *runner) tidy(b *bench) {
	switch b.work.(type) {
	case *filling, *saving:
		r.collectMuch()
		return
	}
	if b.facts.BytesPerOp > 0 {
		r.collectMuch()
	}
}

// collectMuch collects where there is much garbage.
func (r *runner) collectMuch() {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > r.heap+garbage {
		r.collect()
	}
}

// collect collects garbage and notes what is left.
func (r *runner) collect() {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	r.heap = m.HeapAlloc
}
