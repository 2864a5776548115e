package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// What follows reads Linux's /proc, as proc(5) describes it. Elsewhere the files
// are missing and nothing is known.

// holdMore reports whether processes together hold more than limit bytes of memory.
// Resident pages are the quick look; those that several processes share count in
// each of them, so that the slower share a process decides.
func holdMore(pids []int, limit uint64) bool {
	return sum(pids, resident) > limit && (len(pids) == 1 || sum(pids, proportional) > limit)
}

func sum(pids []int, of func(pid int) uint64) (total uint64) {
	for _, pid := range pids {
		total += of(pid)
	}
	return total
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

// proportional is resident with each shared page divided among those that share
// it; resident where the system does not tell.
func proportional(pid int) uint64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return resident(pid)
	}
	_, rest, found := strings.Cut(string(text), "\nPss:")
	var kib uint64
	if _, err := fmt.Sscan(rest, &kib); err != nil || !found {
		return resident(pid)
	}
	return kib << 10
}

// processorTime returns the processor time that processes have used, all their
// threads and the children that they have waited for; false where the system tells
// it of none.
func processorTime(pids []int) (total time.Duration, known bool) {
	for _, pid := range pids {
		ticks, ok := ticksOf(pid)
		total, known = total+time.Duration(ticks)*tickTime, known || ok
	}
	return total, known
}

// ticksOf sums utime, stime, cutime and cstime of a process.
func ticksOf(pid int) (total uint64, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	i := strings.LastIndex(string(text), ") ") // the name before it may hold anything
	fields := strings.Fields(string(text)[i+1:])
	if i < 0 || len(fields) < 15 {
		return 0, false
	}
	for _, field := range fields[11:15] {
		var ticks int64 // the children's are signed
		if _, err := fmt.Sscan(field, &ticks); err != nil {
			return 0, false
		}
		total += uint64(max(0, ticks))
	}
	return total, true
}

// wantsTurn reports whether a thread of a process runs or would if it were given a
// processor (state R), or waits for a disk (D); false where the system does not tell.
func wantsTurn(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid)) // the pattern is well formed
	return slices.ContainsFunc(threads, func(path string) bool {
		text, err := os.ReadFile(path)
		i := strings.LastIndex(string(text), ") ") // the name before it may hold anything
		return err == nil && i >= 0 && (strings.HasPrefix(string(text)[i+2:], "R") || strings.HasPrefix(string(text)[i+2:], "D"))
	})
}
