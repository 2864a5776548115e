package keys

import (
	"encoding/binary"

	"github.com/filterlab/filterlab/hashes"
)

// BlockMax is the largest number of keys in a Block.
const BlockMax = hashes.BatchMax

// Block holds up to BlockMax keys laid end to end, as hashes.Hasher.DigestBatch
// takes them: key i is Data[Off[i]:Off[i+1]]. The zero value is ready; a Block
// is filled by a Stream, belongs to one goroutine and is meant to be reused:
// once its buffer has grown to the size of its keys nothing is allocated.
type Block struct {
	Data []byte
	Off  []uint32

	buf []byte
	off [BlockMax + 1]uint32
	// width is w where off[i] = w*i for every i, so that keys of one width
	// need not write their offsets again; 0 where off is something else.
	width int
}

// Len returns the number of keys in b.
func (b *Block) Len() int { return max(0, len(b.Off)-1) }

// Key returns key i of b, 0 <= i < Len(). It is valid until b is filled again.
func (b *Block) Key(i int) []byte { return b.Data[b.Off[i]:b.Off[i+1]] }

// fixed makes room for count keys of width bytes each and returns it.
func (b *Block) fixed(width, count int) []byte {
	if b.width != width {
		b.width = width
		for i := range b.off {
			b.off[i] = uint32(i * width)
		}
	}
	if cap(b.buf) < width*BlockMax {
		b.buf = make([]byte, width*BlockMax)
	}
	b.Off = b.off[:count+1]
	b.Data = b.buf[:count*width]
	return b.Data
}

// begin empties b for keys of varying width; append each to b.Data and call
// end with the number of keys so far.
func (b *Block) begin(count int) {
	b.width = 0
	b.Off = b.off[:count+1]
	b.Off[0] = 0
	b.Data = b.buf[:0]
}

// append appends from[start:end] to b.Data. Most lines are short and of any
// length: moving 16 bytes and keeping some is faster than to ask how many there are.
func (b *Block) append(from []byte, start, end uint64) {
	to, n := len(b.Data), int(end-start)
	if n > 16 || uint64(len(from))-start < 16 || cap(b.Data)-to < 16 {
		b.Data = append(b.Data, from[start:end]...)
		return
	}
	line, room := from[start:start+16], b.Data[to:to+16]
	binary.LittleEndian.PutUint64(room, binary.LittleEndian.Uint64(line))
	binary.LittleEndian.PutUint64(room[8:], binary.LittleEndian.Uint64(line[8:]))
	b.Data = b.Data[:to+n]
}

// end closes key i, which reaches to the end of b.Data. The buffer is kept as
// it grows.
func (b *Block) end(i int) {
	b.off[i+1] = uint32(len(b.Data))
	b.buf = b.Data
}
