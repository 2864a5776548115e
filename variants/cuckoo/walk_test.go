package cuckoo

import (
	"flag"
	"fmt"
	"hash/fnv"
	"os"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write testdata/walks.txt anew")

// TestWalksAsEver holds the tables that adding builds, slot by slot, against those
// of the first version of this package, which knew no fast paths: walks.txt was
// written by it. Which keys are refused, where fingerprints lie and how many
// evictions that took is part of what experiments record and files hold.
func TestWalksAsEver(t *testing.T) {
	var lines strings.Builder
	for _, f := range []int{4, 5, 8, 11, 12, 16, 21, 31, 32} {
		for _, b := range []int{1, 2, 4, 8} {
			for _, shape := range []string{"1 fastrange", "7 mod", "64 mask", "211 fastrange", "1000 fastrange"} {
				fmt.Fprintf(&lines, "f=%d b=%d %s: %s\n", f, b, shape, walk(t, f, b, shape))
			}
		}
	}
	const file = "testdata/walks.txt"
	if *update {
		if err := os.WriteFile(file, []byte(lines.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	got, wanted := strings.Split(lines.String(), "\n"), strings.Split(string(want), "\n")
	if len(got) != len(wanted) {
		t.Fatalf("%d lines, want %d", len(got), len(wanted))
	}
	for i := range got {
		if got[i] != wanted[i] {
			t.Errorf("%s, want %s", got[i], wanted[i])
		}
	}
}

// walk fills a table, removes every third key, adds beyond what fits, and returns
// a digest of all that it is then.
func walk(t *testing.T, f, b int, shape string) string {
	t.Helper()
	buckets, reduce, _ := strings.Cut(shape, " ")
	x := raw(t, 5, strconv.Itoa(f), strconv.Itoa(b), buckets, "reduce", reduce, "kicks", "50")
	n := x.buckets * x.slots
	sum := fnv.New64a()
	for i := range n {
		fmt.Fprintln(sum, x.Add(digest(9, i)))
	}
	for i := uint64(0); i < n; i += 3 {
		fmt.Fprintln(sum, x.Remove(digest(9, i)))
	}
	for i := n; i < n+n/2+3; i++ {
		fmt.Fprintln(sum, x.Add(digest(9, i)))
	}
	sum.Write(x.table.data)
	return fmt.Sprintf("%016x kicks=%d used=%d random=%x", sum.Sum64(), x.kicked, x.used, x.random)
}
