package cuckoo

import (
	"slices"
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/batchbench"
)

// portable returns f over the same table, without kernels.
func portable(f *Filter) *Filter {
	g := *f
	g.kernel = false
	return &g
}

// sameAnswers holds every way of asking a batch against the plainest: find in both
// buckets, one key at a time.
func sameAnswers(t *testing.T, f *Filter, b *hashes.Batch, what string) {
	t.Helper()
	var want variants.Hits
	sum := 0
	for i := range b.A {
		i1, i2, fp := f.locate(b.A[i], b.B[i])
		_, one := f.table.find(i1, fp)
		_, two := f.table.find(i2, fp)
		sum += mark(&want, i, one || two)
		if got := f.Contains(b.At(i)); got != (one || two) {
			t.Fatalf("%s: key %d: Contains says %v", what, i, got)
		}
	}
	for _, g := range []*Filter{f, portable(f)} {
		hits := variants.Hits{1, 2, 3, 4}
		if n := g.ContainsBatch(b, &hits); n != sum || hits != want {
			t.Fatalf("%s kernel=%v: batch of %d: %d %x, want %d %x", what, g.kernel, b.Len(), n, hits, sum, want)
		}
	}
}

// TestBatchIsSingle: for every f and b, tables of odd, even and single buckets and
// every reduction, members and absent keys have the same answer in every way of
// asking, and adding in batches builds the table that adding one by one builds.
func TestBatchIsSingle(t *testing.T) {
	if !hasKernel {
		t.Log("no kernels here: only portable code is compared")
	}
	for f := minF; f <= maxF; f++ {
		for _, b := range []int{1, 2, 4, 8} {
			for _, shape := range [][2]string{{"1", "fastrange"}, {"37", "fastrange"}, {"64", "mask"}, {"200", "fastrange"}, {"29", "mod"}} {
				what := "f=" + strconv.Itoa(f) + " b=" + strconv.Itoa(b) + " buckets=" + shape[0] + " reduce=" + shape[1]
				x := raw(t, 3, strconv.Itoa(f), strconv.Itoa(b), shape[0], "reduce", shape[1], "kicks", "20")
				sameTables(t, x, what)
				for at := uint64(0); at < x.buckets*x.slots; at += 256 {
					sameAnswers(t, x, batchbench.Columns(3, at, 256), what)
				}
				sameAnswers(t, x, batchbench.Columns(3, 1<<40, 256), what)
			}
		}
	}
}

// sameTables fills copies of the empty x beyond what fits: one by one, in portable
// batches, in batches. Then x is full.
func sameTables(t *testing.T, x *Filter, what string) {
	t.Helper()
	fresh := func() *Filter {
		y := *x
		y.path = slices.Clone(x.path)
		y.table = newTable(make([]byte, len(x.table.data)), int(x.slots), int(x.table.f))
		return &y
	}
	one, two := fresh(), portable(fresh())
	n := int(x.buckets*x.slots) + 40
	for i := 0; i < n; {
		m := min(1+i*7%256, n-i)
		b := batchbench.Columns(3, uint64(i), m)
		want := 0
		for want < m && one.Add(b.At(want)) == nil {
			want++
		}
		for _, y := range []*Filter{two, x} {
			if got, err := y.AddBatch(b); got != want || (err != nil) != (want < m) {
				t.Fatalf("%s kernel=%v: %d of %d went in, %v, want %d", what, y.kernel, got, m, err, want)
			}
		}
		i += want + 1 // the refused one is left out
	}
	for _, y := range []*Filter{two, x} {
		if !slices.Equal(one.table.data, y.table.data) || one.used != y.used || one.kicked != y.kicked || one.random != y.random {
			t.Fatalf("%s kernel=%v: batches built another table", what, y.kernel)
		}
	}
}

// TestBatchLengths: every length from none to 256, from every place in the columns.
func TestBatchLengths(t *testing.T) {
	for _, f := range []string{"8", "13", "30"} {
		x := raw(t, 3, f, "4", "200")
		all := batchbench.Columns(3, 0, 700)
		for n := 0; n < 700; {
			m, _ := x.AddBatch(&hashes.Batch{A: all.A[n:min(n+50, 700)], B: all.B[n:min(n+50, 700)]})
			n += max(m, 1)
		}
		for n := 0; n <= hashes.BatchMax; n++ {
			at := 444 - n + n%5
			sameAnswers(t, x, &hashes.Batch{A: all.A[at : at+n], B: all.B[at : at+n]}, "f="+f)
		}
	}
}

// TestLargeTable: beyond the caches portable batches go another way, with the same
// answers; and so do kernels with addresses past 2^32 bits. Ordinary memory, so
// that the largest table takes addresses rather than memory.
func TestLargeTable(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 540 MB of addresses")
	}
	for _, c := range [][2]string{{"8", "1500000"}, {"12", "700001"}, {"32", "300000"}, {"8", "141000000"}} {
		what := "f=" + c[0] + " buckets=" + c[1]
		config := variants.Config{Capacity: 1, Bits: 1 << 40, Params: variants.Params{"f": c[0], "buckets": c[1]}, Scheme: scheme}
		l, err := plan(config)
		if err != nil {
			t.Fatal(err)
		}
		x := newFilter(config, l, make([]byte, dataBytes(l.buckets, l.slots, l.f)))
		if len(x.table.data) <= cached {
			t.Fatalf("%s is no large table", what)
		}
		for at := uint64(0); at < 2000; at += 250 {
			if _, err := x.AddBatch(batchbench.Columns(3, at, 250)); err != nil {
				t.Fatal(err)
			}
		}
		for at := uint64(0); at < 4000; at += 250 {
			sameAnswers(t, x, batchbench.Columns(3, at, 250), what)
		}
	}
}

// TestExtremeWords: words of all ones and all zeros reach the last and the first
// bucket and fingerprint on every way; so do the words around each step of 2^32.
func TestExtremeWords(t *testing.T) {
	words := []uint64{0, 1, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 63, ^uint64(0), ^uint64(0) - 1, 0xffffffff00000000, 1<<63 - 1}
	b := &hashes.Batch{}
	for _, x := range words {
		for _, y := range words {
			b.A, b.B = append(b.A, x), append(b.B, y)
		}
	}
	for f := minF; f <= maxF; f++ {
		x := raw(t, 3, strconv.Itoa(f), "4", "1237")
		for i := range 50 {
			_ = x.Add(b.At(2 * i))
		}
		sameAnswers(t, x, b, "f="+strconv.Itoa(f))
	}
}

// FuzzBatch: whatever the shape and the words, all ways agree.
func FuzzBatch(f *testing.F) {
	f.Add(uint8(8), uint8(2), uint16(100), uint64(1), uint8(77), uint64(5), uint64(9))
	f.Add(uint8(31), uint8(3), uint16(0), uint64(2), uint8(255), ^uint64(0), uint64(0))
	f.Fuzz(func(t *testing.T, bits, logSlots uint8, buckets uint16, seed uint64, n uint8, a, b uint64) {
		x := raw(t, seed, strconv.Itoa(minF+int(bits)%(maxF-minF+1)), strconv.Itoa(1<<(logSlots%4)),
			strconv.Itoa(1+int(buckets)), "kicks", "9")
		sameTables(t, x, "fuzz")
		batch := batchbench.Columns(3, 0, int(n))
		batch.A, batch.B = append(batch.A, a), append(batch.B, b)
		sameAnswers(t, x, batch, "fuzz")
	})
}
