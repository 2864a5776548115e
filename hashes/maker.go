package hashes

// maker is the immutable recipe of a scheme's words, shared by all Sources of a
// Hasher: next computes at least word s.have and advances s.have past it.
type maker struct {
	function *Function
	seed     uint64
	seeds    [MaxWords]uint64
	next     func(m *maker, s *Source)
	short    bool   // digests of 8-byte keys are two words made by xxh3Of8 with flip8
	flip8    uint64 // that depends on the seed alone
}

func newMaker(s Scheme, seed uint64) maker {
	m := maker{function: s.Function, seed: seed, flip8: xxh3Flip8(seed)}
	m.short = s.Function == XXH3 && !s.Lazy()
	for i := range m.seeds {
		m.seeds[i] = WordSeed(seed, i)
	}
	switch {
	case s.Function.Raw:
		m.next = nextOfKey
	case s.Probing == Sliced, s.Probing == Own:
		m.next = nextSlices
	case s.Probing == Triple:
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

// nextOfKey refuses to make words where the digest is the key: that a filter asks
// for one is a programming error.
func nextOfKey(m *maker, _ *Source) {
	panic("hashes: the digest of " + m.function.Name + " is the key, which has no words: ask Key()")
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
