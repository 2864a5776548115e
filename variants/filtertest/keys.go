package filtertest

import (
	"encoding/binary"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
)

// absent is the number of the first key that is only queried.
const absent = 1 << 63

// kind makes key number i, appending it to buf. Different numbers make
// different keys, so that members and absent keys are disjoint by construction.
type kind struct {
	name string
	make func(buf []byte, i uint64) []byte
}

// kinds are the shapes of keys that filters have failed on: plain counters, mixed
// words, text that differs only in its last, first or middle bytes, and lengths
// from zero up.
func kinds() []kind {
	le := binary.LittleEndian
	const stem = "https://example.org/a/long/path/common/to/all/keys/"
	number := func(buf []byte, i uint64) []byte { return strconv.AppendUint(buf, i, 16) }
	return []kind{
		{"counter", le.AppendUint64},
		{"mixed", func(buf []byte, i uint64) []byte { return le.AppendUint64(buf, hashes.SplitMix64(i)) }},
		{"prefix", func(buf []byte, i uint64) []byte { return number(append(buf, stem...), i) }},
		{"suffix", func(buf []byte, i uint64) []byte { return append(append(number(buf, i), ' '), stem...) }},
		{"middle", func(buf []byte, i uint64) []byte {
			return append(append(number(append(buf, stem...), i), ' '), stem...)
		}},
		{"length", byLength},
	}
}

// byLength makes the empty key, all keys of one byte, of two, and so on.
func byLength(buf []byte, i uint64) []byte {
	for ; i > 0; i = (i - 1) >> 8 {
		buf = append(buf, byte(i-1))
	}
	return buf
}

// source gives the digests of numbered keys of one kind under one scheme and
// seed. It belongs to one goroutine.
type source struct {
	kind    kind
	shift   uint64 // added to every number
	hasher  *hashes.Hasher
	buf     []byte
	off     []uint32
	columns hashes.Batch
}

// newSource returns mixed keys; most sections need no other kind.
func newSource(s hashes.Scheme, seed uint64) *source { return sourceOf(kinds()[1], s, seed) }

func sourceOf(kd kind, s hashes.Scheme, seed uint64) *source {
	return &source{kind: kd, hasher: s.NewHasher(seed)}
}

// vary gives filter number i keys of its own where its hash takes no seed: else
// all filters of a measurement would be one. Members and absent keys stay apart.
func (s *source) vary(i int) {
	if f := s.scheme().Function; f.Raw || f.Unseeded {
		s.shift = uint64(i) << 32
	}
}

func (s *source) scheme() hashes.Scheme { return s.hasher.Scheme() }

// digest returns the digest of key i, valid until the next call.
func (s *source) digest(i uint64) hashes.Digest {
	s.buf = s.kind.make(s.buf[:0], i+s.shift)
	return s.hasher.Digest(s.buf)
}

// batch returns the digests of keys first .. first+n-1, n <= BatchMax, valid
// until the next call of batch or digest.
func (s *source) batch(first uint64, n int) *hashes.Batch {
	s.buf, s.off = s.buf[:0], append(s.off[:0], 0)
	for i := range n {
		s.buf = s.kind.make(s.buf, first+uint64(i)+s.shift)
		s.off = append(s.off, uint32(len(s.buf)))
	}
	s.hasher.DigestBatch(s.buf, s.off, &s.columns)
	return &s.columns
}

// all returns the digests of n keys at once, as Build takes them: two words
// each, since a Source serves one key at a time.
func (s *source) all(first, n uint64) []hashes.Digest {
	out := make([]hashes.Digest, n)
	for i := range out {
		out[i].A, out[i].B = s.digest(first + uint64(i)).Pair()
	}
	return out
}
