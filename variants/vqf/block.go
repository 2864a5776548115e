package vqf

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/variants/internal/rank"
)

const (
	// padding lets remainders be loaded eight at a time from any of the last block's.
	padding = 64
	ones    = 0x0101010101010101
	tops    = 0x8080808080808080
)

// block is 64 bytes of the table: words 0 and 1 are the ones and zeros, remainders begin
// at byte 16. Remainders past the last one are zero. No bounds are checked anywhere
// here: a block is made of a number below that of the blocks.
type block struct{ base unsafe.Pointer }

// word returns word i of the block, and setWord overwrites it.
func (b block) word(i uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b.base, 8*i))[:])
}

func (b block) setWord(i, x uint64) {
	binary.LittleEndian.PutUint64((*[8]byte)(unsafe.Add(b.base, 8*i))[:], x)
}

// load returns eight remainders from number i on.
func (b block) load(i uint64) uint64 {
	return binary.LittleEndian.Uint64((*[8]byte)(unsafe.Add(b.base, 16+i))[:])
}

// count returns how many fingerprints the block has.
func (b block) count() int { return bits.OnesCount64(b.word(0)) + bits.OnesCount64(b.word(1)) }

// zeros marks zero bytes at their highest bits: none if there is none, and the lowest
// mark is right.
func zeros(x uint64) uint64 { return (x - ones) &^ x & tops }

// list returns the bit in words 0 and 1 at which bucket q begins, which is behind q
// zeros, and how many fingerprints it has. In which of the words that is is as good as a
// coin toss: there is no branch on it.
func (b block) list(q uint64) (at, n uint64) {
	low, high := b.word(0), b.word(1)
	z0, z1 := ^low<<1|1, ^high<<1|^low>>63 // zeros, each moved to where a bucket begins
	inLow := uint64(bits.OnesCount64(z0))
	far := uint64(int64(inLow-1-q) >> 63) // all ones if bucket q begins in the second word
	at = rank.Select(z0^(z0^z1)&far, int(q-inLow&far))
	rest := low>>(at&63) | high<<1<<(^at&63)
	rest ^= (rest ^ high>>(at&63)) & far
	return at + 64&far, uint64(bits.TrailingZeros64(^rest))
}

// find returns the number of a remainder of fingerprint fp. ok is false if there is none.
func (b block) find(fp uint64) (i uint64, ok bool) {
	at, n := b.list(fp >> 8)
	for i = at - fp>>8; ; i, n = i+8, n-8 {
		marks := zeros(b.load(i) ^ fp&0xff*ones)
		if marks<<(64-8*min(n, 8)) != 0 {
			return i + uint64(bits.TrailingZeros64(marks))/8, true
		}
		if n <= 8 {
			return 0, false
		}
	}
}

// marks is nonzero if the block has fingerprint fp.
func (b block) marks(fp uint64) uint64 {
	at, n := b.list(fp >> 8)
	if n > 8 {
		return b.far(fp)
	}
	return zeros(b.load(at-fp>>8)^fp&0xff*ones) << (64 - 8*n)
}

// far is marks for a bucket of more than eight.
func (b block) far(fp uint64) uint64 {
	if _, ok := b.find(fp); ok {
		return 1
	}
	return 0
}

// insert adds fp to a block that is not full, as the first of its bucket.
func (b block) insert(fp uint64) {
	at, _ := b.list(fp >> 8)
	low, high := b.word(0), b.word(1)
	far := -(at >> 6) // all ones if at is in the second word
	below0, below1 := uint64(1)<<at-1, (uint64(1)<<(at&63)-1)&far
	up := low &^ below0
	b.setWord(0, low&below0|uint64(1)<<at|up<<1)
	b.setWord(1, high&below1|uint64(1)<<(at&63)&far|high&^below1<<1|up>>63)
	i := at - fp>>8
	before := uint64(0)
	for j := uint64(2); j < 8; j++ {
		w := b.word(j)
		moved := ^uint64(0) << uint64(max(0, 8*(int(16+i)-8*int(j))))
		b.setWord(j, w&^moved|(w<<8|before>>56)&moved)
		before = w
	}
	*(*byte)(unsafe.Add(b.base, 16+i)) = byte(fp)
}

// remove takes remainder i out, of a fingerprint of bucket q.
func (b block) remove(i, q uint64) {
	at := q + i
	low, high := b.word(0), b.word(1)
	far := -(at >> 6)
	below0, below1 := uint64(1)<<at-1, (uint64(1)<<(at&63)-1)&far
	kept := high & below1
	down := high &^ below1 // from the bit to go on, if that is in the second word
	b.setWord(0, low&below0|low>>1&^below0|high<<63&^below0)
	b.setWord(1, kept|down>>1&^below1)
	for j := uint64(2); j < 8; j++ {
		w, next := b.word(j), uint64(0)
		if j < 7 {
			next = b.word(j + 1)
		}
		moved := ^uint64(0) << uint64(max(0, 8*(int(16+i)-8*int(j))))
		b.setWord(j, w&^moved|(w>>8|next<<56)&moved)
	}
}

// sound reports whether the bits are those of a block that insert and remove have made.
func (b block) sound() bool {
	n := b.count()
	top := bits.Len64(b.word(1)) + 64
	if b.word(1) == 0 {
		top = bits.Len64(b.word(0))
	}
	for i := n; i < blockSlots; i++ {
		if b.load(uint64(i))&0xff != 0 {
			return false
		}
	}
	return n <= blockSlots && (n == 0 || top <= n+buckets-1)
}
