package hugepage

import (
	"syscall"
	"unsafe"
)

// collapse asks Linux 6.1 and later to gather pages that were touched before
// (memory that the collector hands out again) into huge ones at once.
const collapse = 25 // MADV_COLLAPSE, not in package syscall

// advise asks for huge pages behind words, whole huge pages. It is advice: where the
// kernel refuses, small pages do the same work, slower. Untouched memory stays so.
func advise(words []uint64) {
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)
	if syscall.Madvise(bytes, syscall.MADV_HUGEPAGE) == nil {
		_ = syscall.Madvise(bytes, collapse)
	}
}
