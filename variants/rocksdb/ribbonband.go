package rocksdb

import (
	"encoding/binary"
	"math/bits"
)

// row is one equation over 128 consecutive slots from start on, bit 0 the first:
// the xor of the slots whose bit is set is result.
type row struct {
	start  uint64
	lo, hi uint64
	result uint32
}

// rowOf makes a key's row of its hash, for a table of so many starts.
func rowOf(hash uint64, raw uint32, starts uint64) row {
	h := (hash ^ uint64(raw)) * 0x6193d459236a3a0d
	start, _ := bits.Mul64(h, starts)
	a := h * 0xc28f82822b650bed
	return row{start, (a ^ 0xc367844a6e52731d) | 1, a, uint32(bits.ReverseBytes64(a))}
}

// rawSeed is what an ordinal seed becomes.
func rawSeed(ordinal byte) uint32 {
	t := uint64(ordinal) * 0xc78219a23eeadd03
	return uint32(t ^ t&0xf0f0f0f0f0f0f0f0>>4)
}

// band is a system of equations in the form in which slot i's equation begins at i.
type band []row

// solve puts the rows of all hashes into b under each seed from first on until all
// fit; false if none of 256 does.
func (b band) solve(hashes []uint64, first byte, starts uint64) (seed byte, ok bool) {
	for try := range 256 {
		seed = first + byte(try)
		clear(b)
		if b.addAll(hashes, rawSeed(seed), starts) {
			return seed, true
		}
	}
	return 0, false
}

func (b band) addAll(hashes []uint64, raw uint32, starts uint64) bool {
	for _, h := range hashes {
		if !b.add(rowOf(h, raw, starts)) {
			return false
		}
	}
	return true
}

// add is a step of Gaussian elimination: r is reduced by the equations in its way
// until it finds an empty slot. False where it contradicts them.
func (b band) add(r row) bool {
	i := r.start
	for {
		have := &b[i]
		if have.lo == 0 { // the first coefficient is always 1
			*have = r
			return true
		}
		r.lo, r.hi, r.result = r.lo^have.lo, r.hi^have.hi, r.result^have.result
		if r.lo|r.hi == 0 {
			return r.result == 0
		}
		skip := bits.TrailingZeros64(r.lo)
		if r.lo == 0 {
			skip = 64 + bits.TrailingZeros64(r.hi)
		}
		r.lo, r.hi = right(r.lo, r.hi, uint(skip))
		i += uint64(skip)
	}
}

// right shifts 128 bits right by n < 128.
func right(lo, hi uint64, n uint) (uint64, uint64) {
	if n >= 64 {
		return hi >> (n - 64), 0
	}
	return lo>>n | hi<<(64-n), hi >> n
}

// back solves from the last slot to the first, a bit of every column at a time, and
// writes the columns of each block as segments of 16 bytes.
func (b band) back(r Ribbon, out []uint64) {
	columns, upper := r.columns()
	var lo, hi [mostColumns]uint64
	at := r.segments
	for i := r.blocks; i > 0; i-- {
		if i == upper {
			columns--
		}
		for slot := i*block - 1; slot+1 > (i-1)*block; slot-- {
			e := &b[slot]
			for j := range columns {
				l, h := lo[j]<<1, hi[j]<<1|lo[j]>>63
				odd := uint64(bits.OnesCount64(l&e.lo^h&e.hi)) ^ uint64(e.result>>j)
				lo[j], hi[j] = l|odd&1, h
			}
		}
		at -= columns
		for j := range columns {
			out[2*(at+j)], out[2*(at+j)+1] = lo[j], hi[j]
		}
	}
}

// solved is a ribbon filter that answers.
type solved struct {
	Ribbon
	seed  byte
	words []uint64 // two a segment

	// What follows from these and every question needs, which would be divisions.
	raw         uint32
	begins      uint64 // starts
	less, short uint64 // columns of each block before number short; the others have one more
}

func newSolved(r Ribbon, seed byte, words []uint64) *solved {
	columns, upper := r.columns()
	return &solved{Ribbon: r, seed: seed, words: words, raw: rawSeed(seed), begins: r.starts(), less: columns - 1, short: upper}
}

// contains reports whether every column's equation holds for a hash.
func (s *solved) contains(hash uint64) bool {
	q := rowOf(hash, s.raw, s.begins)
	at, offset := q.start/block, uint(q.start%block)
	columns := s.less
	first := at*columns + max(at, s.short) - s.short
	if at >= s.short {
		columns++
	}
	near := [2]uint64{q.lo << offset, q.hi<<offset | q.lo>>(64-offset)}
	if offset >= 64 {
		near = [2]uint64{0, q.lo << (offset - 64)}
	}
	farLo, farHi := right(q.lo, q.hi, (block-offset)%block)
	for i := range columns {
		seg := s.words[2*(first+i):]
		v := seg[0]&near[0] ^ seg[1]&near[1]
		if offset > 0 {
			next := s.words[2*(first+columns+i):]
			v ^= next[0]&farLo ^ next[1]&farHi
		}
		if uint32(bits.OnesCount64(v))&1 != q.result>>i&1 {
			return false
		}
	}
	return true
}

// bytes is the filter block.
func (s *solved) bytes() []byte {
	out := make([]byte, 0, 8*len(s.words)+tail)
	for _, w := range s.words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return append(out, 0xfe, s.seed, byte(s.blocks), byte(s.blocks>>8), byte(s.blocks>>16))
}
