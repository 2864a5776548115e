package measure

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/stats"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// BenchmarkCores asks how much of the bare ContainsBatch the harness's loop keeps when
// one worker runs and when two do, on one filter of a million keys at 10 bits. Each
// worker does a part of one and a part of the other by turns, 2^20 queries each, so that
// both meet the same machine:
//
//	worker 0   contains  loop  contains  loop ...
//	worker 1   contains  loop  contains  loop ...
//
// Reported are ns a query of each, medians of the slowest worker, and the least share of
// any worker: the median of contains/loop over its turns, in percent.
func BenchmarkCores(b *testing.B) {
	for _, workers := range []int{1, 2} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) { benchmarkCores(b, workers) })
	}
}

func benchmarkCores(b *testing.B, workers int) {
	s := &scheduler{ctx: context.Background(), options: Options{Jobs: workers}}
	sub, err := prepare(benchTask(1))
	if err != nil {
		b.Fatal(err)
	}
	t, err := s.build(new(worker), sub, 0)
	if err != nil {
		b.Fatal(err)
	}
	all := make([]*turns, workers)
	for i := range all {
		all[i] = newTurns(t)
	}
	b.ResetTimer()
	var wait sync.WaitGroup
	for i, u := range all {
		wait.Go(func() {
			for turn := range b.N {
				first := uint64(turn*workers+i) * partKeys
				if err := u.take(s, t, first); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wait.Wait()
	report(b, all)
}

// turns is a worker of BenchmarkCores: blocks that are digested already, and how long
// it took in ns a query.
type turns struct {
	worker   worker
	ready    [64]hashes.Batch
	contains []float64
	loop     []float64
	found    uint64
}

// newTurns digests blocks of absent keys of t.
func newTurns(t *trial) *turns {
	u := new(turns)
	u.worker.use(t)
	for i := range u.ready {
		u.worker.absent(t, uint64(i)*keys.BlockMax, keys.BlockMax)
		u.ready[i] = hashes.Batch{A: slices.Clone(u.worker.batch.A), B: slices.Clone(u.worker.batch.B)}
	}
	return u
}

// take does a part of bare queries and one of the harness's loop.
func (u *turns) take(s *scheduler, t *trial, first uint64) error {
	var hits variants.Hits
	begin := time.Now()
	for i := range partKeys / keys.BlockMax {
		u.found += uint64(t.batchContainer.ContainsBatch(&u.ready[i%len(u.ready)], &hits))
	}
	middle := time.Now()
	found, err := s.count(&u.worker, t, part{0, first, partKeys})
	end := time.Now()
	u.found += found
	u.contains = append(u.contains, float64(middle.Sub(begin).Nanoseconds())/partKeys)
	u.loop = append(u.loop, float64(end.Sub(middle).Nanoseconds())/partKeys)
	return err
}

// report reports the medians and the least share.
func report(b *testing.B, all []*turns) {
	contains, loop, share := 0.0, 0.0, 1e9
	for _, u := range all {
		if u.found == 0 {
			b.Error("no false positive at all")
		}
		of := make([]float64, len(u.loop))
		for i, ns := range u.loop {
			of[i] = 100 * u.contains[i] / ns
		}
		contains, loop = max(contains, stats.Median(u.contains)), max(loop, stats.Median(u.loop))
		share = min(share, stats.Median(of))
	}
	b.ReportMetric(contains, "contains-ns/query")
	b.ReportMetric(loop, "loop-ns/query")
	b.ReportMetric(share, "%-of-contains")
}
