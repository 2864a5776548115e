// Package hugepage allocates the large tables of filters so that the operating
// system may back them with huge pages.
//
// A table far beyond the caches is read at random places, and each read first needs the
// page's address: with pages of 4 KiB the processor keeps too few of those at hand
// and walks the page table, from memory, nearly every time. With pages of 2 MiB it
// keeps enough for gigabytes. Measured on one server: random reads of 1.2 GB take a
// third less time.
//
// Linux gives huge pages on request (madvise), to aligned stretches of 2 MiB, and
// best before their first touch. The Go heap does not ask for them. So a large
// table is a slice of a slightly larger allocation, which make leaves untouched where
// its memory is fresh:
//
//	made     |..........................................................|
//	          slack | 2 MiB | 2 MiB | 2 MiB | ... | 2 MiB | rest | slack
//	table           |------------------------------------------|
//	advised         |=====================================|
//
// The slack, up to 4 MiB of addresses, is never touched and so takes no memory
// while that is fresh. It all stays ordinary memory of the heap: the collector
// frees it, and nothing leaks. Elsewhere than on Linux, and where the system has
// huge pages switched off, tables are plain slices, aligned the same.
package hugepage

import "unsafe"

const (
	line = 64      // bytes of a cache line
	page = 2 << 20 // bytes of a huge page on amd64 and on arm64 with 4 KiB pages
	// least is the size from which a table asks for huge pages: below, its small
	// pages fit the second-level translation cache.
	least = 4 << 20
)

// Words returns n zero words that start on a cache line; tables from 4 MiB on
// start on a huge page and ask for more of them. The runtime does not move what
// it has allocated, so that this stays true.
func Words(n uint64) []uint64 {
	size, unit := n*8, uint64(line)
	if size >= least {
		unit = page
	}
	span := reach(size)
	all := make([]uint64, (span+unit)/8-1)
	skip := -uint64(uintptr(unsafe.Pointer(unsafe.SliceData(all)))) % unit / 8
	if whole := span / page * page / 8; unit == page {
		advise(all[skip : skip+whole])
	}
	return all[skip : skip+n : skip+n]
}

// Bytes returns n zero bytes with the same promises.
func Bytes(n uint64) []byte {
	words := Words(n/8 + 1)
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), len(words)*8)[:n:n]
}

// reach returns how much of a table of size bytes, and of the slack behind it, is
// at its disposal: the last huge page counts as a whole where that wastes at most
// an eighth of the table.
func reach(size uint64) uint64 {
	whole := (size + page - 1) / page * page
	if size >= least && whole-size <= size/8 {
		return whole
	}
	return size
}
