//go:build !amd64 || purego

package hashes

// hasXXH3Vector: there is no assembly here, and what would call it is never reached.
const hasXXH3Vector = false

func xxh3Vector8(data *byte, off *uint32, flip uint64, a, b *uint64, n uint64) uint64 {
	panic("hashes: no assembly")
}
