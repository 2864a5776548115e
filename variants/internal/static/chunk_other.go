//go:build !amd64 || purego

package static

// HasKernel is false: there is no assembly here.
const HasKernel = false

func sums8x3(*uint8, *Chunk) uint64   { panic("static: no assembly") }
func sums8x4(*uint8, *Chunk) uint64   { panic("static: no assembly") }
func sums16x3(*uint16, *Chunk) uint64 { panic("static: no assembly") }
func sums16x4(*uint16, *Chunk) uint64 { panic("static: no assembly") }
func sums32x3(*uint32, *Chunk) uint64 { panic("static: no assembly") }
func sums32x4(*uint32, *Chunk) uint64 { panic("static: no assembly") }
