package classic

import (
	"encoding/binary"
	"hash/crc64"
	"math"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
)

var double = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// TestSizing: the values of theory.md's golden rows and of Bloom's closed form,
// ceil(-n ln p/(ln 2)^2) and round(m/n ln 2), worked out with 60 digits.
func TestSizing(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		p    float64
		m    uint64
		k    int
		name string
	}{
		{10_000_000, 0.001, 143_775_876, 10, "needs more than 32 bits on the way"},
		{500_000, 0.01, 4_792_530, 7, "course article"},
		{500_000, 0.001, 7_188_794, 10, "course article"},
		{500_000, 0.0001, 9_585_059, 13, "course article"},
		{3, 0.99, 1, 1, "0.06 bits round up to one"},
		{1, 0.99, 1, 1, "one key, one bit"},
	} {
		s, err := kind().Shape(variants.Config{Capacity: c.n, FPR: c.p, Scheme: double}, 0)
		if err != nil || s.Bits != c.m || s.K != c.k {
			t.Errorf("n=%d p=%v (%s): got m=%d k=%d %v, want m=%d k=%d", c.n, c.p, c.name, s.Bits, s.K, err, c.m, c.k)
		}
	}
}

// TestPicture draws a filter whose positions are worked out by hand: digests in
// units of 2^64/20, so that fastrange to 20 bits gives h1 + i*h2 mod 20.
func TestPicture(t *testing.T) {
	const unit = (1<<64 - 1) / 20
	f, err := New(variants.Config{Capacity: 2, Bits: 20, K: 3, Scheme: double})
	if err != nil {
		t.Fatal(err)
	}
	at := func(h1, h2 uint64) hashes.Digest {
		return hashes.Digest{A: h1*unit + unit/2, B: h2 * unit} // in the middle of its twentieth
	}
	add := f.(*Filter).Add
	if add(at(2, 5)) != nil || add(at(17, 4)) != nil { // 2, 7, 12 and 17, 1, 5
		t.Fatal("Add failed")
	}
	picture := make([]byte, 20)
	for p := range picture {
		picture[p] = '.'
		if bloom.TableOf(f).Bits.Get(uint64(p)) {
			picture[p] = '1'
		}
	}
	if want := ".11..1.1....1....1.."; string(picture) != want {
		t.Errorf("got  %s\nwant %s", picture, want)
	}
	if !f.Contains(at(12, 5)) || f.Contains(at(12, 6)) { // 12, 17, 2: a false positive; 12, 18
		t.Error("the false positive 12, 17, 2 must be found, 12, 18, 4 must not")
	}
}

// fill adds n counters under seed and returns the filter.
func fill(t *testing.T, c variants.Config, n uint64) *Filter {
	t.Helper()
	f, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	h := c.Scheme.NewHasher(1)
	var key [8]byte
	for i := range n {
		binary.LittleEndian.PutUint64(key[:], i)
		if err := f.(*Filter).Add(h.Digest(key[:])); err != nil {
			t.Fatal(err)
		}
	}
	return f.(*Filter)
}

// TestFillOfOneProbe is field fault 19: 2,000,000 keys with one probe in
// 10,000,000 bits set 1,812,692 of them, m(1-e^(-n/m)); a hash of 16 bits sets 65,536.
func TestFillOfOneProbe(t *testing.T) {
	for _, p := range hashes.Probings() {
		if testing.Short() && p != hashes.Double {
			continue
		}
		s := hashes.Scheme{Function: hashes.XXH3, Probing: p}
		got := fill(t, variants.Config{Capacity: 2e6, Bits: 1e7, K: 1, Scheme: s}, 2e6).SetBits()
		if got < 1_812_692*998/1000 || got > 1_812_692*1002/1000 {
			t.Errorf("%s: %d bits set, want 1812692 within 0.2%%", s.Name(), got)
		}
	}
}

// TestBitsWithinWords is field fault 20: word and bit come from independent parts
// of the digest, so that set bits are spread evenly over the 64 places of a word.
func TestBitsWithinWords(t *testing.T) {
	for _, p := range hashes.Probings() {
		s := hashes.Scheme{Function: hashes.XXH3, Probing: p}
		f := fill(t, variants.Config{Capacity: 100_000, Bits: 1_200_000, K: 8, Scheme: s}, 100_000)
		words := bloom.TableOf(f).Bits.Words()
		share := float64(f.SetBits()) / float64(f.Shape().Bits)
		// m(1-(1-1/m)^(kn)) of them, sd about 300: a place that follows from the word
		// leaves each place as often, and many fewer bits.
		if want := -math.Expm1(800_000 * math.Log1p(-1.0/1_200_000)); math.Abs(share/want-1) > 0.003 {
			t.Errorf("%s: %.5f of the bits are set, want %.5f", s.Name(), share, want)
		}
		sd := math.Sqrt(float64(len(words)) * share * (1 - share))
		for place := range 64 {
			count := 0
			for _, w := range words {
				count += int(w >> place & 1)
			}
			if off := math.Abs(float64(count) - share*float64(len(words))); off > 4.5*sd {
				t.Errorf("%s: place %d of a word has %d ones, %.1f sd off", s.Name(), place, count, off/sd)
			}
		}
	}
}

// TestEstimateEnds is field fault 10.
func TestEstimateEnds(t *testing.T) {
	f, err := New(variants.Config{Capacity: 1, Bits: 64, K: 3, Scheme: double})
	if err != nil {
		t.Fatal(err)
	}
	if got := f.(*Filter).Estimate(); got != 0 {
		t.Errorf("empty: %v, want 0", got)
	}
	if got := fill(t, variants.Config{Capacity: 1, Bits: 64, K: 3, Scheme: double}, 1000).Estimate(); !math.IsInf(got, 1) {
		t.Errorf("saturated: %v, want +Inf", got)
	}
}

// FuzzLoad: no input panics or is accepted but what this variant wrote.
func FuzzLoad(f *testing.F) {
	g, err := New(variants.Config{Capacity: 5, Bits: 100, K: 3, Scheme: double})
	if err != nil {
		f.Fatal(err)
	}
	data, err := g.(*Filter).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, in := range [][]byte{data, withChecksum(data)} {
			got, err := kind().Load(in, double)
			if err != nil {
				continue
			}
			again, err := got.(*Filter).MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			if same, err := kind().Load(again, double); err != nil || same.(*Filter).SetBits() != got.(*Filter).SetBits() {
				t.Errorf("accepted, but not after saving again: %v", err)
			}
		}
	})
}

// withChecksum gives data the checksum that package save expects, so that the
// fuzzer gets past it.
func withChecksum(data []byte) []byte {
	if len(data) < 8 {
		return data
	}
	body := data[: len(data)-8 : len(data)-8]
	return binary.LittleEndian.AppendUint64(body, crc64.Checksum(body, crc64.MakeTable(crc64.ECMA)))
}
