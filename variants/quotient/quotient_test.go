package quotient

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// made returns a filter of c.
func made(t testing.TB, c variants.Config) *Filter {
	t.Helper()
	c.Scheme = scheme
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return f.(*Filter)
}

// TestPowerOfTwoCliff: with load 0.75 and r = 7 a table of a power of two has 2^17
// quotients up to 98,304 keys and 2^18 from there on, and the rate falls by half: 0.582%
// at 98,000 keys, 0.298% at 100,000 (both from 1-(1-2^-(q+r))^n by hand). Without the
// power of two nothing jumps.
func TestPowerOfTwoCliff(t *testing.T) {
	for _, c := range []struct {
		n, quotients uint64
		fpr          float64
	}{{98_000, 1 << 17, 0.00582}, {98_304, 1 << 17, 0.00584}, {98_305, 1 << 18, 0.00293}, {100_000, 1 << 18, 0.00298}} {
		config := variants.Config{Capacity: c.n, FPR: 0.0059, Scheme: scheme, Params: variants.Params{"load": "0.75", "round": "pow2", "r": "7"}}
		s, err := shape(config, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Buckets * uint64(s.Slots); got != c.quotients {
			t.Errorf("%d keys: %d quotients, want %d", c.n, got, c.quotients)
		}
		if got := predict(config, s, c.n).FPR; math.Abs(got-c.fpr) > 5e-6 {
			t.Errorf("%d keys: rate %v, want %v", c.n, got, c.fpr)
		}
		if want := (c.quotients + 192) * (7*64 + 136) / 64; s.Bits != want {
			t.Errorf("%d keys: %d bits, want %d: 9.125 a slot", c.n, s.Bits, want)
		}
		config.Params["round"] = "block"
		if s, err = shape(config, 0); err != nil || s.Bits > 13*c.n {
			t.Errorf("%d keys, any number of quotients: %d bits, %v", c.n, s.Bits, err)
		}
	}
}

// TestCopies: equal remainders of one quotient are stored once for each Add, so that
// removing one key leaves its equal, and a key added twice goes with the second Remove.
func TestCopies(t *testing.T) {
	f := made(t, variants.Config{Capacity: 100, BitsPerKey: 30, Params: variants.Params{"r": "4"}})
	x := hashes.Digest{A: 1 << 60, B: 7 << 60}
	y := hashes.Digest{A: 1 << 60, B: 7<<60 + 1} // the same pair
	z := hashes.Digest{A: 1 << 60, B: 6 << 60}
	for _, d := range []hashes.Digest{x, y, z, z} {
		if err := f.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if !f.Remove(x) || !f.Contains(y) {
		t.Error("removing x loses y, its equal")
	}
	if !f.Remove(z) || !f.Contains(z) || !f.Remove(z) || f.Contains(z) || f.Remove(z) {
		t.Error("a key added twice is not gone after exactly two removals")
	}
	if f.SetBits() != 1 {
		t.Errorf("%d slots used, want 1", f.SetBits())
	}
}

// TestManyCopies fills a table with copies of one key: offsets beyond a byte, up to the
// end of the table. All are taken out again, and other keys suffer nothing.
func TestManyCopies(t *testing.T) {
	f := raw(t, 30, 8)
	d, copies := hashes.Digest{A: 3 << 58, B: 9 << 56}, 0
	for range 40 {
		if err := f.Add(digest(1, uint64(copies))); err != nil {
			t.Fatal(err)
		}
		copies++
	}
	copies = 0
	for f.Add(d) == nil {
		copies++
	}
	if copies < 1000 {
		t.Fatalf("only %d copies", copies)
	}
	for range copies {
		if !f.Remove(d) {
			t.Fatal("a copy is lost")
		}
	}
	want := raw(t, 30, 8)
	for i := range uint64(40) {
		if !f.Contains(digest(1, i)) {
			t.Errorf("key %d is lost", i)
		}
		_ = want.Add(digest(1, i))
	}
	a, _ := f.MarshalBinary()
	if b, _ := want.MarshalBinary(); !bytes.Equal(a, b) {
		t.Error("the table is not the one without the copies")
	}
}

// TestLoadOfTheTable fills tables to 0.95 of their quotients and no further.
func TestLoadOfTheTable(t *testing.T) {
	for _, blocks := range []uint64{1, 2, 3, 5, 100, 2000} {
		f := raw(t, blocks, 8)
		want, n := blocks*64*95/100, uint64(0)
		for ; f.Add(digest(blocks, n)) == nil; n++ {
		}
		if n != want {
			t.Errorf("%d blocks: %d keys, want %d", blocks, n, want)
		}
	}
}

// TestMergeWithoutRoom: a merge that does not fit is ErrFull and changes nothing; one
// with itself doubles every copy.
func TestMergeWithoutRoom(t *testing.T) {
	f, g := raw(t, 4, 8), raw(t, 4, 8)
	for i := range uint64(200) {
		_, _ = f.Add(digest(1, i)), g.Add(digest(2, i))
	}
	before, _ := f.MarshalBinary()
	if err := f.Merge(g); !errors.Is(err, variants.ErrFull) {
		t.Errorf("merge of 200 and 200 keys in 256 slots: %v", err)
	}
	if after, _ := f.MarshalBinary(); !bytes.Equal(before, after) {
		t.Error("a refused merge changes the filter")
	}
	h := raw(t, 4, 8)
	_, _ = h.Add(digest(3, 1)), h.Add(digest(3, 2))
	if err := h.Merge(h); err != nil || h.SetBits() != 4 || !h.Remove(digest(3, 1)) || !h.Contains(digest(3, 1)) {
		t.Errorf("merge with itself: %v, %d slots", err, h.SetBits())
	}
}

// TestImpossibleTables: bits that no table has are refused, whatever the checksum says.
func TestImpossibleTables(t *testing.T) {
	for what, damage := range map[string]func(meta []uint64){
		"a quotient without a run": func(m []uint64) { m[0] |= 1 << 63; m[2*4-1] = 0 },
		"a run without a quotient": func(m []uint64) { m[11] |= 1 << 60 },
		"a run before its place":   func(m []uint64) { clear(m); m[1], m[2] = 1<<5, 1<<6 },
		"a quotient in the tail":   func(m []uint64) { m[8] |= 1; m[9] |= 1 << 60 },
	} {
		f := raw(t, 4, 8)
		for i := range uint64(100) {
			_ = f.Add(digest(1, i))
		}
		damage(f.table.meta)
		data, err := f.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := load(data, scheme); err == nil {
			t.Errorf("%s: loaded", what)
		}
	}
}

// TestBitsHoldTheCapacity: bits in all make a table that takes capacity keys, whichever
// remainder is asked for, or are refused with the bits that would.
func TestBitsHoldTheCapacity(t *testing.T) {
	for _, round := range []string{"block", "pow2"} {
		for _, r := range []string{"1", "8", "20", "auto"} {
			for bits := uint64(200); bits < 4000; bits += 40 {
				c := variants.Config{Capacity: 100, Bits: bits, Scheme: scheme, Params: variants.Params{"r": r, "round": round}}
				s, err := shape(c, 0)
				if limit := s.Buckets * uint64(s.Slots) * 95 / 100; err == nil && limit < 100 {
					t.Errorf("%d bits, r=%s, round=%s: room for %d of 100 keys", bits, r, round, limit)
				}
			}
		}
	}
	c := variants.Config{Capacity: 100, Bits: 400, Scheme: scheme, Params: variants.Params{"r": "1"}}
	const want = "quotient: 400 bits for 100 keys: want at least 800 (8 bits per key), remainders of 1 bit at load 0.95"
	if _, err := shape(c, 0); err == nil || err.Error() != want {
		t.Errorf("400 bits: %v; want %s", err, want)
	}
}
