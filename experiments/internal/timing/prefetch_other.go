//go:build !amd64

package timing

// hasPrefetch reports whether prefetchLine and prefetchLines are there.
const hasPrefetch = false

func prefetchLine(*uint64, uint64, *uint64, uint64) uint64 { panic("timing: no prefetch here") }

func prefetchLines(_ *uint64, _ uint64, _, _ *uint64, _, _ uint64) uint64 {
	panic("timing: no prefetch here")
}
