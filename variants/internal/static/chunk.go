package static

// ChunkKeys is how many keys of a batch are answered together.
const ChunkKeys = 64

// Chunk is where the slots of up to 64 keys are: rows 0 to 2 (or 3) are their
// positions, row 4 their fingerprints, of which the low bits count. Assembly knows
// this arrangement.
type Chunk [5][ChunkKeys]uint32

// Sums returns which of the 64 keys of c have slots in table that xor to their
// fingerprint, key 0 in the lowest bit: with three slots a key, or four. Rows of keys that
// are not there must hold positions within the table all the same. Only for a processor
// that HasKernel.
func Sums[T Fingerprint](table []T, c *Chunk, arity int) uint64 {
	switch t := any(table).(type) {
	case []uint8:
		if arity == 4 {
			return sums8x4(&t[0], c)
		}
		return sums8x3(&t[0], c)
	case []uint16:
		if arity == 4 {
			return sums16x4(&t[0], c)
		}
		return sums16x3(&t[0], c)
	case []uint32:
		if arity == 4 {
			return sums32x4(&t[0], c)
		}
		return sums32x3(&t[0], c)
	}
	panic("static: a slot of another width")
}
