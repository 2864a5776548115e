package hashes

// gamma is the golden ratio in 64 bits, the step of SplitMix64's state.
const gamma = 0x9e3779b97f4a7c15

// SplitMix64 is the finalizer of Steele, Lea and Flood 2014 applied to x plus
// the golden gamma: a bijection of 64-bit words, used to derive seeds.
func SplitMix64(x uint64) uint64 {
	x += gamma
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// WordSeed returns the seed of evaluation i of a scheme: evaluation 0 uses the
// scheme's seed itself, evaluation i > 0 a bijection of seed and i, SplitMix64(seed
// xor i*0xd1342543de82ef95). Word 2 of a triple scheme is evaluation 2. Two
// evaluations of one scheme have the same seed with probability 2^-64 (2^-32
// for functions that take only 32 bits of it).
func WordSeed(seed uint64, i int) uint64 {
	if i == 0 {
		return seed
	}
	return SplitMix64(seed ^ uint64(i)*0xd1342543de82ef95)
}

// SecondSeed is the seed of the second evaluation that gives 64-bit functions
// their second word.
func SecondSeed(seed uint64) uint64 { return WordSeed(seed, 1) }

// keyWord returns word i of the key that a keyed function gets for a seed:
// output i of the SplitMix64 generator started at seed.
func keyWord(seed uint64, i int) uint64 { return SplitMix64(seed + uint64(i)*gamma) }
