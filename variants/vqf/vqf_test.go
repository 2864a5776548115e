package vqf

import (
	"slices"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// digest returns the digest of key i of a set.
func digest(seed, i uint64) hashes.Digest {
	a := hashes.SplitMix64(hashes.SplitMix64(seed) + i)
	return hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
}

// raw returns a filter of so many blocks.
func raw(t testing.TB, blocks uint64) *Filter {
	t.Helper()
	f, err := New(variants.Config{Capacity: 1, Bits: blocks * blockBits, Scheme: scheme, Params: variants.Params{"blocks": strconv.FormatUint(blocks, 10)}})
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Filter)
}

// model is a block as a list of remainders for each bucket, newest first.
type model [buckets][]byte

// check holds a block, bit by bit, against the definition.
func (m *model) check(t *testing.T, b block) {
	t.Helper()
	var want [8]uint64
	bit, i := 0, 0
	for q := range m {
		for _, r := range m[q] {
			want[bit/64] |= 1 << (bit % 64)
			want[2+i/8] |= uint64(r) << (i % 8 * 8)
			bit++
			i++
		}
		bit++
	}
	for j, w := range want {
		if b.word(uint64(j)) != w {
			t.Fatalf("word %d is %x, want %x", j, b.word(uint64(j)), w)
		}
	}
	if b.count() != i || !b.sound() {
		t.Fatalf("count %d, want %d; sound %v", b.count(), i, b.sound())
	}
}

// TestBlockIsTheDefinition inserts and removes at random, buckets spread and crowded,
// and compares every bit and every answer.
func TestBlockIsTheDefinition(t *testing.T) {
	x := uint64(1)
	for _, crowd := range []uint64{1, 2, 5, 40, 80} {
		f, m := raw(t, 3), model{}
		b := f.block(1)
		for step := range 4000 {
			x = hashes.SplitMix64(x)
			q, r := x%crowd*buckets/crowd, byte(x>>32)&0x3f
			fp := q<<8 | uint64(r)
			if step%100 >= 60 && b.count() > 0 || b.count() == blockSlots {
				for len(m[q]) == 0 {
					q = (q + 1) % buckets
				}
				r = m[q][x>>40%uint64(len(m[q]))]
				fp = q<<8 | uint64(r)
				i, ok := b.find(fp)
				if !ok {
					t.Fatalf("fingerprint %x is not found", fp)
				}
				b.remove(i, q)
				at := slices.Index(m[q], r)
				m[q] = slices.Delete(m[q], at, at+1)
			} else {
				b.insert(fp)
				m[q] = slices.Insert(m[q], 0, r)
			}
			m.check(t, b)
			for try := range uint64(8) {
				q, r := (q+try)%buckets, byte(x>>(8*try))&0x3f
				if got := b.marks(q<<8|uint64(r)) != 0; got != slices.Contains(m[q], r) {
					t.Fatalf("bucket %d, remainder %x: %v", q, r, got)
				}
			}
		}
	}
}

// TestOther: the other block is below the number of blocks and its own inverse, and
// each fingerprint has exactly one block that is its own partner.
func TestOther(t *testing.T) {
	for _, blocks := range []uint64{1, 3, 5, 1001, 1<<20 + 1} {
		f := raw(t, blocks)
		for fp := uint64(0); fp < prints; fp += 97 {
			own := 0
			for i := uint64(0); i < blocks; i += 1 + blocks/2000 {
				j := f.other(i, fp)
				if j >= blocks || f.other(j, fp) != i {
					t.Fatalf("%d blocks, fingerprint %d: %d and %d", blocks, fp, i, j)
				}
				if i == j {
					own++
				}
			}
			if blocks < 2000 && own != 1 {
				t.Fatalf("%d blocks, fingerprint %d: %d own partners", blocks, fp, own)
			}
		}
	}
}

// TestLoad fills tables until the first refusal. The paper reaches 0.935 in 2^28 slots;
// 0.92, which is what is promised, must be passed everywhere.
func TestLoad(t *testing.T) {
	for _, blocks := range []uint64{3, 7, 21, 101, 1001, 5001} {
		for seed := range min(5, 6000/blocks) {
			f, n := raw(t, blocks), uint64(0)
			for ; f.Add(digest(seed, n)) == nil; n++ {
			}
			load := float64(n) / float64(48*blocks)
			if load < safeLoad {
				t.Errorf("%d blocks, seed %d: refused at load %.4f", blocks, seed, load)
			}
		}
	}
}

// TestCopies: a key finds room 96 times, is refused then, and goes with the 96th
// Remove; another key of its fingerprint and blocks is one with it.
func TestCopies(t *testing.T) {
	f := raw(t, 101)
	x, n := digest(1, 1), 0
	y := hashes.Digest{A: x.A ^ 1, B: x.B ^ 1} // the same blocks and fingerprint
	for ; f.Add(x) == nil; n++ {
	}
	if n != 96 {
		t.Fatalf("%d copies, want 96", n)
	}
	for range n - 1 {
		if !f.Remove(x) || !f.Contains(y) {
			t.Fatal("a copy is lost")
		}
	}
	if !f.Remove(y) || f.Contains(x) || f.Remove(x) || f.SetBits() != 0 {
		t.Error("the last copy does not go")
	}
}

// TestSizing: 11.6 bits a key at load 0.92, and a smaller rate is bought with blocks.
func TestSizing(t *testing.T) {
	for _, c := range []struct {
		config    variants.Config
		low, high float64 // bits a key
	}{
		{variants.Config{Capacity: 1_000_000, FPR: 0.01}, 11.59, 11.6},
		{variants.Config{Capacity: 1_000_000, FPR: 0.001}, 49.9, 50.1}, // 2n/(FB) = 0.001: 512/10.24
		{variants.Config{Capacity: 1_000_000, BitsPerKey: 16}, 15.99, 16},
		{variants.Config{Capacity: 1, FPR: 0.01}, 512, 512},
	} {
		c.config.Scheme = scheme
		s, err := shape(c.config, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.BitsPerKey(c.config.Capacity); got < c.low || got > c.high {
			t.Errorf("%+v: %.4f bits a key, want %v to %v", c.config, got, c.low, c.high)
		}
		if r := predict(c.config, s, c.config.Capacity); c.config.FPR != 0 && r.FPR > c.config.FPR {
			t.Errorf("%+v: rate %v", c.config, r.FPR)
		}
	}
}
