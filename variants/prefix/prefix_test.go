package prefix

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// TestBinIsASortedList fills bins at random and holds each, after every step, against
// the list of its fingerprints: the 25 smallest of those that came.
func TestBinIsASortedList(t *testing.T) {
	x := uint64(1)
	for round := range uint64(45) {
		f := made(t, variants.Config{Capacity: 1000, FPR: 0.9, Params: variants.Params{"bins": "3"}})
		var want, came []uint64
		for range 60 {
			x = hashes.SplitMix64(x)
			fp := x % prints >> (round % 9) // crowded bins, too
			if err := f.add(1, fp); err != nil {
				t.Fatal(err)
			}
			if at, there := slices.BinarySearch(want, fp); !there {
				want = slices.Insert(want, at, fp)
			}
			came = append(came, fp)
			want = want[:min(len(want), binSlots)]
			b := f.bin(1)
			if !b.sound() {
				t.Fatalf("bin %x is not sound", b.head())
			}
			checkBin(t, b, want)
		}
		for _, fp := range came {
			// d has exactly that bin and fingerprint: the middle of their range of words.
			d := hashes.Digest{A: math.MaxUint64 / 2, B: uint64((float64(fp) + 0.5) / prints * (1 << 63) * 2)}
			if i, got := f.locate(d.A, d.B); i != 1 || got != fp {
				t.Fatalf("digest of %d: %d in bin %d", fp, got, i)
			}
			if !f.Contains(d) {
				t.Fatalf("fingerprint %d is lost", fp)
			}
		}
	}
}

// checkBin compares has with a list, for every fingerprint, and largest.
func checkBin(t *testing.T, b bin, want []uint64) {
	t.Helper()
	head := b.head()
	for fp := uint64(0); fp < prints; fp += 1 + fp%7 {
		_, there := slices.BinarySearch(want, fp)
		if b.has(head, fp) != there {
			t.Fatalf("fingerprint %d: has says %v", fp, !there)
		}
	}
	for _, fp := range want {
		if !b.has(head, fp) || b.any(fp&0xff) == 0 {
			t.Fatalf("fingerprint %d is not there", fp)
		}
	}
	if len(want) == binSlots && b.largest(head) != want[binSlots-1] {
		t.Fatalf("largest %d, want %d", b.largest(head), want[binSlots-1])
	}
}

// TestSpareShare: at load 1 a share 0.0795 of the keys is sent to the spare (golden row
// prefix-001: 10,000 bins, simulated 0.079465), less 1% for pairs that are equal.
func TestSpareShare(t *testing.T) {
	f := made(t, variants.Config{Capacity: 250_000, FPR: 0.9, Params: variants.Params{"bins": "10000"}})
	keys := batchbench.Columns(5, 0, 250_000)
	for at := 0; at < len(keys.A); at += hashes.BatchMax {
		if _, err := f.AddBatch(batchbench.Part(keys, at)); err != nil {
			t.Fatal(err)
		}
	}
	share := float64(f.spare.(variants.SetBitser).SetBits()) / 250_000
	if share < 0.0775 || share > 0.0800 {
		t.Errorf("share %.4f in the spare, want 0.0787", share)
	}
}

// TestDuplicates: a key added again takes no room, in bin or spare.
func TestDuplicates(t *testing.T) {
	f := made(t, variants.Config{Capacity: 200, FPR: 0.9, Params: variants.Params{"bins": "4"}})
	keys := batchbench.Columns(6, 0, 200)
	for round := range 50 {
		if n, err := f.AddBatch(keys); err != nil {
			t.Fatalf("round %d: %d of 200 keys, %v", round, n, err)
		}
	}
}

// TestFull: with the bins and then the spare full, ErrFull leaves everything as it is,
// however the refused key lies to what the bin has.
func TestFull(t *testing.T) {
	f := made(t, variants.Config{Capacity: 50, FPR: 0.9, Params: variants.Params{"bins": "2"}})
	keys := batchbench.Columns(7, 0, 5000)
	var accepted []hashes.Digest
	for i := range keys.A {
		var before []byte
		if i%50 == 0 {
			before, _ = f.MarshalBinary()
		}
		err := f.Add(keys.At(i))
		switch {
		case err == nil:
			accepted = append(accepted, keys.At(i))
		case !errors.Is(err, variants.ErrFull):
			t.Fatal(err)
		case i%50 == 0:
			if after, _ := f.MarshalBinary(); !slices.Equal(after, before) {
				t.Fatalf("key %d: ErrFull changes the filter", i)
			}
		}
	}
	if len(accepted) < 80 || len(accepted) > 4000 {
		t.Fatalf("%d keys accepted", len(accepted))
	}
	for i, d := range accepted {
		if !f.Contains(d) {
			t.Fatalf("accepted key %d is lost", i)
		}
	}
}

// TestSizing: 11.6 bits a key at load 0.95 (the paper's own figure for its cuckoo
// spare), fewer bins never, and a rate below that of the remainder is bought with bins.
func TestSizing(t *testing.T) {
	v := variant()
	for _, c := range []struct {
		config    variants.Config
		low, high float64 // bits a key
	}{
		{variants.Config{Capacity: 1_000_000, FPR: 0.01}, 11.4, 11.7},
		{variants.Config{Capacity: 1_000_000, FPR: 0.001}, 30, 45},
		{variants.Config{Capacity: 1_000_000, BitsPerKey: 16}, 15.99, 16},
	} {
		c.config.Scheme = scheme
		s, err := v.Shape(c.config, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.BitsPerKey(c.config.Capacity); got < c.low || got > c.high {
			t.Errorf("%+v: %.3f bits a key, want %v to %v", c.config, got, c.low, c.high)
		}
		if r := v.Predict(c.config, s, c.config.Capacity); c.config.FPR != 0 && r.FPR > c.config.FPR {
			t.Errorf("%+v: rate %v", c.config, r.FPR)
		}
	}
	if _, err := v.Shape(variants.Config{Capacity: 1000, BitsPerKey: 10, Scheme: scheme}, 0); err == nil {
		t.Error("10 bits a key: accepted")
	}
}
