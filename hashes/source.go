package hashes

// MaxWords is the number of words a Source can make: 64 probes and room for the
// choices (of a block, of a stage) that a variant makes besides.
const MaxWords = 72

// Source makes the words of one key's digest lazily: word i is computed the
// first time it is asked for, so a query that stops probing stops hashing. It
// belongs to one Hasher, is reused from key to key, and never allocates.
//
// Its head and first two words share a cache line (on 64-bit machines), and its
// size is a whole, odd number of lines: a batch of 256 keys of which most need
// only a word or two touches 16 KiB in all sets of the first-level cache.
type Source struct {
	maker *maker
	key   []byte
	have  int // words made so far
	longs int // long digests made so far (sliced only)
	words [MaxWords]uint64
	long  [8]uint64 // where a long digest is written; here, so that it needs no allocation
	_     [16]byte  // to 704 bytes
}

// Word returns word i of the key, 0 <= i < MaxWords. A larger i is a
// programming error and panics.
func (s *Source) Word(i int) uint64 {
	for s.have <= i {
		s.maker.next(s.maker, s)
	}
	return s.words[i]
}

// Key returns the bytes that s was started at, with no room behind them: what a
// filter takes that hashes keys itself. They are the caller's, must not be
// written to, and stay valid as long as the Digest.
func (s *Source) Key() []byte { return s.key }

// hold points s at a new key and makes no word.
func (s *Source) hold(key []byte) {
	s.key = key[:len(key):len(key)]
	s.have, s.longs = 0, 0
}

// start points s at a new key and makes its first word.
func (s *Source) start(key []byte) uint64 {
	s.key = key
	s.have, s.longs = 0, 0
	s.maker.next(s.maker, s)
	return s.words[0]
}

// resume points s at a new key whose word 0 is known.
func (s *Source) resume(key []byte, word0 uint64) {
	s.key = key
	s.have, s.longs = 1, 0
	s.words[0] = word0
}
