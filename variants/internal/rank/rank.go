// Package rank finds the k-th one of a word: "select", which undoes counting (rank).
// It is what structures need that say by bits, not pointers, where things are.
package rank

import "math/bits"

// Select returns the position of the one of x that has rank k: k ones are below it.
// There must be more than k.
//
// Vigna, "Broadword Implementation of Rank/Select Queries", WEA 2008: the counts of all
// bytes are summed up by one multiplication, compared with k side by side, and a table
// finishes within a byte. With BMI2 it would be two instructions (deposit 1<<k by x,
// count trailing zeros), but Go has no name for the first.
func Select(x uint64, k int) uint64 {
	const low, high = 0x0101010101010101, 0x8080808080808080
	s := x - x>>1&0x5555555555555555
	s = s&0x3333333333333333 + s>>2&0x3333333333333333
	s = (s + s>>4) & 0x0f0f0f0f0f0f0f0f * low // byte i: ones of bytes 0 to i
	full := (uint64(k)*low | high) - s        // high bit kept: s <= k
	at := uint64(bits.OnesCount64(full&high)) << 3
	left := uint64(k) - s<<8>>(at&63)&0xff
	return at + uint64(inByte[x>>(at&63)&0xff|left<<8&0x700])
}

// inByte holds the position of the one of rank k of byte b at k<<8 | b.
var inByte = func() (all [8 << 8]uint8) {
	for b := range 256 {
		k := 0
		for i := range 8 {
			if b>>i&1 != 0 {
				all[k<<8|b] = uint8(i)
				k++
			}
		}
	}
	return all
}()
