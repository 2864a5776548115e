package filtertest

import (
	"runtime"
	"slices"
)

// mallocs returns how many objects f allocates: the least of several tries,
// since the runtime and other goroutines allocate too.
func mallocs(f func()) uint64 {
	least := ^uint64(0)
	for range 5 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f()
		runtime.ReadMemStats(&after)
		if least = min(least, after.Mallocs-before.Mallocs); least == 0 {
			break
		}
	}
	return least
}

// allocated returns the bytes that f allocates, kept or not.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// held returns the bytes of heap that what f returns keeps alive: the median of
// three tries.
func held(f func() any) int64 {
	var tries []int64
	for range 3 {
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		kept := f()
		runtime.GC()
		runtime.ReadMemStats(&after)
		runtime.KeepAlive(kept)
		tries = append(tries, int64(after.HeapAlloc)-int64(before.HeapAlloc))
	}
	slices.Sort(tries)
	return tries[1]
}
