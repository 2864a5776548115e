//go:build !amd64 || purego

package ribbon

// There are no kernels here: the portable code does all.
const hasKernel = false

func prefetch(*uint64, *chunk, int, uint64) { panic("ribbon: no kernel") }

func probe64(*uint64, *chunk, int, int, uint64) uint64 { panic("ribbon: no kernel") }

func probe128(*uint64, *chunk, int, int, uint64) uint64 { panic("ribbon: no kernel") }
