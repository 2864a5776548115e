//go:build !linux

package hugepage

// advise does nothing: only Linux has such advice.
func advise([]uint64) {}
