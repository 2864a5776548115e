//go:build !amd64 || purego

package vqf

// There are no kernels here: the portable code does all.
const hasKernel = false

func probe(*Filter, *chunk, int) uint64 { panic("vqf: no kernel") }

func place(*Filter, *chunk, int, int) int { panic("vqf: no kernel") }
