//go:build !amd64 || purego

package cuckoo

// There are no kernels here: the portable code does all.
const (
	kernelBuckets = 0
	hasKernel     = false
)

func locate(*Filter, *uint64, *uint64, int, *chunk) { panic("cuckoo: no kernel") }

func probe(*Filter, *chunk, int) uint64 { panic("cuckoo: no kernel") }
