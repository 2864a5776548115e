//go:build !linux

package timing

// newTable returns so many words of zeros, every page of them in memory.
func newTable(words uint64) (table []uint64, release func()) {
	return touch(make([]uint64, words)), func() {}
}

// hugeBytes does not know.
func hugeBytes() uint64 { return 0 }
