package hashes

// SplitMix64 is the finalizer of Steele, Lea and Flood 2014 applied to x plus
// the golden gamma: a bijection of 64-bit words, used to derive seeds.
func SplitMix64(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// WordSeed returns the seed of evaluation i of a scheme: evaluation 0 uses the
// scheme's seed itself, evaluation i a bijection of seed and i.
func WordSeed(seed uint64, i int) uint64 {
	if i == 0 {
		return seed
	}
	return SplitMix64(seed ^ uint64(i)*0xd1342543de82ef95)
}

// SecondSeed is the seed of the second evaluation that gives 64-bit functions
// their second word.
func SecondSeed(seed uint64) uint64 { return WordSeed(seed, 1) }

func newMaker(s Scheme, seed uint64) maker {
	m := maker{function: s.Function, seed: seed}
	for i := range m.seeds {
		m.seeds[i] = WordSeed(seed, i)
	}
	switch s.Probing {
	case Sliced:
		m.next = nextSlices
	case Triple:
		m.next = nextPairThenWords
	default:
		m.next = nextWord
	}
	return m
}

// nextWord makes one word by one seeded evaluation.
func nextWord(m *maker, s *Source) {
	s.words[s.have] = m.function.Sum64(s.key, m.seeds[s.have])
	s.have++
}

// nextPairThenWords makes the two words of a 128-bit digest, then one word an
// evaluation.
func nextPairThenWords(m *maker, s *Source) {
	if s.have > 0 {
		nextWord(m, s)
		return
	}
	s.words[0], s.words[1] = m.function.Sum128(s.key, m.seed)
	s.have = 2
}

// nextSlices appends the words of the next long digest: that of the key, then
// of the key with a counter 1, 2, ...
func nextSlices(m *maker, s *Source) {
	n := m.function.Long(s.key, m.seed, uint64(s.longs), &s.long)
	s.have += copy(s.words[s.have:], s.long[:n])
	s.longs++
}
