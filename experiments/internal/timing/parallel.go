package timing

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/filterlab/filterlab/hashes"
)

// parallel runs several walks at once, each on a processor of its own, where the
// system lets threads be pinned. Its time is from the first start to the last end;
// an operation is one of any of them.
type parallel struct {
	walks []*walk
	cpus  []int
}

// newParallel makes several walks along one list, which begin apart from each other.
func newParallel(goroutines int, cpus []int, one func() (*walk, error)) (*parallel, error) {
	p := &parallel{cpus: cpus}
	for i := range goroutines {
		w, err := one()
		if err != nil {
			return nil, err
		}
		w.at = w.length / goroutines * i / hashes.BatchMax * hashes.BatchMax
		p.walks = append(p.walks, w)
	}
	return p, nil
}

func (p *parallel) granule() uint64 { return p.walks[0].granule() * uint64(len(p.walks)) }
func (p *parallel) fixed() uint64   { return 0 }

func (p *parallel) run(t timer, ops uint64) {
	w, own := t.(*watch)
	if !own { // a testing.B: its timer is one for all
		t.StartTimer()
		p.each(ops, func(walk *walk, share uint64) { walk.do(share) })
		t.StopTimer()
		return
	}
	watches := make([]watch, len(p.walks))
	var number atomic.Int32
	p.each(ops, func(walk *walk, share uint64) {
		own := &watches[number.Add(1)-1]
		own.clock = w.clock
		walk.run(own, share)
	})
	from, to := watches[0].wallFrom, int64(0)
	for i := range watches {
		x := &watches[i]
		from, to = min(from, x.wallFrom), max(to, x.wallFrom+x.wall)
		w.cpu += x.cpu
		w.noCPU = w.noCPU || x.noCPU
	}
	w.wall += max(0, to-from)
	w.pieces++
}

// each gives every walk its share and starts all at the same moment: they wait
// for each other without sleeping.
func (p *parallel) each(ops uint64, do func(w *walk, share uint64)) {
	var ready atomic.Int32
	var done sync.WaitGroup
	share := ops / uint64(len(p.walks))
	for i, w := range p.walks {
		count := share
		if i == 0 {
			count = ops - share*uint64(len(p.walks)-1)
		}
		done.Go(func() {
			runtime.LockOSThread() // and never unlocked: the pinned thread ends with the goroutine
			if len(p.cpus) > 0 {
				pin(p.cpus[i%len(p.cpus)])
			}
			ready.Add(1)
			for ready.Load() < int32(len(p.walks)) {
				runtime.Gosched()
			}
			do(w, count)
		})
	}
	done.Wait()
}
