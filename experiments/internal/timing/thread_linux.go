package timing

import "golang.org/x/sys/unix"

// threadCPU returns the processor time of this thread.
func threadCPU() (int64, bool) {
	var ts unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &ts) != nil {
		return 0, false
	}
	return ts.Nano(), true
}

// allowed returns the processors that this thread may run on.
func allowed() []int {
	var set unix.CPUSet
	if unix.SchedGetaffinity(0, &set) != nil {
		return nil
	}
	var cpus []int
	for i := range len(set) * 64 {
		if set.IsSet(i) {
			cpus = append(cpus, i)
		}
	}
	return cpus
}

// pin binds this thread, which its goroutine has locked, to some processors.
func pin(cpus ...int) bool {
	var set unix.CPUSet
	for _, c := range cpus {
		set.Set(c)
	}
	return len(cpus) > 0 && unix.SchedSetaffinity(0, &set) == nil
}
