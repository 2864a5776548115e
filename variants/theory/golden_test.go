package theory

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/theory.csv holds values computed at 60 to 400 digits, by enumeration, or by
// Monte Carlo with ideal random values; its last column says which.

type goldenRow struct {
	id, what string // what is structure/variant/quantity
	n, m     uint64
	k        int
	nText    string
	extra    map[string]string
	value    float64
	tol      float64
}

// num reads a number from the extra column.
func (r goldenRow) num(name string) float64 {
	text, ok := r.extra[name]
	if !ok {
		panic(r.id + ": no " + name)
	}
	if text == "ln2" {
		return math.Ln2
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(r.id + ": " + err.Error())
	}
	return v
}

func (r goldenRow) int(name string) int     { return int(r.num(name)) }
func (r goldenRow) uint(name string) uint64 { return uint64(r.num(name)) }

func readGolden(t *testing.T) []goldenRow {
	t.Helper()
	f, err := os.Open("testdata/theory.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	recs, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []goldenRow
	for _, c := range recs[1:] {
		r := goldenRow{id: c[0], what: c[1] + "/" + c[2] + "/" + c[3], nText: c[4], extra: map[string]string{}}
		r.n, _ = strconv.ParseUint(c[4], 10, 64)
		r.m, _ = strconv.ParseUint(c[5], 10, 64)
		r.k, _ = strconv.Atoi(c[6])
		for _, kv := range strings.Split(c[7], ";") {
			if name, v, ok := strings.Cut(kv, "="); ok {
				r.extra[name] = v
			}
		}
		if r.value, err = strconv.ParseFloat(c[9], 64); err != nil {
			t.Fatal(err)
		}
		if r.tol, err = strconv.ParseFloat(c[10], 64); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	return rows
}

// goldenCounts is the number of rows per structure; stats belongs to another package.
var goldenCounts = map[string]int{
	"binary_fuse": 8, "blocked": 41, "cardinality": 6, "classic": 118, "counting": 19,
	"cuckoo": 34, "dleft": 2, "hashscheme": 85, "lower_bound": 7, "partitioned": 8,
	"prefix": 2, "quotient": 12, "ribbon": 3, "scalable": 18, "setops": 4, "sizing": 25, "xor": 8,
}

func TestGolden(t *testing.T) {
	done := map[string]int{}
	worst := map[string]float64{}
	for _, r := range readGolden(t) {
		structure, _, _ := strings.Cut(r.what, "/")
		if structure == "stats" {
			continue
		}
		f, ok := goldenEval[r.what]
		if !ok {
			t.Errorf("%s: nothing evaluates %s", r.id, r.what)
			continue
		}
		got := f(r)
		done[structure]++
		off := math.Abs(got - r.value)
		if r.value != 0 {
			off /= math.Abs(r.value)
		}
		worst[r.what] = math.Max(worst[r.what], off)
		if !(off <= math.Max(r.tol, 1e-300)) {
			t.Errorf("%s %s n=%s m=%d k=%d: got %.17g, want %.17g (off %.2g, tolerance %g)", r.id, r.what, r.nText, r.m, r.k, got, r.value, off, r.tol)
		}
	}
	if fmt.Sprint(done) != fmt.Sprint(goldenCounts) {
		t.Errorf("rows evaluated %v, want %v", done, goldenCounts)
	}
	if testing.Verbose() {
		t.Log(worst)
	}
}
