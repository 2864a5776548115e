package prefix

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/variants/internal/rank"
)

const (
	// padding lets remainders be loaded eight at a time from any of the last bin's.
	padding    = 32
	headMask   = 1<<(binSlots+quotients) - 1 // of a bin's first word: ones and zeros
	overflowed = 1 << 55
	ones       = 0x0101010101010101
	tops       = 0x8080808080808080
)

// bin is 32 bytes of the table; the remainders begin at byte 7. Bytes past the last
// remainder are zero.
type bin struct{ base unsafe.Pointer }

// head returns the first word. No bounds are checked anywhere here: a bin is made of a
// number below that of the bins.
func (b bin) head() uint64 { return binary.LittleEndian.Uint64((*[8]byte)(b.base)[:]) }

// setHead overwrites the ones and zeros and the mark of having overflowed, but not the
// first remainder, which is the word's last byte.
func (b bin) setHead(h uint64) {
	p := (*[8]byte)(b.base)
	binary.LittleEndian.PutUint64(p[:], h&(1<<56-1)|uint64(p[7])<<56)
}

// load returns eight remainders from number i on.
func (b bin) load(i uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b.base, 7+i))[:])
}

// rests returns the remainders.
func (b bin) rests() *[binSlots]byte { return (*[binSlots]byte)(unsafe.Add(b.base, 7)) }

// zeros marks zero bytes at their highest bits: none if there is none, and the lowest
// mark is right.
func zeros(x uint64) uint64 { return (x - ones) &^ x & tops }

// any reports whether any of the 25 remainders is r; unused ones are zero.
func (b bin) any(r uint64) uint64 {
	v := r * ones
	last := uint64(b.rests()[binSlots-1]) ^ r
	return zeros(b.load(0)^v) | zeros(b.load(8)^v) | zeros(b.load(16)^v) | (last-1)>>63
}

// largest returns the largest fingerprint of a full bin with the given head.
func (b bin) largest(head uint64) uint64 {
	q := uint64(bits.Len64(head&headMask)) - binSlots
	return q<<8 | uint64(b.rests()[binSlots-1])
}

// list returns number of the first remainder of quotient q and how many it has. The
// list begins after q zeros.
func list(head, q uint64) (first, n uint64) {
	h := head & headMask
	at := rank.Select(^h<<1|1, int(q))
	return at - q, uint64(bits.TrailingZeros64(^(h >> (at & 63))))
}

// has reports whether the bin holds fingerprint fp.
func (b bin) has(head, fp uint64) bool {
	first, n := list(head, fp>>8)
	for ; n > 0; first, n = first+8, n-8 {
		marks := zeros(b.load(first) ^ fp&0xff*ones)
		if n <= 8 {
			return marks<<(64-8*n) != 0
		}
		if marks != 0 {
			return true
		}
	}
	return false
}

// insert adds fp to a bin that is not full and does not hold it. Where it belongs is as
// good as random, so there is no branch on it: all words of the bin are written.
func (b bin) insert(head, fp uint64) {
	q, r := fp>>8, fp&0xff
	at, n := list(head, q)
	at += b.smaller(at, n, r)
	h, bit := head&headMask, q+at
	below := h & (1<<(bit&63) - 1)
	b.moveUp(7 + at)
	b.setHead(head&^headMask | below | 1<<(bit&63) | (h^below)<<1)
	*(*byte)(unsafe.Add(b.base, 7+at)) = byte(r)
}

// smaller returns how many of the n remainders from number first on are below r.
func (b bin) smaller(first, n, r uint64) (count uint64) {
	for y := r * ones; ; first, n = first+8, n-8 {
		x := b.load(first)
		// Of two bytes x is below y if its highest bit is, or if those are equal and the
		// difference of the others borrows from a one lent to it.
		less := (^x&y | ^(x^y)&^((x|tops)-y&^tops)) & tops
		count += uint64(bits.OnesCount64(less << (64 - 8*min(n, 8))))
		if n <= 8 {
			return count
		}
	}
}

// moveUp moves the bytes from number from on, 7 to 31, up by one; the last is lost.
func (b bin) moveUp(from uint64) {
	before := b.word(0)
	for i := uint64(1); i < 4; i++ {
		w := b.word(i)
		moved := ^uint64(0) << uint64(max(0, 8*(int(from)-8*int(i))))
		b.setWord(i, w&^moved|(w<<8|before>>56)&moved)
		before = w
	}
}

// word returns word i of the bin, and setWord overwrites it.
func (b bin) word(i uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b.base, 8*i))[:])
}

func (b bin) setWord(i, x uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(b.base, 8*i))[:], x)
}

// drop takes the largest fingerprint out of a full bin, marks that it has overflowed and
// returns the new head.
func (b bin) drop(head uint64) uint64 {
	b.rests()[binSlots-1] = 0
	h := head & headMask
	return h&^(1<<(uint(bits.Len64(h)-1)&63)) | overflowed
}

// sound reports whether the bits are those of a bin that insert and drop have made.
func (b bin) sound() bool {
	head := b.head()
	count, top := bits.OnesCount64(head&headMask), bits.Len64(head&headMask)
	rests := b.rests()
	for _, r := range rests[min(count, binSlots):] {
		if r != 0 {
			return false
		}
	}
	return head&(1<<56-1)&^(headMask|overflowed) == 0 && count <= binSlots && top <= count+quotients-1 &&
		(head&overflowed == 0 || count == binSlots)
}
