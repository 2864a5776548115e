//go:build !amd64 || purego

package blocked

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// There is no assembly here: no filter has a kernel, and nothing below is called.
const hasVector = false

func containsLines(*kernel, *uint64, *uint64, uint64, *variants.Hits) { panic("blocked: no assembly") }
func addLines(*kernel, *uint64, *uint64, uint64)                      { panic("blocked: no assembly") }
func containsLine(*Filter, hashes.Digest) bool                        { panic("blocked: no assembly") }
