package hashes

// BatchMax is the largest number of keys in a Batch, chosen so that its hit
// mask is four words and its columns (2 x 2 KiB) stay in the first-level cache.
const BatchMax = 256

// Digest is what a filter sees of a key: two 64-bit words, and for schemes that
// need more than 128 bits a Source that makes further words when asked.
//
// Where More is nil (double and enhanced probing) A and B hold the two words.
// Where More is set (independent, triple, sliced) A holds word 0 and B is
// unspecified: ask Word or Pair. Where the digest is the key itself (a Raw
// function) there are no words: ask Key. A Digest with a Source is valid until its
// Hasher makes the next one (or, in a batch, the next batch).
type Digest struct {
	A, B uint64
	More *Source
}

// Word returns word i of the key's digest, i >= 0. Without a Source only words
// 0 and 1 exist and larger i panic: it is a programming error to probe a
// 128-bit scheme as if it were a longer one.
func (d Digest) Word(i int) uint64 {
	switch {
	case d.More != nil:
		return d.More.Word(i)
	case i == 0:
		return d.A
	case i == 1:
		return d.B
	}
	panic("hashes: a 128-bit digest has words 0 and 1 only")
}

// Pair returns words 0 and 1, whatever the scheme: what a structure needs that
// takes one bucket and one fingerprint from a key.
func (d Digest) Pair() (a, b uint64) {
	if d.More == nil {
		return d.A, d.B
	}
	return d.A, d.More.Word(1)
}

// Key returns the key where the digest is the key itself, for filters that hash
// bytes themselves (a Raw function). A digest of words has no key, and asking for
// it panics.
func (d Digest) Key() []byte { return d.More.Key() }

// Batch holds the digests of up to BatchMax keys in columns. All columns in use
// have the same length; More is nil unless the scheme needs Sources.
type Batch struct {
	A, B []uint64
	More []*Source
}

// Len returns the number of digests in b.
func (b *Batch) Len() int { return len(b.A) }

// At returns digest i of b, 0 <= i < Len().
func (b *Batch) At(i int) Digest {
	if b.More == nil {
		return Digest{A: b.A[i], B: b.B[i]}
	}
	return Digest{A: b.A[i], More: b.More[i]}
}
