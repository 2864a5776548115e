//go:build !amd64 || purego

package fuse

import "github.com/filterlab/filterlab/variants/internal/static"

func locate(*layout, *uint64, *uint64, int, *static.Chunk) { panic("fuse: no assembly") }
