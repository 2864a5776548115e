package bitarray

import (
	"strconv"
	"testing"
)

// FF-16: bits beyond 2^32 are their own, none is one of the low ones again. The
// array takes 640 MB of addresses, of which a few pages are touched.
func TestPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	const n = 5 << 30
	a := New(n)
	for _, p := range []uint64{1<<31 + 3, 1 << 32, 1<<32 + 5, n - 1} {
		if a.Get(p) {
			t.Errorf("bit %d is set before Set", p)
		}
		if a.Set(p); !a.Get(p) || a.Words()[p/64]>>(p%64)&1 == 0 {
			t.Errorf("bit %d is not where it belongs", p)
		}
		for _, low := range []uint64{p % (1 << 31), p % (1 << 32)} {
			if low != p && a.Get(low) {
				t.Errorf("setting bit %d sets bit %d", p, low)
			}
		}
	}
}
