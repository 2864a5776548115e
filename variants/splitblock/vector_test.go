package splitblock

import (
	"slices"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// both returns a filter as New makes it and one in portable code; where there is
// no assembly, two portable ones.
func both(t testing.TB, c variants.Config) (fast, slow *Filter) {
	t.Helper()
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Filter), plain(t, c)
}

// digests returns n digests of a SplitMix64 sequence.
func digests(n int, seed uint64) *hashes.Batch {
	b := &hashes.Batch{}
	for i := range uint64(n) {
		b.A = append(b.A, hashes.SplitMix64(seed<<32+i))
		b.B = append(b.B, i)
	}
	return b
}

// extremes returns digests of zeros, ones and single bits, of the ends of blocks and
// of both halves.
func extremes() *hashes.Batch {
	b := &hashes.Batch{A: []uint64{0, ^uint64(0), 1<<32 - 1, 1 << 32, (1<<32 - 1) << 32}}
	for i, ones := 0, ^uint64(0); i < 64; i++ {
		b.A = append(b.A, 1<<i, ones<<i, ones>>i)
	}
	b.B = make([]uint64, len(b.A))
	return b
}

func part(b *hashes.Batch, from, to int) *hashes.Batch {
	return &hashes.Batch{A: b.A[from:to:to], B: b.B[from:to:to]}
}

// TestSameBits: for numbers of blocks from one up, all digests in one block among
// them, both kinds set the same bits and give the same answers, one key at a time
// and in batches of every length.
func TestSameBits(t *testing.T) {
	t.Logf("assembly: %v", hasVector)
	for _, blocks := range []uint64{1, 2, 3, 31, 1000, 1024, 20000} {
		c := variants.Config{Capacity: 10, Bits: blockBits * blocks, Scheme: scheme(hashes.Double)}
		fast, slow := both(t, c)
		in := digests(5000, blocks)
		for at, n := 0, 0; at+n <= len(in.A) && at < int(20*blocks)+300; n = n%hashes.BatchMax + 1 {
			addBoth(t, fast, slow, part(in, at, at+n))
			sameAnswers(t, fast, slow, part(in, at, at+n))
			at += n
		}
		sameWords(t, fast, slow)
		for n := range hashes.BatchMax + 1 {
			sameAnswers(t, fast, slow, part(digests(n, blocks+1), 0, n))
		}
		addBoth(t, fast, slow, extremes())
		sameWords(t, fast, slow)
		sameAnswers(t, fast, slow, extremes())
	}
}

// addBoth adds a batch to both, once as a batch and once key by key.
func addBoth(t *testing.T, fast, slow *Filter, b *hashes.Batch) {
	t.Helper()
	if got, err := fast.AddBatch(b); got != b.Len() || err != nil {
		t.Fatalf("%d of %d keys added: %v", got, b.Len(), err)
	}
	for i := range b.Len() {
		_ = slow.Add(b.At(i)) // never fails
	}
	sameWords(t, fast, slow)
	if got, err := slow.AddBatch(b); got != b.Len() || err != nil {
		t.Fatalf("portable: %d of %d keys added: %v", got, b.Len(), err)
	}
	for i := range b.Len() {
		_ = fast.Add(b.At(i))
	}
	sameWords(t, fast, slow)
}

func sameWords(t *testing.T, fast, slow *Filter) {
	t.Helper()
	if !slices.Equal(fast.blocks, slow.blocks) {
		t.Fatalf("%d blocks: different bits", fast.count)
	}
}

// sameAnswers compares batches, their count, bits past the batch, and single calls.
func sameAnswers(t *testing.T, fast, slow *Filter, b *hashes.Batch) {
	t.Helper()
	hits, want := variants.Hits{1, 2, 3, ^uint64(0)}, variants.Hits{5, 6, 7, 8}
	n, wantN := fast.ContainsBatch(b, &hits), slow.ContainsBatch(b, &want)
	if n != wantN || hits != want {
		t.Fatalf("%d blocks, %d keys: %d hits %x, portable %d hits %x", fast.count, b.Len(), n, hits, wantN, want)
	}
	for i := range b.Len() {
		d := b.At(i)
		if got := want[i/64]>>(i%64)&1 != 0; fast.Contains(d) != got || slow.Contains(d) != got {
			t.Fatalf("%d blocks: key %d: in a batch %v, alone %v, portable %v",
				fast.count, i, got, fast.Contains(d), slow.Contains(d))
		}
	}
}

// TestEveryBlock: keys of each block in turn touch that block and no other, the
// first and the last among them.
func TestEveryBlock(t *testing.T) {
	const blocks = 300
	fast, slow := both(t, variants.Config{Capacity: 10, Bits: blockBits * blocks, Scheme: scheme(hashes.Double)})
	for at := range uint64(blocks) {
		b := &hashes.Batch{A: []uint64{^uint64(0)/blocks*at + 1<<40 + at}, B: []uint64{0}}
		for _, f := range []*Filter{fast, slow} {
			_, _ = f.AddBatch(b) // never fails
			for i, words := range f.blocks {
				if empty := words == (block{}); empty != (uint64(i) > at) {
					t.Fatalf("block %d after keys of blocks up to %d: empty %v", i, at, empty)
				}
			}
		}
	}
}

// TestOversized: of a batch longer than the contract allows the first 256 keys are
// answered for, and nothing beyond the hits is written.
func TestOversized(t *testing.T) {
	fast, slow := both(t, variants.Config{Capacity: 10, Bits: 1 << 16, Scheme: scheme(hashes.Double)})
	b := digests(300, 1)
	addBoth(t, fast, slow, b)
	room := [3]variants.Hits{}
	for _, f := range []*Filter{fast, slow} {
		if n := f.ContainsBatch(b, &room[1]); n != hashes.BatchMax || room[0] != room[2] || room[2] != (variants.Hits{}) {
			t.Errorf("%d hits, around them %x %x", n, room[0], room[2])
		}
	}
}

// FuzzSameBits: whatever the digests and blocks, both kinds agree.
func FuzzSameBits(f *testing.F) {
	f.Add(uint16(100), []byte("0123456789abcdef0123456789ABCDEF"))
	f.Add(uint16(0), make([]byte, 80))
	f.Fuzz(func(t *testing.T, blocks uint16, data []byte) {
		fast, slow := both(t, variants.Config{Capacity: 10, Bits: blockBits * (uint64(blocks) + 1), Scheme: scheme(hashes.Double)})
		b := &hashes.Batch{}
		for ; len(data) >= 8 && b.Len() < hashes.BatchMax; data = data[8:] {
			var w uint64
			for i := range 8 {
				w |= uint64(data[i]) << (8 * i)
			}
			b.A, b.B = append(b.A, w), append(b.B, 0)
		}
		addBoth(t, fast, slow, part(b, 0, b.Len()/2))
		sameAnswers(t, fast, slow, b)
	})
}
