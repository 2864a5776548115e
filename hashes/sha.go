package hashes

import "encoding/binary"

// shaShort is the longest key for which seed and key are joined on the stack.
const shaShort = 56

// seeded puts the eight little-endian bytes of seed into short and, where key is
// short enough, the key after them: the whole message, ready to be hashed at once.
// For a longer key it returns nil, and what is hashed is short[:8], then the key.
// Both ways give the same; joining saves a tenth.
func seeded(short *[8 + shaShort]byte, key []byte, seed uint64) []byte {
	binary.LittleEndian.PutUint64(short[:], seed)
	if len(key) > shaShort {
		return nil
	}
	return short[:8+copy(short[8:], key)]
}

// slicePair returns the first two big-endian slices of a digest.
func slicePair(sum []byte) (a, b uint64) {
	return binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])
}
