package cuckoo

import (
	"errors"
	"slices"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// scheme is any scheme: the tests here make their own digests.
var scheme = hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}

// digest is an ideal random digest of key i.
func digest(seed, i uint64) hashes.Digest {
	a := hashes.SplitMix64(hashes.SplitMix64(seed) + i)
	return hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
}

// raw returns a filter of raw shape.
func raw(t testing.TB, seed uint64, f, b, buckets string, more ...string) *Filter {
	t.Helper()
	p := variants.Params{"f": f, "b": b, "buckets": buckets}
	for i := 0; i < len(more); i += 2 {
		p[more[i]] = more[i+1]
	}
	made, err := New(variants.Config{Capacity: 1, Bits: 1 << 40, Params: p, Scheme: scheme, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return made.(*Filter)
}

// fill adds keys 0, 1, ... until one is refused and returns how many went in.
func fill(f *Filter, seed uint64) uint64 {
	n := uint64(0)
	for f.Add(digest(seed, n)) == nil {
		n++
	}
	return n
}

// Highest loads of 2^14 buckets with 500 kicks, median of 11 seeds: figures of
// the field (FF-30), below which lies a fault in the alternate bucket.
func TestLoadAtFirstRefusal(t *testing.T) {
	for _, c := range []struct {
		b         string
		slots     float64
		low, high float64
	}{
		{"1", 1, 0.49, 0.55}, {"2", 2, 0.86, 0.90}, {"4", 4, 0.955, 0.975}, {"8", 8, 0.985, 0.995},
	} {
		var loads []float64
		for seed := range uint64(11) {
			f := raw(t, seed, "16", c.b, "16384")
			loads = append(loads, float64(fill(f, seed))/(16384*c.slots))
		}
		slices.Sort(loads)
		if loads[5] < c.low || loads[5] > c.high {
			t.Errorf("b=%s: median load %.4f of %.4f, want %g to %g", c.b, loads[5], loads, c.low, c.high)
		}
		t.Logf("b=%s: median load at the first refusal %.4f, lowest %.4f", c.b, loads[5], loads[0])
	}
}

// FF-28: fingerprint and bucket share no bits.
func TestFingerprintIndependentOfBucket(t *testing.T) {
	f := raw(t, 1, "8", "4", "16384")
	n := uint64(62259) // 0.95 * 65536
	for i := range n {
		if err := f.Add(digest(1, i)); err != nil {
			t.Fatalf("refused key %d of %d at load %.3f", i, n, float64(i)/65536)
		}
	}
	hits := 0
	for i := range uint64(200_000) {
		if f.Contains(digest(1, 1<<40+i)) {
			hits++
		}
	}
	if rate := float64(hits) / 200_000; rate < 0.028 || rate > 0.032 {
		t.Errorf("rate %.4f, want 0.028 to 0.032", rate)
	}
}

// FF-31: what was accepted stays, through 199 refusals after the first.
func TestRefusalLosesNothing(t *testing.T) {
	f := raw(t, 1, "12", "4", "256")
	var in []uint64
	refused := 0
	for i := uint64(0); refused < 200; i++ {
		before := slices.Clone(f.table.data)
		err := f.Add(digest(1, i))
		switch {
		case err == nil:
			in = append(in, i)
		case !errors.Is(err, variants.ErrFull):
			t.Fatal(err)
		default:
			refused++
			if !slices.Equal(before, f.table.data) {
				t.Fatalf("refusal %d changed the table", refused)
			}
		}
	}
	for _, i := range in {
		if !f.Contains(digest(1, i)) {
			t.Errorf("accepted key %d is lost", i)
		}
	}
	if f.SetBits() != uint64(len(in)) || f.table.occupied(1024) != f.SetBits() {
		t.Errorf("%d slots in use, %d counted, want %d", f.SetBits(), f.table.occupied(1024), len(in))
	}
}

// FF-34: the partner of a bucket's partner is the bucket, for every number of buckets.
func TestOtherIsInvolution(t *testing.T) {
	for _, buckets := range []string{"1", "2", "3", "1000", "1024", "1536", "1000003"} {
		f := raw(t, 1, "32", "4", buckets)
		for i := range min(f.buckets, 2000) {
			for fp := uint64(1); fp <= 255; fp++ {
				j := f.other(i, fp)
				if j >= f.buckets || f.other(j, fp) != i {
					t.Fatalf("B=%s i=%d fp=%d: partner %d, back at %d", buckets, i, fp, j, f.other(j, fp))
				}
			}
		}
	}
}

// FF-33: keys that share fingerprint and buckets are counted by copies.
func TestRemoveSharedFingerprint(t *testing.T) {
	f := raw(t, 1, "4", "4", "100")
	x := digest(1, 1)
	y := hashes.Digest{A: x.A, B: x.B ^ 1} // same high bits: same fingerprint and buckets
	for _, d := range []hashes.Digest{x, y} {
		if err := f.Add(d); err != nil {
			t.Fatal(err)
		}
	}
	if !f.Remove(x) || !f.Contains(y) {
		t.Error("removing x lost y")
	}
	if !f.Remove(y) || f.Contains(y) || f.Remove(y) || f.SetBits() != 0 {
		t.Error("removing y: want true once, then absent")
	}
}

// FF-35: 2b copies of a key find room, the next is refused and harms nobody.
func TestCopiesOfOneKey(t *testing.T) {
	f := raw(t, 1, "8", "4", "1000")
	d := digest(1, 7)
	if i1, i2, _ := f.locate(d.A, d.B); i1 == i2 {
		t.Fatal("the key's buckets are one: choose another key")
	}
	for i := range 8 {
		if err := f.Add(d); err != nil {
			t.Fatalf("copy %d: %v", i+1, err)
		}
	}
	if err := f.Add(d); !errors.Is(err, variants.ErrFull) {
		t.Fatalf("copy 9: %v, want ErrFull", err)
	}
	if f.SetBits() != 8 {
		t.Errorf("%d slots in use, want 8", f.SetBits())
	}
	for i := range uint64(1000) {
		if err := f.Add(digest(2, i)); err != nil {
			t.Fatal(err)
		}
	}
	for i := range uint64(1000) {
		if !f.Contains(digest(2, i)) {
			t.Fatalf("key %d is lost", i)
		}
	}
}
