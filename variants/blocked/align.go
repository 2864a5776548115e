package blocked

import "unsafe"

// line is the size of a cache line in words.
const line = 8

// aligned returns n zero words that start on a cache line, so that a block of up
// to 512 bits lies in one line. The runtime does not move what it has allocated.
func aligned(n uint64) []uint64 {
	words := make([]uint64, n+line-1)
	at := uintptr(unsafe.Pointer(unsafe.SliceData(words))) / 8 % line
	skip := (line - uint64(at)) % line
	return words[skip : skip+n : skip+n]
}
