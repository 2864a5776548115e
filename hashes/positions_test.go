package hashes

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// eightBytes is key number i of a stream, mixed as the harness mixes its keys.
func eightBytes(key []byte, i uint64) []byte {
	binary.LittleEndian.PutUint64(key[:8], SplitMix64(i))
	return key[:8]
}

// reductionsFor returns the reductions that take m.
func reductionsFor(m uint64) []Reduction {
	var rs []Reduction
	for r := range Reduction(3) {
		if r.Check(m) == nil {
			rs = append(rs, r)
		}
	}
	return rs
}

// TestRangeBias: m = 3*2^29 and a million keys: a third of the positions lies
// below 2^29, within 4 standard deviations of 0.0019/4. A 31-bit base hash would
// give a half.
func TestRangeBias(t *testing.T) {
	const m, n = 3 << 29, 1_000_000
	for _, r := range []Reduction{Fastrange, Mod} {
		h := Scheme{XXH3, Double}.NewHasher(1)
		w := NewWalker(Double, r, m, 1)
		key, below := make([]byte, 8), 0
		for i := range uint64(n) {
			w.Start(h.Digest(eightBytes(key, i)))
			if w.Next() < 1<<29 {
				below++
			}
		}
		if share := float64(below) / n; math.Abs(share-1.0/3) > 0.0019 {
			t.Errorf("reduce=%s: share %.5f below 2^29, want 1/3", r, share)
		}
	}
}

// TestIndexWidth: m = 2^33 and k = 7: in every scheme and reduction 75% of all
// positions are at least 2^31 and some are beyond 2^32. Keys are 100,000 for the
// default function and 5,000 (tolerance widened by the root of 20) for others.
func TestIndexWidth(t *testing.T) {
	const m, k = 1 << 33, 7
	for _, s := range Schemes(Functions()) {
		n, tolerance := 5_000, 0.003*math.Sqrt(20)
		if s.Function == XXH3 && !testing.Short() {
			n, tolerance = 100_000, 0.003
		}
		for _, r := range reductionsFor(m) {
			high, largest := 0, uint64(0)
			h, w, key := s.NewHasher(7), NewWalker(s.Probing, r, m, k), make([]byte, 8)
			for i := range uint64(n) {
				w.Start(h.Digest(eightBytes(key, i)))
				for range k {
					at := w.Next()
					largest = max(largest, at)
					if at >= 1<<31 {
						high++
					}
				}
			}
			if share := float64(high) / float64(n*k); math.Abs(share-0.75) > tolerance {
				t.Errorf("%s reduce=%s: %.4f of the positions from 2^31 on, want 0.75", s.Name(), r, share)
			}
			if largest <= 1<<32 || largest >= m {
				t.Errorf("%s reduce=%s: largest position %d, want it in (2^32, 2^33)", s.Name(), r, largest)
			}
		}
	}
}

// TestHalvesWide: 2 keys to 10 positions, k = 1. Mean set positions are
// m(1-(1-1/m)^n), 18.127% of m; a hash split into 16 bits sets 65,536 at most.
func TestHalvesWide(t *testing.T) {
	for _, f := range Functions() {
		m, tolerance := uint64(200_000), 0.012
		if f == XXH3 && !testing.Short() {
			m, tolerance = 10_000_000, 0.002
		}
		n := m / 5
		want := -float64(m) * math.Expm1(float64(n)*math.Log1p(-1/float64(m)))
		for _, r := range []Reduction{Fastrange, Mod} {
			set, filled := make([]bool, m), 0
			h, w, key := Scheme{f, Double}.NewHasher(3), NewWalker(Double, r, m, 1), make([]byte, 8)
			for i := range n {
				w.Start(h.Digest(eightBytes(key, i)))
				if at := w.Next(); !set[at] {
					set[at] = true
					filled++
				}
			}
			if math.Abs(float64(filled)/want-1) > tolerance {
				t.Errorf("%s reduce=%s: %d of %d positions set, want %.0f", f.Name, r, filled, m, want)
			}
		}
	}
}

// bitset is the smallest Bloom filter: what these tests need and no more.
type bitset struct {
	words []uint64
	w     Walker
	k     int
}

func newBitset(p Probing, r Reduction, m uint64, k int) *bitset {
	return &bitset{words: make([]uint64, (m+63)/64), w: NewWalker(p, r, m, k), k: k}
}

func (b *bitset) add(d Digest) {
	b.w.Start(d)
	for range b.k {
		at := b.w.Next()
		b.words[at/64] |= 1 << (at % 64)
	}
}

func (b *bitset) contains(d Digest) bool {
	b.w.Start(d)
	for range b.k {
		if at := b.w.Next(); b.words[at/64]>>(at%64)&1 == 0 {
			return false
		}
	}
	return true
}

// TestBitsInWord: 100,000 keys at 12 bits each: every bit of the 64-bit word is
// set equally often, within 4.5 standard deviations, so that index and bit come
// from well mixed bits.
func TestBitsInWord(t *testing.T) {
	m, n := uint64(1_200_000), uint64(100_000)
	if testing.Short() {
		m, n = m/4, n/4
	}
	const k = 8
	for _, p := range Probings() {
		for _, r := range []Reduction{Fastrange, Mod} {
			h, b, key := Scheme{XXH3, p}.NewHasher(11), newBitset(p, r, m, k), make([]byte, 8)
			for i := range n {
				b.add(h.Digest(eightBytes(key, i)))
			}
			var count [64]float64
			total := 0.0
			for _, w := range b.words {
				for j := range 64 {
					count[j] += float64(w >> j & 1)
					total += float64(w >> j & 1)
				}
			}
			words := float64(len(b.words))
			fill := total / float64(m)
			sd := math.Sqrt(words * fill * (1 - fill))
			for j, c := range count {
				if math.Abs(c-words*fill) > 4.5*sd {
					t.Errorf("%s reduce=%s: bit %d set in %.0f words, want %.0f +- %.0f", p, r, j, c, words*fill, sd)
				}
			}
		}
	}
}

// TestEveryM: measured rate over the independent-hash rate lies in [0.90, 1.12]
// for every m from 9570 to 9602 (primes, multiples of 2, 3, 7 among them), in
// short mode for every eleventh. 8 filters of 20,000 queries have about 1600 hits,
// a standard deviation of 2.5%.
func TestEveryM(t *testing.T) {
	const n, k, filters, queries = 1000, 7, 8, 20_000
	next := uint64(1)
	if testing.Short() {
		next = 11
	}
	for _, p := range []Probing{Double, Enhanced, Triple} {
		for _, r := range []Reduction{Fastrange, Mod} {
			for m := uint64(9570); m <= 9602; m += next {
				hits := 0
				for f := range filters {
					hits += falsePositives(Scheme{XXH3, p}, r, m, k, n, queries, uint64(f)+m<<20)
				}
				fill := -math.Expm1(n * k * math.Log1p(-1/float64(m)))
				ratio := float64(hits) / (filters * queries * math.Pow(fill, k))
				if ratio < 0.90 || ratio > 1.12 {
					t.Errorf("%s reduce=%s m=%d: rate %.3f times the independent one", p, r, m, ratio)
				}
			}
		}
	}
}

// falsePositives builds a filter of n keys and counts hits of absent ones.
func falsePositives(s Scheme, r Reduction, m uint64, k, n, queries int, seed uint64) int {
	h, b, key := s.NewHasher(seed), newBitset(s.Probing, r, m, k), make([]byte, 8)
	for i := range n {
		b.add(h.Digest(eightBytes(key, uint64(i))))
	}
	hits := 0
	for i := range queries {
		if b.contains(h.Digest(eightBytes(key, 1<<63+uint64(i)))) {
			hits++
		}
	}
	return hits
}

// structured returns key i in the three dresses counters come in.
func structured(kind string, i uint32) []byte {
	switch kind {
	case "4 bytes little-endian":
		return binary.LittleEndian.AppendUint32(nil, i)
	case "8 bytes big-endian":
		return binary.BigEndian.AppendUint64(nil, uint64(i))
	}
	return fmt.Append(nil, i)
}

// TestCounters: keys 0 to 99,999 spread evenly over 1009 and 1024 positions
// (chi-square, p above 1e-4, upper and lower) in every function not declared
// weak, by high bits and by low ones.
func TestCounters(t *testing.T) {
	const n = 100_000
	for _, kind := range []string{"4 bytes little-endian", "8 bytes big-endian", "decimal"} {
		keys := make([][]byte, n)
		for i := range keys {
			keys[i] = structured(kind, uint32(i))
		}
		for _, f := range Functions() {
			if f.Weak != "" {
				continue
			}
			words := make([]uint64, n)
			for i, key := range keys {
				words[i] = f.Sum64(key, 1)
			}
			for _, m := range []uint64{1009, 1024} {
				for _, r := range []Reduction{Fastrange, Mod} {
					if z := chiSquareZ(words, r, m); math.Abs(z) > 3.72 { // p = 1e-4 on either side
						t.Errorf("%s, %s, m=%d reduce=%s: chi-square is %.1f standard deviations off", f.Name, kind, m, r, z)
					}
				}
			}
		}
	}
}

// chiSquareZ is the chi-square of the words' positions against even counts, as
// a standard normal by the cube root of Wilson and Hilferty 1931.
func chiSquareZ(words []uint64, r Reduction, m uint64) float64 {
	counts := make([]float64, m)
	for _, w := range words {
		counts[r.Reduce(w, m)]++
	}
	mean, x := float64(len(words))/float64(m), 0.0
	for _, c := range counts {
		x += (c - mean) * (c - mean) / mean
	}
	v := 2 / (9 * float64(m-1))
	return (math.Cbrt(x/float64(m-1)) - 1 + v) / math.Sqrt(v)
}
