//go:build !amd64 || purego

package prefix

import "unsafe"

// There are no kernels here: the portable code does all.
const hasKernel = false

func probe(*Filter, *chunk, int, *uint64) uint64 { panic("prefix: no kernel") }

func place(*Filter, *chunk, int, int) int { panic("prefix: no kernel") }

func look(unsafe.Pointer, uint64, uint64) uint64 { panic("prefix: no kernel") }

func add(unsafe.Pointer, uint64, uint64) bool { panic("prefix: no kernel") }
