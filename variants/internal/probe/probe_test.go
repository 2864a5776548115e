package probe

import (
	"encoding/binary"
	"math/bits"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// plans calls f with every probing under every reduction that takes m.
func plans(t *testing.T, m uint64, k int, stride uint64, f func(t *testing.T, p Plan, s hashes.Scheme, w hashes.Walker)) {
	for _, probing := range hashes.Probings() {
		for _, r := range []hashes.Reduction{hashes.Fastrange, hashes.Mod, hashes.Mask} {
			if r.Check(m) != nil {
				continue
			}
			s := hashes.Scheme{Function: hashes.XXH3, Probing: probing}
			t.Run(probing.String()+"/"+r.String(), func(t *testing.T) {
				f(t, New(probing, r, m, k, stride), s, hashes.NewWalker(probing, r, m, k))
			})
		}
	}
}

// want is what the definition of a probing gives for d.
func want(w hashes.Walker, d hashes.Digest, k int, stride uint64) []uint64 {
	out := make([]uint64, k)
	w.Start(d)
	for i := range out {
		out[i] = w.Next() + uint64(i)*stride
	}
	return out
}

// batchOf returns n keys of 8 bytes and their digests.
func batchOf(h *hashes.Hasher, n int, first uint64) *hashes.Batch {
	var data []byte
	off := []uint32{0}
	for i := range n {
		data = binary.LittleEndian.AppendUint64(data, first+uint64(i))
		off = append(off, uint32(len(data)))
	}
	b := &hashes.Batch{}
	h.DigestBatch(data, off, b)
	return b
}

// TestPositionsAreTheWalkers compares single keys and batches with
// hashes.Walker, the definition, over sizes with and without small factors,
// powers of two, one position, and more than 2^32.
func TestPositionsAreTheWalkers(t *testing.T) {
	for _, m := range []uint64{1, 2, 3, 12, 64, 1000, 1 << 20, 4792530, 1<<40 - 87, 1 << 40} {
		for _, k := range []int{1, 2, 7, 64} {
			plans(t, m, k, 5, func(t *testing.T, p Plan, s hashes.Scheme, w hashes.Walker) {
				b := batchOf(s.NewHasher(3), 100, m)
				var walk Walk
				p.Begin(&walk, b)
				var columns [][]uint64
				for i := range k {
					columns = append(columns, append([]uint64(nil), p.All(&walk, i)...))
				}
				var buf [hashes.MaxWords]uint64
				for j := range b.Len() {
					one := p.Positions(b.At(j), &buf)
					for i, at := range want(w, b.At(j), k, 5) {
						if one[i] != at || columns[i][j] != at {
							t.Fatalf("m=%d k=%d key %d probe %d: Positions %d, All %d, want %d", m, k, j, i, one[i], columns[i][j], at)
						}
					}
				}
			})
		}
	}
}

// TestExtremeWords puts the extremes of 64 bits through the loops that add.
func TestExtremeWords(t *testing.T) {
	extremes := []uint64{0, 1, 2, 1<<31 - 1, 1 << 31, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 2, 1<<64 - 1}
	for _, m := range []uint64{1, 2, 7, 1 << 33, 1<<40 - 1} {
		for _, probing := range []hashes.Probing{hashes.Double, hashes.Enhanced} {
			for _, r := range []hashes.Reduction{hashes.Fastrange, hashes.Mod, hashes.Mask} {
				if r.Check(m) != nil {
					continue
				}
				p, w := New(probing, r, m, 64, 0), hashes.NewWalker(probing, r, m, 64)
				var buf [hashes.MaxWords]uint64
				for _, a := range extremes {
					for _, b := range extremes {
						d := hashes.Digest{A: a, B: b}
						got := p.Positions(d, &buf)
						for i, at := range want(w, d, 64, 0) {
							if got[i] != at || at >= m {
								t.Fatalf("%s %s m=%d (%x, %x) probe %d: got %d, want %d", probing, r, m, a, b, i, got[i], at)
							}
						}
					}
				}
			}
		}
	}
}

// TestTableAgainstASet holds single and batch answers against a map of
// positions, the oracle, at every batch length.
func TestTableAgainstASet(t *testing.T) {
	const k = 5
	for _, stride := range []uint64{0, 512} {
		plans(t, 512, k, stride, func(t *testing.T, p Plan, s hashes.Scheme, w hashes.Walker) {
			h := s.NewHasher(7)
			one := Table{Plan: p, Bits: bitarray.New(512 + (k-1)*stride)}
			two := Table{Plan: p, Bits: bitarray.New(512 + (k-1)*stride)}
			set := map[uint64]bool{}
			members := batchOf(h, 90, 0)
			two.AddBatch(members)
			for j := range members.Len() {
				one.Add(members.At(j))
				for _, at := range want(w, members.At(j), k, stride) {
					set[at] = true
				}
			}
			if one.Bits.Count() != uint64(len(set)) || two.Bits.Count() != one.Bits.Count() {
				t.Fatalf("set bits: Add %d, AddBatch %d, want %d", one.Bits.Count(), two.Bits.Count(), len(set))
			}
			for n := 0; n <= hashes.BatchMax; n++ {
				if testing.Short() && n%64 > 2 && n%64 < 62 {
					continue // the edges of the mask's words only
				}
				checkBatch(t, &one, batchOf(h, n, 50), w, set, stride)
			}
		})
	}
}

// checkBatch compares the answers for b with those of set.
func checkBatch(t *testing.T, table *Table, b *hashes.Batch, w hashes.Walker, set map[uint64]bool, stride uint64) {
	t.Helper()
	hits := variants.Hits{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	count := table.ContainsBatch(b, &hits)
	ones := 0
	for _, word := range hits {
		ones += bits.OnesCount64(word)
	}
	if ones != count {
		t.Fatalf("batch of %d: %d ones in the mask, %d returned", b.Len(), ones, count)
	}
	for j := range b.Len() {
		in := true
		for _, at := range want(w, b.At(j), table.Plan.K(), stride) {
			in = in && set[at]
		}
		if got := hits[j/64]>>(j%64)&1 == 1; got != in || table.Contains(b.At(j)) != in {
			t.Fatalf("batch of %d, key %d: batch %v, single %v, want %v", b.Len(), j, got, table.Contains(b.At(j)), in)
		}
	}
}
