package bitarray

import "testing"

// TestLengths: lengths are kept in bits; bits at every edge are their own.
func TestLengths(t *testing.T) {
	for _, n := range []uint64{1, 63, 64, 65, 100, 128, 9586} {
		a := New(n)
		if a.Len() != n || a.Allocated() != (n+63)/64*64 || a.Count() != 0 {
			t.Fatalf("%d bits: length %d, allocated %d, count %d", n, a.Len(), a.Allocated(), a.Count())
		}
		for p := range n {
			if a.Get(p) {
				t.Fatalf("%d bits: bit %d is set before Set", n, p)
			}
			if a.Set(p); !a.Get(p) || a.Count() != p+1 {
				t.Fatalf("%d bits: after setting bits 0 to %d, bit %v and count %d", n, p, a.Get(p), a.Count())
			}
		}
		b, err := Of(a.Words(), n)
		if err != nil || b.Count() != n {
			t.Errorf("%d bits: Of: %v", n, err)
		}
	}
}

// TestWordsOfLargeLengths must not overflow near 2^64.
func TestWordsOfLargeLengths(t *testing.T) {
	for n, want := range map[uint64]uint64{0: 0, 1: 1, 64: 1, 65: 2, 1<<64 - 1: 1 << 58} {
		if got := Words(n); got != want {
			t.Errorf("Words(%d) = %d, want %d", n, got, want)
		}
	}
}

func TestOfRefuses(t *testing.T) {
	if _, err := Of([]uint64{1 << 40}, 40); err == nil {
		t.Error("a one past the last bit is accepted")
	}
	if _, err := Of([]uint64{1, 2}, 64); err == nil {
		t.Error("a word too many is accepted")
	}
	if _, err := Of(nil, 1); err == nil {
		t.Error("a word too few is accepted")
	}
}

func TestOr(t *testing.T) {
	a, b := New(70), New(70)
	a.Set(3)
	b.Set(3)
	b.Set(69)
	if a.Or(&b); a.Count() != 2 || !a.Get(69) || b.Count() != 2 {
		t.Errorf("Or: %d bits in the receiver, %d in the other", a.Count(), b.Count())
	}
}
