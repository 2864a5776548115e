package cuckoo

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// FF-16: both buckets of a key cover more than 2^32 buckets evenly, and each is
// the other's partner. No table is needed for that.
func TestBucketsPast32Bits(t *testing.T) {
	const buckets, n = 3<<31 + 1, 20_000
	for _, r := range []hashes.Reduction{hashes.Fastrange, hashes.Mod} {
		f := &Filter{buckets: buckets, values: 1<<32 - 1, reduce: r}
		high := [3]int{}
		for i := range uint64(n) {
			d := digest(3, i)
			i1, i2, fp := f.locate(d.A, d.B)
			if i1 >= buckets || i2 >= buckets || f.other(i2, fp) != i1 {
				t.Fatalf("reduce=%s: buckets %d and %d of %d, back at %d", r, i1, i2, uint64(buckets), f.other(i2, fp))
			}
			// The sum of a pair's buckets is its fingerprint's own number mod B.
			for j, at := range []uint64{i1, i2, (i1 + i2) % buckets} {
				if at >= 1<<32 {
					high[j]++
				}
			}
		}
		for j, h := range high { // a third of them, give or take four standard deviations of 0.33%
			if share := float64(h) / n; share < 0.320 || share > 0.347 {
				t.Errorf("reduce=%s: %.4f of the %s lie beyond 2^32, want a third", r, share, []string{"first buckets", "second buckets", "sums of both"}[j])
			}
		}
	}
}

// FF-16: slots whose bits lie beyond 2^32 are their own. The table takes 640 MB of
// addresses, of which a few pages are touched.
func TestSlotsPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	const slots, f, buckets = 4, 8, 5 << 25 // 32 bits a bucket
	table := newTable(make([]byte, dataBytes(buckets, slots, f)), slots, f)
	has := func(bucket, v uint64) bool { return table.marks(bucket*table.bucketBits, v*table.ones) != 0 }
	for _, bucket := range []uint64{1<<26 + 3, 1<<27 + 3, buckets - 1} {
		if !table.put(bucket, 7) || !has(bucket, 7) || has(bucket-1, 7) {
			t.Errorf("bucket %d does not hold what was put there", bucket)
		}
		if low := bucket % (1 << 26); has(low, 7) {
			t.Errorf("putting into bucket %d puts into bucket %d", bucket, low)
		}
		if at, ok := table.find(bucket, 7); !ok || at != bucket*slots*f {
			t.Errorf("bucket %d: found at bit %d", bucket, at)
		}
	}
}
