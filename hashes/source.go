package hashes

// MaxWords is the number of words a Source can make: 64 probes and room for the
// choices (of a block, of a stage) that a variant makes besides.
const MaxWords = 72

// Source makes the words of one key's digest lazily: word i is computed the
// first time it is asked for, so a query that stops probing stops hashing. It
// belongs to one Hasher, is reused from key to key, and never allocates.
type Source struct {
	maker *maker
	key   []byte
	have  int // words made so far
	longs int // long digests made so far (sliced only)
	words [MaxWords]uint64
	long  [8]uint64 // where a long digest is written; here, so that it needs no allocation
}

// maker is the immutable recipe of a scheme's words, shared by all Sources of a
// Hasher: next computes at least word s.have and advances s.have past it.
type maker struct {
	function *Function
	seed     uint64
	seeds    [MaxWords]uint64
	next     func(m *maker, s *Source)
}

// Word returns word i of the key, 0 <= i < MaxWords.
func (s *Source) Word(i int) uint64 {
	for s.have <= i {
		s.maker.next(s.maker, s)
	}
	return s.words[i]
}

// start points s at a new key and makes its first word.
func (s *Source) start(key []byte) uint64 {
	s.key = key
	s.have, s.longs = 0, 0
	s.maker.next(s.maker, s)
	return s.words[0]
}
