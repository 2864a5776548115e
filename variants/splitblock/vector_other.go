//go:build !amd64 || purego

package splitblock

import "github.com/filterlab/filterlab/variants"

// There is no assembly here: no filter is wide, and batches never come here.
const hasVector = false

func contains(f *Filter, a uint64) bool                     { return containsPlain(f, a) }
func add(f *Filter, a uint64)                               { addPlain(f, a) }
func containsKeys(*Filter, *uint64, uint64, *variants.Hits) { panic("splitblock: no assembly") }
func addKeys(*Filter, *uint64, uint64)                      { panic("splitblock: no assembly") }
