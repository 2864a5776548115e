package hashes

// FNV1a is FNV-1a of 64 bits. It knows no seed: the eight bytes of the seed,
// little-endian, are hashed before the key, seed 0 too, which is the published
// function of a longer message. The second word is a second evaluation.
var FNV1a = &Function{
	Name:  "fnv1a",
	Doc:   "FNV-1a, 64 bits, of the seed's 8 little-endian bytes, then the key; B from a second evaluation",
	Paper: "Fowler, Noll, Vo: The FNV Non-Cryptographic Hash Algorithm, IETF draft",
	Width: 64,
	Weak: "the last bytes of a key reach few of the high bits, which fastrange uses, and low bits depend on low bits only: " +
		"counters and numbered names fall in patterns; two seeds give related words",
	Sum64:  fnv1aSum64,
	Sum128: fnv1aSum128,
	Batch:  fnv1aBatch,
}

const (
	fnvOffset = 0xcbf29ce484222325
	fnvPrime  = 0x100000001b3
)

// fnv1aStart returns the state after the seed's bytes.
func fnv1aStart(seed uint64) uint64 {
	h := uint64(fnvOffset)
	for i := range 8 {
		h = (h ^ seed>>(8*i)&0xff) * fnvPrime
	}
	return h
}

// fnv1a goes on from state h.
func fnv1a(h uint64, key []byte) uint64 {
	for _, c := range key {
		h = (h ^ uint64(c)) * fnvPrime
	}
	return h
}

func fnv1aSum64(key []byte, seed uint64) uint64 { return fnv1a(fnv1aStart(seed), key) }

func fnv1aSum128(key []byte, seed uint64) (a, b uint64) {
	return fnv1aSum64(key, seed), fnv1aSum64(key, SecondSeed(seed))
}

func fnv1aBatch(data []byte, off []uint32, seed uint64, a, b []uint64) {
	start := fnv1aStart(seed)
	for i := range a {
		a[i] = fnv1a(start, data[off[i]:off[i+1]])
	}
	if b != nil {
		fnv1aBatch(data, off, SecondSeed(seed), b, nil)
	}
}
