package audit

import (
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

// watcher kills a process that passes its limits, and says which.
type watcher struct {
	limits    Limits
	ate, late atomic.Bool
	done      chan struct{} // closed when the process has ended
}

// watch looks every few milliseconds; stop ends what waits for the process.
func (w *watcher) watch(p *os.Process, stop func()) {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	start := time.Now()
	moved, before, told := start, time.Duration(0), false
	for {
		select {
		case <-w.done:
			return
		case <-tick.C:
		}
		used, known := processorTime(p.Pid)
		if told && !known {
			return // it has just ended
		}
		told = known
		if used != before {
			moved, before = time.Now(), used
		}
		w.ate.Store(w.limits.Memory > 0 && resident(p.Pid) > w.limits.Memory)
		w.late.Store(known && (used > w.limits.Time || time.Since(moved) > w.limits.Time) || !known && time.Since(start) > w.limits.Time)
		if w.ate.Load() || w.late.Load() {
			_ = p.Kill()
			stop()
			return
		}
	}
}

// resident returns the bytes of memory that a process holds; 0 where the system
// does not tell.
func resident(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var size, pages uint64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		return 0
	}
	return pages * uint64(os.Getpagesize())
}

// processorTime returns the processor time that a process has used, all its
// threads together; false where the system does not tell. The fields are those of
// proc(5), in ticks of a hundredth of a second.
func processorTime(pid int) (time.Duration, bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	_, rest, ok := strings.Cut(string(text), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)
	if !ok || len(fields) < 13 {
		return 0, false
	}
	var user, system uint64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		return 0, false
	}
	return time.Duration(user+system) * 10 * time.Millisecond, true
}
