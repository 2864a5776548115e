//go:build !amd64 || purego

package xor

import "github.com/filterlab/filterlab/variants/internal/static"

func locate(*seed, *uint64, *uint64, int, *static.Chunk) { panic("xor: no assembly") }
