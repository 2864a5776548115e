package probe

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// TestContainsWide: it answers as Contains for every probing, number of probes and
// range, of keys that are in, keys with one bit of theirs taken away, and others.
func TestContainsWide(t *testing.T) {
	const m, n = 4096, 200
	for _, probing := range []hashes.Probing{hashes.Double, hashes.Enhanced, hashes.Triple, hashes.Independent} {
		for k := 1; k <= 9; k++ {
			for _, stride := range []uint64{0, m} {
				scheme := hashes.Scheme{Function: hashes.XXH3, Probing: probing}
				table := &Table{Plan: New(probing, hashes.Fastrange, m, k, stride), Bits: bitarray.New(m + uint64(k-1)*stride)}
				h := scheme.NewHasher(1)
				check := func(i int) bool {
					d := h.Digest([]byte{byte(i), byte(i >> 8), 0, 0, 0, 0, 0, 0})
					got, want := table.ContainsWide(d), table.Contains(d)
					if got != want {
						t.Fatalf("%s, k = %d, stride %d, key %d: %v, want %v", probing, k, stride, i, got, want)
					}
					return got
				}
				for i := range n {
					table.Add(h.Digest([]byte{byte(i), byte(i >> 8), 0, 0, 0, 0, 0, 0}))
				}
				in, others := 0, 0
				for i := range n {
					if !check(i) {
						t.Fatalf("%s, k = %d: key %d is lost", probing, k, i)
					}
				}
				for i := n; i < 20*n; i++ {
					if check(i) {
						others++
					}
				}
				words := table.Bits.Words()
				for i := range words { // a tenth of the words lose their bits
					if i%10 == 0 {
						words[i] = 0
					}
				}
				for i := range n {
					if check(i) {
						in++
					}
				}
				if in == 0 || in == n || others == 19*n {
					t.Errorf("%s, k = %d: %d members left, %d others found: nothing is told apart", probing, k, in, others)
				}
			}
		}
	}
}
