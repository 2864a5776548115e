package probe

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// forms calls f with t under every way in which a batch can be done here: portable
// or in vectors, lines asked for ahead or not.
func forms(t *Table, f func(form string, t *Table)) {
	for _, vector := range []bool{false, t.Plan.vector} {
		for _, far := range []int{0, never} {
			u := *t
			u.Plan.vector, u.Plan.far = vector, far
			name := "portable"
			if vector {
				name = "vector"
			}
			if far == 0 {
				name += ", far"
			}
			f(name, &u)
		}
	}
}

// columns returns n digests of random words, every third of them with extremes.
func columns(rng *rand.Rand, n int) *hashes.Batch {
	extremes := []uint64{0, 1, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}
	b := &hashes.Batch{A: make([]uint64, n), B: make([]uint64, n)}
	for i := range n {
		b.A[i], b.B[i] = rng.Uint64(), rng.Uint64()
		if i%3 == 0 {
			b.A[i] = extremes[rng.IntN(len(extremes))]
		}
		if i%9 == 0 {
			b.B[i] = extremes[rng.IntN(len(extremes))]
		}
	}
	return b
}

// same holds every form's answers, and every form's Add, against one call a key.
func same(t *testing.T, table *Table, b *hashes.Batch) {
	t.Helper()
	var want variants.Hits
	count := 0
	for j := range b.Len() {
		if table.Contains(b.At(j)) {
			want[j/64] |= 1 << (j % 64)
			count++
		}
	}
	forms(table, func(form string, u *Table) {
		got := variants.Hits{^uint64(0), 1, 2, 3}
		if n := u.ContainsBatch(b, &got); got != want || n != count {
			t.Fatalf("%s: m=%d k=%d stride %d, batch of %d: %d hits %x, want %d %x",
				form, u.Plan.m, u.Plan.k, u.Plan.stride, b.Len(), n, got, count, want)
		}
	})
}

// TestFormsAgree: assembly and portable loops give the same answers, for every
// number of keys, one position to many, k from 1 to 64, one range and several. (That
// Contains is right TestTableAgainstASet says.)
func TestFormsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range []uint64{1, 2, 63, 64, 65, 1000, 1 << 12, 99991} {
		for _, k := range []int{1, 2, 3, 7, 8, 31, 64} {
			for _, stride := range []uint64{0, m} {
				table := &Table{Plan: New(hashes.Double, hashes.Fastrange, m, k, stride), Bits: bitarray.New(m + uint64(k-1)*stride)}
				words := table.Bits.Words()
				for i := range words { // a share of 2^(-1/k) ones: half the keys are found
					words[i] = rng.Uint64()
					for range k / 2 {
						words[i] |= rng.Uint64()
					}
				}
				for n := 0; n <= hashes.BatchMax; n++ {
					if n > 20 && n%64 > 2 && n%64 < 62 && (testing.Short() || k != 7 || m > 64) {
						continue // the edges of the mask's words only
					}
					same(t, table, columns(rng, n))
				}
			}
		}
	}
}

// TestFormsSetTheSameBits: what a batch adds is what one call a key adds.
func TestFormsSetTheSameBits(t *testing.T) {
	for _, m := range []uint64{1, 1000, 4096} {
		for _, k := range []int{1, 7, 64} {
			for _, stride := range []uint64{0, m} {
				plans(t, m, k, stride, func(t *testing.T, p Plan, s hashes.Scheme, _ hashes.Walker) {
					h := s.NewHasher(9)
					for _, n := range []int{0, 1, 17, 18, 19, 255, 256} {
						b := batchOf(h, n, 0)
						want := Table{Plan: p, Bits: bitarray.New(m + uint64(k-1)*stride)}
						for j := range n {
							want.Add(b.At(j))
						}
						forms(&want, func(form string, u *Table) {
							u.Bits = bitarray.New(want.Bits.Len())
							u.AddBatch(b)
							for i, w := range u.Bits.Words() {
								if w != want.Bits.Words()[i] {
									t.Fatalf("%s: m=%d k=%d batch of %d: word %d is %x, want %x", form, m, k, n, i, w, want.Bits.Words()[i])
								}
							}
							same(t, u, b)
						})
					}
				})
			}
		}
	}
}

// FuzzForms: no words, no size and no number of keys tells the forms apart.
func FuzzForms(f *testing.F) {
	f.Add(uint64(1), uint64(100), uint8(7), uint16(256), false)
	f.Add(uint64(2), uint64(1)<<20-1, uint8(64), uint16(3), true)
	f.Fuzz(func(t *testing.T, seed, m uint64, k uint8, n uint16, slices bool) {
		m, k, n = m%(1<<20)+1, k%64+1, n%(hashes.BatchMax+1)
		stride := uint64(0)
		if slices {
			m /= uint64(k)
			m, stride = m+1, m+1
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		table := &Table{Plan: New(hashes.Double, hashes.Fastrange, m, int(k), stride), Bits: bitarray.New(m + uint64(k-1)*stride)}
		table.AddBatch(columns(rng, hashes.BatchMax))
		for i := range table.Bits.Words() {
			table.Bits.Words()[i] |= rng.Uint64() | rng.Uint64()
		}
		same(t, table, columns(rng, int(n)))
	})
}

// TestFormsPast32Bits: in a table of more than 2^32 bits, where the high half of m
// counts, all forms look at the same bits. It takes 640 MB of addresses, of which
// the pages of a few hundred positions are touched.
func TestFormsPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	const m = 5<<30 - 3
	rng := rand.New(rand.NewPCG(3, 4))
	table := &Table{Plan: New(hashes.Double, hashes.Fastrange, m, 3, 0), Bits: bitarray.New(m)}
	b := columns(rng, hashes.BatchMax)
	table.AddBatch(&hashes.Batch{A: b.A[:40], B: b.B[:40]})
	high := false
	var buf [hashes.MaxWords]uint64
	for j := range 40 {
		for _, at := range table.Plan.Positions(b.At(j), &buf) {
			high = high || at>>32 != 0
		}
	}
	if !high {
		t.Fatal("no position passes 2^32")
	}
	same(t, table, b)
}
