package timing

import "runtime"

// meter is a timer of bytes: it adds up what is allocated while it is on.
type meter struct {
	bytes uint64
	stats runtime.MemStats
}

// StartTimer begins a piece.
func (m *meter) StartTimer() {
	runtime.ReadMemStats(&m.stats)
	m.bytes -= m.stats.TotalAlloc
}

// StopTimer ends it.
func (m *meter) StopTimer() {
	runtime.ReadMemStats(&m.stats)
	m.bytes += m.stats.TotalAlloc
}

// manyOps is from where on what others allocate meanwhile is nothing an operation.
const manyOps = 100_000

// allocated returns the bytes that w allocates an operation, rounded down: of few
// operations the least of three runs, since others may allocate meanwhile.
func allocated(w work) uint64 {
	switch x := w.(type) {
	case *parallel:
		w = x.walks[0] // the threads it starts are the harness's
	case *cold:
		w = x.walk
	}
	ops := w.granule()
	least := ^uint64(0)
	for range 3 {
		var m meter
		w.run(&m, ops)
		least = min(least, m.bytes/ops)
		if ops >= manyOps {
			break
		}
	}
	return least
}
