package blocked

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// both returns a filter that answers through assembly and one through portable
// code; where there is no assembly, or not for c, two portable ones.
func both(t testing.TB, c variants.Config) (quick, plain *Filter) {
	t.Helper()
	quick, plain = build1(t, c), build1(t, c)
	plain.useVector(nil)
	if quick.vector != nil && !quick.vector.adds { // small filters have no patterns: give it some
		l, err := plan(c)
		if err != nil {
			t.Fatal(err)
		}
		quick.useVector(newKernel(l, quick.table.words, true))
	}
	return quick, plain
}

// TestServed: which shapes the assembly serves, where it is there at all.
func TestServed(t *testing.T) {
	for _, c := range []struct {
		probing       hashes.Probing
		block, reduce string
		k             int
		want          bool
	}{
		{hashes.Double, "512", "fastrange", 1, true}, {hashes.Enhanced, "512", "mask", 16, true},
		{hashes.Double, "512", "fastrange", 17, false}, {hashes.Double, "512", "mod", 7, false},
		{hashes.Double, "256", "fastrange", 7, false}, {hashes.Double, "1024", "fastrange", 7, false},
		{hashes.Triple, "512", "fastrange", 7, false}, {hashes.Independent, "512", "fastrange", 7, false},
	} {
		f := build1(t, variants.Config{Capacity: 10, Bits: 1 << 15, K: c.k, Scheme: scheme(c.probing),
			Params: variants.Params{"block": c.block, "reduce": c.reduce}})
		if got := f.vector != nil; got != (c.want && hasVector) {
			t.Errorf("%+v: assembly %v, has it %v", c, got, hasVector)
		}
	}
}

// TestSameBits: on every probing, block size, reduction and number of positions
// both paths set the same bits and give the same answers, one key at a time and
// in batches of every length.
func TestSameBits(t *testing.T) {
	t.Logf("assembly: %v", hasVector)
	blocks, ks := []string{"64", "128", "256", "512", "1024", "2048", "4096"}, []int{1, 2, 7, 16, 17, 64}
	if testing.Short() {
		blocks, ks = []string{"64", "512", "4096"}, []int{1, 7, 17}
	}
	for _, p := range hashes.Probings() {
		for _, block := range blocks {
			for _, reduce := range []string{"fastrange", "mod", "mask"} {
				for _, k := range ks {
					c := variants.Config{Capacity: 10, Bits: 1 << 15, K: k, Scheme: scheme(p),
						Params: variants.Params{"block": block, "reduce": reduce}}
					t.Run(fmt.Sprintf("%s/block=%s/reduce=%s/k=%d", p, block, reduce, k), func(t *testing.T) {
						sameBits(t, c, 60)
					})
				}
			}
		}
	}
}

// TestSameBitsServed: the same for all k that the assembly serves and for numbers
// of blocks from one up: all digests in one block, a power of two less one, a large table.
func TestSameBitsServed(t *testing.T) {
	for _, p := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
		for k := 1; k <= maxLanes; k++ {
			for _, blocks := range []uint64{1, 2, 3, 127, 128, 4096, 5000} {
				for _, reduce := range []string{"fastrange", "mask"} {
					c := variants.Config{Capacity: 10, Bits: 512 * blocks, K: k, Scheme: scheme(p), Params: variants.Params{"reduce": reduce}}
					sameBits(t, c, min(4*blocks, 3000))
				}
			}
		}
	}
}

// sameBits adds some keys by both paths, in batches of growing length, and
// compares bits and answers.
func sameBits(t *testing.T, c variants.Config, keys uint64) {
	t.Helper()
	quick, plain := both(t, c)
	seed := uint64(c.K)
	for n, at := 1, uint64(0); at < keys; n, at = n%61+1, at+uint64(n) {
		d := digests(c.Scheme, n, seed+at<<20)
		for _, f := range []*Filter{quick, plain} {
			if got, err := f.AddBatch(d); got != n || err != nil {
				t.Fatalf("%v: %d of %d keys added: %v", c, got, n, err)
			}
		}
		sameAnswers(t, quick, plain, d)
	}
	sameWords(t, quick, plain)
	lengths := []int{0, 1, 7, 63, 256}
	if quick.vector != nil {
		lengths = []int{0, 1, 7, 8, 9, 31, 32, 33, 39, 40, 41, 63, 64, 65, 127, 128, 200, 255, 256}
	}
	for _, n := range lengths {
		sameAnswers(t, quick, plain, digests(c.Scheme, n, seed+uint64(n)<<40))
	}
	sameAnswers(t, quick, plain, extremes(c.Scheme))
	for _, f := range []*Filter{quick, plain} {
		_, _ = f.AddBatch(extremes(c.Scheme)) // never fails
	}
	sameWords(t, quick, plain)
	sameAnswers(t, quick, plain, extremes(c.Scheme))
}

// digests returns n digests of scheme s, with Sources where it has them.
func digests(s hashes.Scheme, n int, seed uint64) *hashes.Batch {
	var b hashes.Batch
	data, off := keys(n, seed)
	s.NewHasher(seed).DigestBatch(data, off, &b)
	return &b
}

// extremes returns digests of two words whose bits are all zero, all one, or one
// at either end: first and last block, first and last position, steps 0 and most.
// Schemes with Sources get other keys.
func extremes(s hashes.Scheme) *hashes.Batch {
	b := digests(s, 49, 3)
	if b.More != nil {
		return b
	}
	words := []uint64{0, 1, 1 << 54, 1 << 55, 1 << 63, ^uint64(0), ^uint64(0) >> 1}
	for i := range b.A {
		b.A[i], b.B[i] = words[i%7], words[i/7]
	}
	return b
}

func sameWords(t *testing.T, quick, plain *Filter) {
	t.Helper()
	for i, w := range plain.table.words {
		if quick.table.words[i] != w {
			t.Fatalf("%v: word %d is %x, portable %x", quick.shape, i, quick.table.words[i], w)
		}
	}
}

// sameAnswers compares batches, their count, bits past the batch, and single calls.
func sameAnswers(t *testing.T, quick, plain *Filter, b *hashes.Batch) {
	t.Helper()
	hits, want := variants.Hits{1, 2, 3, ^uint64(0)}, variants.Hits{5, 6, 7, 8}
	n, wantN := quick.ContainsBatch(b, &hits), plain.ContainsBatch(b, &want)
	if n != wantN || hits != want {
		t.Fatalf("%v: %d keys: %d hits %x, portable %d hits %x", quick.shape, b.Len(), n, hits, wantN, want)
	}
	for i := range b.Len() {
		d := b.At(i)
		if got := want[i/64]>>(i%64)&1 != 0; quick.Contains(d) != got || plain.Contains(d) != got {
			t.Fatalf("%v: key %d: in a batch %v, alone %v, portable %v", quick.shape, i, got, quick.Contains(d), plain.Contains(d))
		}
	}
}

// TestEveryLine: keys of each block in turn touch that block and no other, the first
// and the last among them.
func TestEveryLine(t *testing.T) {
	const blocks = 300
	quick, plain := both(t, variants.Config{Capacity: 10, Bits: 512 * blocks, K: 7, Scheme: scheme(hashes.Double)})
	for block := range uint64(blocks) {
		b := &hashes.Batch{A: []uint64{^uint64(0)/blocks*block + 1<<40}, B: []uint64{block << 50}}
		before := bytes.Clone(marshal(t, quick))
		_, _ = quick.AddBatch(b) // never fails
		_, _ = plain.AddBatch(b)
		if bytes.Equal(before, marshal(t, quick)) {
			t.Fatalf("block %d: nothing was added", block)
		}
		sameWords(t, quick, plain)
		sameAnswers(t, quick, plain, b)
	}
}

func marshal(t *testing.T, f *Filter) []byte {
	t.Helper()
	data, err := f.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestOversized: a batch longer than the contract allows does not reach assembly.
func TestOversized(t *testing.T) {
	f := build1(t, variants.Config{Capacity: 10, Bits: 1 << 22, K: 7, Scheme: scheme(hashes.Double)})
	b := &hashes.Batch{A: make([]uint64, 257), B: make([]uint64, 257)}
	if f.vector.takes(b) || f.vector.takes(&hashes.Batch{}) {
		t.Error("assembly takes 257 keys, or none")
	}
}

// FuzzSameBits: any digests, any k and number of blocks.
func FuzzSameBits(f *testing.F) {
	f.Add(uint8(7), uint16(100), true, []byte("0123456789abcdef0123456789ABCDEF"))
	f.Add(uint8(16), uint16(1), false, bytes.Repeat([]byte{255}, 160))
	f.Fuzz(func(t *testing.T, k uint8, blocks uint16, double bool, data []byte) {
		p := hashes.Enhanced
		if double {
			p = hashes.Double
		}
		quick, plain := both(t, variants.Config{Capacity: 10, Bits: 512 * (uint64(blocks) + 1), K: int(k%64) + 1, Scheme: scheme(p)})
		var b hashes.Batch
		for ; len(data) >= 16 && b.Len() < hashes.BatchMax; data = data[16:] {
			b.A, b.B = append(b.A, word(data)), append(b.B, word(data[8:]))
		}
		half := &hashes.Batch{A: b.A[:b.Len()/2], B: b.B[:b.Len()/2]}
		_, _ = quick.AddBatch(half) // never fails
		_, _ = plain.AddBatch(half)
		sameWords(t, quick, plain)
		sameAnswers(t, quick, plain, &b)
	})
}

// word reads the first eight bytes of data.
func word(data []byte) (w uint64) {
	for i := range 8 {
		w |= uint64(data[i]) << (8 * i)
	}
	return w
}
