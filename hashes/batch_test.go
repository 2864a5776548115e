package hashes

import (
	"encoding/binary"
	"testing"

	"github.com/zeebo/xxh3"
)

// TestXXH3Short compares our short-key forms with the library: a million keys
// of 8 and of 16 bytes under changing seeds, extremes among them.
func TestXXH3Short(t *testing.T) {
	n := 1_000_000
	if testing.Short() {
		n = 50_000
	}
	special := []uint64{0, 1, 1<<64 - 1, 1 << 63, 0xffffffff, 1 << 32}
	word := func(i int) uint64 {
		if i%97 == 0 {
			return special[i/97%len(special)]
		}
		return SplitMix64(uint64(i))
	}
	var key [16]byte
	for i := range n {
		seed, x, y := word(3*i), word(3*i+1), word(3*i+2)
		binary.LittleEndian.PutUint64(key[:], x)
		binary.LittleEndian.PutUint64(key[8:], y)
		lo, hi := xxh3Of8(x, xxh3Flip8(seed))
		if want := xxh3.Hash128Seed(key[:8], seed); lo != want.Lo || hi != want.Hi {
			t.Fatalf("8 bytes %x seed %x: %x %x, want %x", key[:8], seed, lo, hi, want)
		}
		lo, hi = newXXH3Flip16(seed).sum(x, y)
		if want := xxh3.Hash128Seed(key[:], seed); lo != want.Lo || hi != want.Hi {
			t.Fatalf("16 bytes %x seed %x: %x %x, want %x", key, seed, lo, hi, want)
		}
	}
}

// lay puts keys of the given sizes end to end, after a gap at the front.
func lay(sizes []int, gap int) ([]byte, []uint32) {
	data, off := make([]byte, gap), []uint32{uint32(gap)}
	for i, n := range sizes {
		data = append(data, keyOf(n, uint64(i))...)
		off = append(off, uint32(len(data)))
	}
	return data, off
}

// TestDigestBatch: in every scheme, for runs and mixtures of sizes, empty keys,
// full, short and empty batches, the batch gives what one key at a time gives.
func TestDigestBatch(t *testing.T) {
	mixed := make([]int, BatchMax)
	same := make([]int, BatchMax)
	for i := range mixed {
		mixed[i] = []int{8, 8, 16, 0, 8, 16, 16, 5, 8, 300, 1, 17}[i*i%12]
		same[i] = 8
	}
	for _, s := range Schemes(Functions()) {
		one, many := s.NewHasher(99), s.NewHasher(99)
		for _, sizes := range [][]int{mixed, same, mixed[:3], same[:1], {}} {
			data, off := lay(sizes, 3)
			var b Batch
			many.DigestBatch(data, off, &b)
			if b.Len() != len(sizes) {
				t.Fatalf("%s: %d digests of %d keys", s.Name(), b.Len(), len(sizes))
			}
			for i := range sizes {
				sameDigest(t, s, i, b.At(i), one.Digest(data[off[i]:off[i+1]]))
			}
		}
	}
}

// sameDigest compares all that a Digest promises: A, both words of Pair, and
// where there is a Source words far out.
func sameDigest(t *testing.T, s Scheme, i int, got, want Digest) {
	t.Helper()
	a, b := got.Pair()
	x, y := want.Pair()
	if a != x || b != y || got.A != want.A {
		t.Fatalf("%s, key %d: %x %x, want %x %x", s.Name(), i, a, b, x, y)
	}
	if (got.More != nil) != s.Lazy() {
		t.Fatalf("%s, key %d: a Source is there: %v", s.Name(), i, got.More != nil)
	}
	for _, w := range []int{0, 1, 2, 6, MaxWords - 1} {
		if (s.Lazy() || w < 2) && got.Word(w) != want.Word(w) {
			t.Fatalf("%s, key %d: word %d is %x, want %x", s.Name(), i, w, got.Word(w), want.Word(w))
		}
	}
}

// TestXXH3Runs: runs of 8-byte keys of every length up to forty, after a gap, with a
// key of another length behind them, are hashed as the library does: whole eights,
// what is left of them, and no byte beyond.
func TestXXH3Runs(t *testing.T) {
	for run := range 41 {
		for _, last := range []int{0, 4, 8, 9, 16} {
			sizes := make([]int, run, run+1)
			for i := range sizes {
				sizes[i] = 8
			}
			data, off := lay(append(sizes, last), run%5)
			n := run + 1
			a, b, first := make([]uint64, n), make([]uint64, n), make([]uint64, n)
			seed := SplitMix64(uint64(100*run + last))
			XXH3.Batch(data, off, seed, a, b)
			XXH3.Batch(data, off, seed, first, nil)
			for i := range n {
				want := xxh3.Hash128Seed(data[off[i]:off[i+1]], seed)
				if a[i] != want.Lo || b[i] != want.Hi || first[i] != want.Lo {
					t.Fatalf("run of %d, then %d bytes, key %d: %x %x (%x alone), want %x", run, last, i, a[i], b[i], first[i], want)
				}
			}
		}
	}
}

// FuzzBatch compares XXH3's batch with its one-key form at any cut of any data.
func FuzzBatch(f *testing.F) {
	f.Add([]byte("0123456789abcdef0123456789abcdef"), []byte{8, 8, 16, 0}, uint64(1))
	f.Add(make([]byte, 400), []byte{8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 7, 8, 8, 8, 8, 8, 8, 8, 8, 16, 8, 8}, uint64(7))
	f.Add(make([]byte, 100), []byte{8, 9, 8, 16, 15, 16}, uint64(1<<63))
	f.Fuzz(func(t *testing.T, data, sizes []byte, seed uint64) {
		off := []uint32{0}
		for _, n := range sizes[:min(len(sizes), BatchMax)] {
			if end := int(off[len(off)-1]) + int(n); end <= len(data) {
				off = append(off, uint32(end))
			}
		}
		n := len(off) - 1
		a, b, first := make([]uint64, n), make([]uint64, n), make([]uint64, n)
		XXH3.Batch(data, off, seed, a, b)
		XXH3.Batch(data, off, seed, first, nil)
		for i := range n {
			x, y := XXH3.Sum128(data[off[i]:off[i+1]], seed)
			if a[i] != x || b[i] != y || first[i] != x {
				t.Fatalf("key %d of %d bytes: %x %x (%x alone), want %x %x", i, off[i+1]-off[i], a[i], b[i], first[i], x, y)
			}
		}
	})
}

// TestAllocations: no scheme allocates, in Digest, in DigestBatch, or when all
// words are asked for; short keys and long ones.
func TestAllocations(t *testing.T) {
	data, off := lay([]int{8, 8, 16, 40, 70, 1200}, 0)
	for _, s := range Schemes(Functions()) {
		h := s.NewHasher(5)
		var b Batch
		if n := testing.AllocsPerRun(20, func() {
			for i := range len(off) - 1 {
				sink += lastWord(s, h.Digest(data[off[i]:off[i+1]]))
			}
		}); n != 0 {
			t.Errorf("%s: Digest makes %v allocations", s.Name(), n)
		}
		if n := testing.AllocsPerRun(20, func() {
			h.DigestBatch(data, off, &b)
			for i := range b.Len() {
				sink += lastWord(s, b.At(i))
			}
		}); n != 0 {
			t.Errorf("%s: DigestBatch makes %v allocations", s.Name(), n)
		}
	}
}

func lastWord(s Scheme, d Digest) uint64 {
	if s.Lazy() {
		return d.Word(MaxWords - 1)
	}
	return d.Word(1)
}

// TestReseedIsANewHasher compares a hasher that has worked under other seeds
// with a fresh one, for every scheme, singly and in a batch.
func TestReseedIsANewHasher(t *testing.T) {
	data, off := []byte("abcdefghijklmnopqrstuvwxyz"), []uint32{0, 0, 1, 9, 26}
	for _, s := range Schemes(Functions()) {
		used := s.NewHasher(1)
		for _, seed := range []uint64{2, 0, 1<<64 - 1} {
			fresh := s.NewHasher(seed)
			used.Reseed(seed)
			var got, want Batch
			used.DigestBatch(data, off, &got)
			fresh.DigestBatch(data, off, &want)
			for i := range want.Len() {
				g, w := got.At(i), want.At(i)
				ga, gb := g.Pair()
				wa, wb := w.Pair()
				if ga != wa || gb != wb {
					t.Errorf("%s seed %d key %d: (%x, %x), a new hasher gives (%x, %x)", s.Name(), seed, i, ga, gb, wa, wb)
				}
			}
			if g, w := used.Digest(data), fresh.Digest(data); g.Word(0) != w.Word(0) || g.Word(1) != w.Word(1) {
				t.Errorf("%s seed %d: single digests differ", s.Name(), seed)
			}
		}
		if n := testing.AllocsPerRun(10, func() { used.Reseed(7) }); n != 0 {
			t.Errorf("%s: Reseed allocates %v times", s.Name(), n)
		}
	}
}
