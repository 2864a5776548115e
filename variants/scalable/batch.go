package scalable

import (
	"math/bits"
	"sync/atomic"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// scratch is the working memory of one batch: the part that a stage takes, and for
// ContainsBatch the keys that no stage has found yet. It is too large for the stack of a call through an interface.
type scratch struct {
	left  int // keys not found yet
	index [hashes.BatchMax]uint8
	a, b  [hashes.BatchMax]uint64
	mixed [hashes.BatchMax]uint64 // second words as one stage sees them
	more  [hashes.BatchMax]*hashes.Source
	batch hashes.Batch
	hits  variants.Hits
}

// workshop keeps working memory for the batches to come, so that they allocate
// nothing: enough for eight goroutines at a time, and more come and go. (A sync.Pool
// may forget what it was given.)
type workshop [8]atomic.Pointer[scratch]

func (w *workshop) take() *scratch {
	for i := range w {
		if s := w[i].Swap(nil); s != nil {
			return s
		}
	}
	return new(scratch)
}

func (w *workshop) give(s *scratch) {
	for i := range w {
		if w[i].CompareAndSwap(nil, s) {
			return
		}
	}
}

// ContainsBatch answers Contains for every key of b: each stage is asked, by its
// own batch where it has one, about the keys that no newer stage has found.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	s := f.work.take()
	s.begin(b)
	*hits = variants.Hits{}
	for i := len(f.stages) - 1; i >= 0 && s.left > 0; i-- {
		if s.ask(&f.stages[i]) > 0 {
			s.found(hits)
		}
	}
	found := b.Len() - s.left
	f.work.give(s)
	return found
}

// begin takes all keys of b.
func (s *scratch) begin(b *hashes.Batch) {
	s.left = b.Len()
	copy(s.a[:], b.A)
	copy(s.b[:], b.B)
	for i := range s.index[:s.left] {
		s.index[i] = uint8(i)
	}
	s.batch.More = nil
	if b.More != nil {
		copy(s.more[:], b.More)
		s.batch.More = s.more[:]
	}
}

// ask fills s.hits with the answers of one stage for the keys left.
func (s *scratch) ask(p *part) int {
	n := s.left
	s.batch.A, s.batch.B = s.a[:n], s.b[:n]
	if s.batch.More != nil {
		s.batch.More = s.more[:n]
	} else {
		s.batch.B = p.second(s.batch.B, &s.mixed)
	}
	if p.batch != nil {
		return p.batch.ContainsBatch(&s.batch, &s.hits)
	}
	count := 0
	s.hits = variants.Hits{}
	for i := range n {
		if p.Contains(s.batch.At(i)) {
			s.hits[i/64] |= 1 << (i % 64)
			count++
		}
	}
	return count
}

// part returns n digests of b from first on as stage p sees them.
func (s *scratch) part(p *part, b *hashes.Batch, first, n int) *hashes.Batch {
	s.batch = hashes.Batch{A: b.A[first : first+n]}
	if b.More != nil {
		s.batch.B, s.batch.More = s.batch.A, b.More[first:first+n] // second words are in More
	} else {
		s.batch.B = p.second(b.B[first:first+n], &s.mixed)
	}
	return &s.batch
}

// second returns second words as this stage sees them, in room where they are not
// those given; see own.
func (p *part) second(words []uint64, room *[hashes.BatchMax]uint64) []uint64 {
	if p.salt == 0 {
		return words
	}
	mixed := room[:len(words)]
	for i, w := range words {
		mixed[i] = hashes.SplitMix64(w ^ p.salt)
	}
	return mixed
}

// found marks the keys of s.hits and drops them: the last key left moves into the
// place of each, from the highest place down, so that none moved is one to drop.
func (s *scratch) found(hits *variants.Hits) {
	for w := len(s.hits) - 1; w >= 0; w-- {
		for word := s.hits[w]; word != 0; {
			bit := 63 - bits.LeadingZeros64(word)
			word &^= 1 << bit
			s.drop(w*64+bit, hits)
		}
	}
}

func (s *scratch) drop(i int, hits *variants.Hits) {
	key := s.index[i]
	hits[key>>6] |= 1 << (key & 63)
	s.left--
	last := s.left
	s.index[i], s.a[i], s.b[i], s.more[i] = s.index[last], s.a[last], s.b[last], s.more[last]
}
