package measure

import (
	"errors"
	"math/bits"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// worker is what one goroutine needs for itself. Its loops go over blocks of up
// to 256 keys: make the keys, digest them, put them to the filter; each step is
// one indirect call a block, works in the first-level cache and allocates
// nothing.
type worker struct {
	block keys.Block
	batch hashes.Batch
	hits  variants.Hits

	hasher *hashes.Hasher
	scheme hashes.Scheme
	seed   uint64

	litter     uint64 // bytes of hashers dropped and not yet told of
	unreported uint64 // keys done with since progress was last told
}

// lazyHasher is about the size in bytes of a hasher whose words are made when
// they are asked for; the others are too small to count.
const lazyHasher = 200 << 10

// use makes w's hasher that of t. A hasher is kept until another scheme is needed
// and else given a new seed: thousands of tiny trials should not each leave a lazy
// one to the collector.
func (w *worker) use(t *trial) {
	scheme, seed := t.subject.Config.Scheme, t.hashSeed
	if w.hasher != nil && w.scheme == scheme {
		if w.seed == seed {
			return
		}
		w.hasher.Reseed(seed)
		w.seed = seed
		return
	}
	if w.scheme.Lazy() {
		w.litter += lazyHasher
	}
	w.hasher, w.scheme, w.seed = scheme.NewHasher(seed), scheme, seed
}

// members digests n members from first on into w.batch.
func (w *worker) members(t *trial, first uint64, n int) {
	t.stream.Members(first, n, &w.block)
	w.hasher.DigestBatch(w.block.Data, w.block.Off, &w.batch)
}

// absent digests n absent keys from first on into w.batch.
func (w *worker) absent(t *trial, first uint64, n int) {
	t.stream.Absent(first, n, &w.block)
	w.hasher.DigestBatch(w.block.Data, w.block.Off, &w.batch)
}

// contains asks t's filter for all of w.batch: the answers are in w.hits, and
// their number is returned. Filters without a batch path are asked key by key
// and hash no further than they look.
func (w *worker) contains(t *trial) (int, error) {
	if t.batchContainer != nil {
		yes := t.batchContainer.ContainsBatch(&w.batch, &w.hits)
		if yes != ones(&w.hits) {
			return 0, errors.New("ContainsBatch returned another number of hits than it marked")
		}
		return yes, nil
	}
	w.hits = variants.Hits{}
	yes := 0
	for i := range w.batch.Len() {
		if t.filter.Contains(w.batch.At(i)) {
			w.hits[i/64] |= 1 << (i % 64)
			yes++
		}
	}
	return yes, nil
}

// missing asks for n members from first on and returns how many of those that
// were accepted are not found. first is a multiple of 64.
func (w *worker) missing(t *trial, first uint64, n int) (uint64, error) {
	w.members(t, first, n)
	yes, err := w.contains(t)
	if err != nil || yes == n {
		return 0, err
	}
	no := 0
	for word := 0; word*64 < n; word++ {
		want := ^uint64(0) >> (64 - min(64, n-word*64))
		want &^= t.refused.word(first/64 + uint64(word))
		no += bits.OnesCount64(want &^ w.hits[word])
	}
	return uint64(no), nil
}

// falsePositives asks for n absent keys from first on and returns how many are
// said to be in.
func (w *worker) falsePositives(t *trial, first uint64, n int) (uint64, error) {
	w.absent(t, first, n)
	yes, err := w.contains(t)
	return uint64(yes), err
}

// ones returns the number of keys marked in hits.
func ones(hits *variants.Hits) int {
	n := 0
	for _, word := range hits {
		n += bits.OnesCount64(word)
	}
	return n
}
