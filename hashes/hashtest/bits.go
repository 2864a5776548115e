package hashtest

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/filterlab/filterlab/hashes"
)

// tally counts how often each of the 128 bits of two words is one.
type tally [128]int

func (t *tally) add(a, b uint64) {
	for i := range 64 {
		t[i] += int(a >> i & 1)
		t[64+i] += int(b >> i & 1)
	}
}

// worst returns the bit farthest from n/2 and by how many standard deviations.
func (t *tally) worst(n int) (bit int, sd float64) {
	for i, ones := range t {
		if d := math.Abs(float64(ones)-float64(n)/2) / (math.Sqrt(float64(n)) / 2); d > sd {
			bit, sd = i, d
		}
	}
	return bit, sd
}

// half is an error if some bit is more than six standard deviations from half.
func (t *tally) half(n int, what string) error {
	if bit, sd := t.worst(n); sd > 6 {
		return fmt.Errorf("%s: bit %d of word %d is one in %d of %d, %.0f standard deviations off half",
			what, bit%64, bit/64, t[bit], n, sd)
	}
	return nil
}

// balance: bits of both words over random keys of 8 and of 20 bytes.
func balance(f *hashes.Function) error {
	for _, size := range []int{8, 20} {
		const n = 10_000
		var ones tally
		key := make([]byte, size)
		for i := range uint64(n) {
			fill(key, i)
			w := sum(f, key, seed)
			ones.add(w.a, w.b)
		}
		if err := ones.half(n, fmt.Sprintf("random keys of %d bytes", size)); err != nil {
			return err
		}
	}
	return nil
}

// avalanche: each bit of the key, of 8 and 20 bytes, over 600 random keys and
// seeds.
func avalanche(f *hashes.Function) error {
	for _, size := range []int{8, 20} {
		key := make([]byte, size)
		for bit := range 8 * size {
			const n = 600
			var flips tally
			for i := range uint64(n) {
				fill(key, i)
				s := hashes.SplitMix64(i)
				before := sum(f, key, s)
				key[bit/8] ^= 1 << (bit % 8)
				after := sum(f, key, s)
				flips.add(before.a^after.a, before.b^after.b)
			}
			if err := flips.half(n, fmt.Sprintf("bit %d of keys of %d bytes flipped", bit, size)); err != nil {
				return err
			}
		}
	}
	return nil
}

// unrelated: the two words of a key against each other, and first words under
// the seeds of a scheme's first and further evaluations.
func unrelated(f *hashes.Function) error {
	key := make([]byte, 8)
	for evaluation := 1; evaluation <= 5; evaluation++ {
		const n = 10_000
		var ones tally
		for i := range uint64(n) {
			fill(key, i)
			w := sum(f, key, seed)
			ones.add(w.a^w.b, w.a^f.Sum64(key, hashes.WordSeed(seed, evaluation)))
		}
		what := fmt.Sprintf("first word xor second (word 0), xor that of evaluation %d (word 1)", evaluation)
		if err := ones.half(n, what); err != nil {
			return err
		}
	}
	return nil
}

// counters: 50,000 counters as 8 bytes in both orders and as decimal text, by
// the ten high and the ten low bits of both words.
func counters(f *hashes.Function) error {
	const n, cells = 50_000, 1024
	dresses := []struct {
		name string
		key  func(room []byte, i uint64) []byte
	}{
		{"little-endian", binary.LittleEndian.AppendUint64},
		{"big-endian", binary.BigEndian.AppendUint64},
		{"decimal", func(room []byte, i uint64) []byte { return fmt.Append(room, i) }},
	}
	for _, dress := range dresses {
		var counts [4][cells]float64
		room := make([]byte, 0, 32)
		for i := range uint64(n) {
			w := sum(f, dress.key(room, i), seed)
			for j, at := range [4]uint64{w.a >> 54, w.a % cells, w.b >> 54, w.b % cells} {
				counts[j][at]++
			}
		}
		for j, part := range [4]string{"high bits of word 0", "low bits of word 0", "high bits of word 1", "low bits of word 1"} {
			if z := evenness(counts[j][:], n); math.Abs(z) > 6 {
				return fmt.Errorf("%s counters, %s: chi-square is %.0f standard deviations off", dress.name, part, z)
			}
		}
	}
	return nil
}

// evenness is the chi-square of counts against even ones as a standard normal
// (Wilson and Hilferty 1931): positive is too uneven, negative too even.
func evenness(counts []float64, n float64) float64 {
	mean, x := n/float64(len(counts)), 0.0
	for _, c := range counts {
		x += (c - mean) * (c - mean) / mean
	}
	v := 2 / (9 * float64(len(counts)-1))
	return (math.Cbrt(x/float64(len(counts)-1)) - 1 + v) / math.Sqrt(v)
}
