package audit

import (
	"os/exec"
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

// watch looks every few milliseconds; stop ends what waits for the process.
func (w *watcher) watch(cmd *exec.Cmd, stop func()) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	worked := effort{limit: w.limits.Time, since: time.Now()}
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
		group := groupOf(cmd)
		w.ate.Store(w.limits.Memory > 0 && holdMore(group, w.limits.Memory))
		used, known := processorTime(group)
		slow, idle := worked.note(used, known, time.Now())
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
	since  time.Time     // when it was last seen to work
	before time.Duration // what was used then, as the system told it
	last   time.Duration // what the system told last
	used   time.Duration // all gains: a process that ends takes its time with it
}

// note takes down what the system tells now, and says whether the limit is passed
// by work, or by doing nothing. Where the system tells nothing, all of the time
// counts as work.
func (e *effort) note(told time.Duration, known bool, now time.Time) (slow, idle bool) {
	if !known {
		return now.Sub(e.since) > e.limit, false
	}
	e.used += max(0, told-e.last)
	e.last = told
	if e.used-e.before >= max(time.Duration(float64(e.limit)*least), tickTime) {
		e.since, e.before = now, e.used
	}
	return e.used > e.limit, now.Sub(e.since) > e.limit
}

// tickTime is the unit in which Linux tells processor time.
const tickTime = 10 * time.Millisecond
