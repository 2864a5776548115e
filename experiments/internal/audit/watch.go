package audit

import (
	"os/exec"
	"slices"
	"sync/atomic"
	"time"
)

// watcher ends a process and what it started when they pass their limits, and
// says which: they count together, so that a shell around a program, or workers
// that a program starts, hide nothing.
type watcher struct {
	limits Limits
	done   chan struct{} // closed when the process has ended

	ate  atomic.Bool // more memory than allowed
	slow atomic.Bool // no answer after so much processor time
	idle atomic.Bool // no answer, and hardly any processor time used
}

// least is the share of a processor that counts as working: a program that waits
// for ever may still have a clock of its own that ticks.
const least = 0.01

// watch looks ten times a second; stop ends what waits for the process.
func (w *watcher) watch(cmd *exec.Cmd, stop func()) {
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	worked := effort{limit: w.limits.Time, looked: time.Now()}
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
		group := groupOf(cmd)
		w.ate.Store(w.limits.Memory > 0 && holdMore(group, w.limits.Memory))
		used, known := processorTime(group)
		slow, idle := worked.note(used, known, slices.ContainsFunc(group, wantsTurn), time.Now())
		w.slow.Store(slow)
		w.idle.Store(idle)
		if w.ate.Load() || slow || idle {
			endGroup(cmd)
			_ = cmd.Process.Kill()
			stop()
			return
		}
	}
}

// effort follows how much processor time is used.
type effort struct {
	limit  time.Duration
	looked time.Time     // when it was last looked at
	idle   time.Duration // how long it has been seen to do nothing
	before time.Duration // what was used when it was last seen to work
	last   time.Duration // what the system told last
	used   time.Duration // all gains: a process that ends takes its time with it
}

// looks is how often at least a process must be seen doing nothing: where the machine
// is so busy, or stood still so long, that the watcher itself comes late, the process
// may have had no turn either, or nobody to speak to.
const looks = 20

// note takes down what the system tells now, and says whether the limit is passed
// by work, or by doing nothing. Who wants a turn that others have does not do nothing.
// Where the system tells nothing, all of the time counts as work.
func (e *effort) note(told time.Duration, known, wantsTurn bool, now time.Time) (slow, idle bool) {
	passed := now.Sub(e.looked)
	e.looked = now
	if !known {
		e.used += passed
		return e.used > e.limit, false
	}
	e.used += max(0, told-e.last)
	e.last = told
	if !wantsTurn {
		e.idle += min(passed, e.limit/looks)
	}
	if e.used-e.before >= max(time.Duration(float64(e.limit)*least), tickTime) {
		e.idle, e.before = 0, e.used
	}
	return e.used > e.limit, e.idle > e.limit
}

// tickTime is the unit in which Linux tells processor time.
const tickTime = 10 * time.Millisecond
