//go:build !amd64 || purego

package vqf

import "unsafe"

// There are no kernels here: the portable code does all.
const hasKernel = false

func probe(*Filter, *chunk, int) uint64 { panic("vqf: no kernel") }

func place(*Filter, *chunk, int, int) int { panic("vqf: no kernel") }

func has(unsafe.Pointer, uint64, uint64, uint64) uint64 { panic("vqf: no kernel") }

func add(unsafe.Pointer, uint64, uint64, uint64) bool { panic("vqf: no kernel") }
