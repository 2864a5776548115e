package timing

import (
	"slices"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// static remembers what it is built of.
type static struct{ sets *[][]hashes.Digest }

func (s static) Build(d []hashes.Digest) error {
	*s.sets = append(*s.sets, slices.Clone(d))
	return nil
}
func (static) Contains(hashes.Digest) bool { return true }
func (static) Shape() variants.Shape       { return variants.Shape{} }
func (static) Tries() int                  { return 1 }

// TestBuildsDiffer: each build of a static filter is of another set, from digests and
// from keys, as large as the one before and without a duplicate.
func TestBuildsDiffer(t *testing.T) {
	scheme := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	keys := &list{keys: 300, wide: 8, data: make([]byte, 300*8)}
	for i := range keys.keys {
		keys.data[8*i], keys.data[8*i+1] = byte(i), byte(i>>8)
	}
	ready := &list{keys: keys.keys, a: make([]uint64, keys.keys), b: make([]uint64, keys.keys)}
	for i := range ready.a {
		ready.a[i], ready.b[i] = uint64(i)+1, ^uint64(i)
	}
	for name, l := range map[string]*list{"digests": ready, "keys": keys} {
		var sets [][]hashes.Digest
		seed := uint64(0)
		f := &filling{op: Build, n: 300, make: func() (variants.Filter, error) { return static{&sets}, nil }, feed: newFeed(l, scheme.NewHasher(0))}
		if l == ready {
			f.digest = f.feed.digests(300)
		} else {
			f.rehash = func() *hashes.Hasher { seed++; return scheme.NewHasher(seed) }
		}
		f.run(&stopwatch{}, 900)
		seen := map[hashes.Digest]bool{}
		for _, set := range sets {
			for _, d := range set {
				seen[d] = true
			}
		}
		if f.failed != nil || len(sets) != 3 || len(seen) != 900 {
			t.Errorf("from %s: %v, %d sets of %d different digests in all; want 3 of 900", name, f.failed, len(sets), len(seen))
		}
	}
}
