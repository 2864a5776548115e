package hashes

import "encoding/binary"

// xxh3Batch is XXH3's Batch. Runs of keys of 8 or of 16 bytes, what most
// experiments use, are hashed in our own loops with all that depends on the seed
// alone computed once; other lengths go through the library.
func xxh3Batch(data []byte, off []uint32, seed uint64, a, b []uint64) {
	if b == nil {
		xxh3Firsts(data, off, seed, a)
		return
	}
	flip8, flip16 := xxh3Flip8(seed), newXXH3Flip16(seed)
	for i := 0; i < len(a); {
		switch off[i+1] - off[i] {
		case 8:
			i += xxh3Run8(data, off[i:], flip8, a[i:], b[i:])
		case 16:
			i += xxh3Run16(data, off[i:], flip16, a[i:], b[i:])
		default:
			a[i], b[i] = xxh3Sum128(data[off[i]:off[i+1]], seed)
			i++
		}
	}
}

// xxh3Firsts is xxh3Batch without the second words.
func xxh3Firsts(data []byte, off []uint32, seed uint64, a []uint64) {
	flip := xxh3Flip8(seed)
	for i := 0; i < len(a); {
		if off[i+1]-off[i] == 8 {
			i += xxh3First8(data, off[i:], flip, a[i:])
		} else {
			a[i] = xxh3Sum64(data[off[i]:off[i+1]], seed)
			i++
		}
	}
}

// xxh3Run8 hashes the leading keys of 8 bytes and returns how many there were.
// Written so that the compiler keeps one predictable branch and one bounds check
// a key: slicing data[start:end] and asking for its length takes a fifth more
// time. The leading eights go through assembly where there is some.
func xxh3Run8(data []byte, off []uint32, flip uint64, a, b []uint64) int {
	done := xxh3Eights(data, off, flip, a, b)
	return done + xxh3Plain8(data, off[done:], flip, a[done:], b[done:])
}

// xxh3Eights hashes leading groups of eight keys of 8 bytes, as far as data reaches,
// and returns how many keys those are; b may be nil.
func xxh3Eights(data []byte, off []uint32, flip uint64, a, b []uint64) int {
	from := int(off[0])
	n := min(len(a), (len(data)-from)/8, len(off)-1)
	if n < 8 || from < 0 || !hasXXH3Vector {
		return 0
	}
	if b == nil {
		return int(xxh3Vector8(&data[from], &off[0], flip, &a[0], nil, uint64(n)))
	}
	return int(xxh3Vector8(&data[from], &off[0], flip, &a[0], &b[:len(a)][0], uint64(n)))
}

// xxh3Plain8 is xxh3Run8 without assembly.
func xxh3Plain8(data []byte, off []uint32, flip uint64, a, b []uint64) int {
	start, ends := uint(off[0]), off[1:len(a)+1]
	b = b[:len(a)]
	for i := range a {
		end := uint(ends[i])
		if end-start != 8 {
			return i
		}
		key := data[start : start+8]
		start = end
		a[i], b[i] = xxh3Of8(binary.LittleEndian.Uint64(key), flip)
	}
	return len(a)
}

// xxh3First8 is xxh3Run8 without the second words.
func xxh3First8(data []byte, off []uint32, flip uint64, a []uint64) int {
	done := xxh3Eights(data, off, flip, a, nil)
	return done + xxh3PlainFirst8(data, off[done:], flip, a[done:])
}

// xxh3PlainFirst8 is xxh3First8 without assembly.
func xxh3PlainFirst8(data []byte, off []uint32, flip uint64, a []uint64) int {
	start, ends := uint(off[0]), off[1:len(a)+1]
	for i := range a {
		end := uint(ends[i])
		if end-start != 8 {
			return i
		}
		key := data[start : start+8]
		start = end
		a[i], _ = xxh3Of8(binary.LittleEndian.Uint64(key), flip)
	}
	return len(a)
}

// xxh3Run16 is xxh3Run8 for keys of 16 bytes.
func xxh3Run16(data []byte, off []uint32, flip xxh3Flip16, a, b []uint64) int {
	start, ends := uint(off[0]), off[1:len(a)+1]
	b = b[:len(a)]
	for i := range a {
		end := uint(ends[i])
		if end-start != 16 {
			return i
		}
		key := data[start : start+16]
		start = end
		a[i], b[i] = flip.sum(binary.LittleEndian.Uint64(key), binary.LittleEndian.Uint64(key[8:]))
	}
	return len(a)
}
