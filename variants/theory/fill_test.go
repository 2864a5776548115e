package theory

import "testing"

// One key sets the cells of one key: with double hashing by mod or mask and k <= m
// always k, so that theory leaves no spread at all.
func TestOneKeySetsItsCells(t *testing.T) {
	for _, p := range []Positions{Distinct, DoubleMod, DoubleOdd} {
		for _, m := range []uint64{8, 16, 64, 1024} {
			for _, k := range []int{2, 3, 7} {
				if r := Classic(1, m, k, p); r.SetBits != float64(k) || r.SetBitsSD != 0 {
					t.Errorf("%s m=%d k=%d: %v +- %v set bits, want %d exactly", p, m, k, r.SetBits, r.SetBitsSD, k)
				}
			}
		}
	}
}
