package timing

import "time"

// Clock is where the time comes from; tests bring one of their own.
type Clock interface {
	// Now returns nanoseconds from some fixed moment on; it never goes back.
	Now() int64
	// CPU returns the processor time of the calling thread in nanoseconds, and
	// false where the system does not tell.
	CPU() (int64, bool)
}

// wallClock is the system's.
type wallClock struct{ start time.Time }

// SystemClock returns the clock of this machine.
func SystemClock() Clock { return wallClock{time.Now()} }

// Now returns the nanoseconds since the clock was made.
func (c wallClock) Now() int64 { return int64(time.Since(c.start)) }

// CPU returns the thread's processor time.
func (c wallClock) CPU() (int64, bool) { return threadCPU() }

// ClockCost returns what one reading of c costs, in nanoseconds: the least mean
// of a few series of readings.
func ClockCost(c Clock) float64 {
	const readings = 1000
	least := 0.0
	for series := range 5 {
		from := c.Now()
		for range readings - 1 {
			c.Now()
		}
		mean := float64(c.Now()-from) / readings
		if series == 0 || mean < least {
			least = mean
		}
	}
	return least
}

// timer is what an operation switches on around the part that counts: a watch,
// or a testing.B.
type timer interface {
	StartTimer()
	StopTimer()
}

// watch adds up the time of pieces. It belongs to one goroutine.
type watch struct {
	clock     Clock
	wall, cpu int64
	pieces    uint64
	noCPU     bool

	wallFrom, cpuFrom int64
}

// StartTimer begins a piece. The processor's time is read outside the wall's, as
// that reading is a system call.
func (w *watch) StartTimer() {
	var ok bool
	w.cpuFrom, ok = w.clock.CPU()
	w.noCPU = w.noCPU || !ok
	w.wallFrom = w.clock.Now()
}

// StopTimer ends it.
func (w *watch) StopTimer() {
	now := w.clock.Now()
	cpu, _ := w.clock.CPU()
	w.wall += max(0, now-w.wallFrom)
	w.cpu += max(0, cpu-w.cpuFrom)
	w.pieces++
}
