//go:build !purego

package fuse

import "github.com/filterlab/filterlab/variants/internal/static"

// locate works out the slots and fingerprints of n keys, 1 to 64, from their words at a
// and b; rows of c past n are those of a key of two zero words.
//
//go:noescape
func locate(l *layout, a, b *uint64, n int, c *static.Chunk)
