package keys

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write puts text in a file of its own and returns the kind that names it.
func write(t *testing.T, prefix, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return prefix + path
}

func all(l *Lines) []string {
	var keys []string
	for i := range l.Len() {
		keys = append(keys, string(l.Key(i)))
	}
	return keys
}

func TestLinesByTheRules(t *testing.T) {
	for _, c := range []struct {
		prefix, text string
		want         []string
		warnings     int
	}{
		{"file:", "a\nbc\n", []string{"a", "bc"}, 0},
		{"file:", "a\nbc", []string{"a", "bc"}, 0},             // a last line without LF counts
		{"file:", "\n", []string{""}, 0},                       // an empty line is a key
		{"file:", "a\n\n\nb\n", []string{"a", "", "", "b"}, 0}, // each of them, in order
		{"file:", "a\r\nb\r\n", []string{"a\r", "b\r"}, 1},     // CR is part of the key
		{"file:", "x\x00y\n\xff\n", []string{"x\x00y", "\xff"}, 0},
		{"hexfile:", "6162\n\nFF00\n0a", []string{"ab", "", "\xff\x00", "\n"}, 0},
	} {
		l, err := Load(write(t, c.prefix, c.text), nil)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if got := all(l); !slices.Equal(got, c.want) || len(l.Warnings()) != c.warnings {
			t.Errorf("%s %q: keys %q with warnings %q, want %q with %d", c.prefix, c.text, got, l.Warnings(), c.want, c.warnings)
		}
	}
	l, err := Load("-", strings.NewReader("x\nx\n"))
	if err != nil || !slices.Equal(all(l), []string{"x", "x"}) {
		t.Errorf("standard input: %v", err)
	}
}

func TestBadFiles(t *testing.T) {
	dir := t.TempDir()
	for kind, want := range map[string]string{
		write(t, "file:", ""):               "it is empty",
		write(t, "hexfile:", ""):            "it is empty",
		"file:" + dir + "/none":             "no such file",
		"file:" + dir:                       "is a directory",
		"file:":                             "want a path",
		"hexfile:":                          "want a path",
		"-":                                 "standard input cannot be read here",
		"unit64":                            `did you mean "uint64"?`,
		"":                                  "unknown key kind",
		write(t, "hexfile:", "00\n0g\n"):    `keys:2: "0g": want hex digits`,
		write(t, "hexfile:", "00\n00\n000"): "keys:3: 3 characters: want an even number",
		write(t, "hexfile:", "00\r\n"):      "keys:1: 3 characters",
		write(t, "hexfile:", "00 \r\n"):     `keys:1: " \r": want hex`,
		write(t, "file:", strings.Repeat("x", MaxFileKey+1)): "keys:1: a line of 1048577 bytes",
	} {
		_, err := Parse(kind, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", kind, err, want)
		}
	}
}

// Duplicates are dropped and counted; the rest is split into members and absent
// keys that have nothing in common.
func TestSplit(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, "key-%d\n", i%4000)
	}
	source, err := Parse(write(t, "file:", text.String()), nil)
	if err != nil {
		t.Fatal(err)
	}
	f := source.(*File)
	if f.Limit() != 4000 || f.Duplicates() != 1000 || len(f.Warnings()) != 1 {
		t.Fatalf("%d keys, %d duplicates, warnings %q; want 4000, 1000 and one", f.Limit(), f.Duplicates(), f.Warnings())
	}
	s := f.Stream(1, 3000)
	keys := append(collect(s.Members, 0, 3000, 256), collect(s.Absent, 0, 1000, 99)...)
	slices.Sort(keys)
	if len(slices.Compact(keys)) != 4000 {
		t.Errorf("members and absent keys are not all distinct")
	}
	again, other := f.Stream(1, 3000), f.Stream(2, 3000)
	one := collect(again.Members, 0, 50, 7)
	if !slices.Equal(one, collect(s.Members, 0, 50, 50)) {
		t.Errorf("the same seed gives another split")
	}
	if slices.Equal(one, collect(other.Members, 0, 50, 50)) {
		t.Errorf("another seed gives the same split")
	}
}

// dropDuplicates agrees with a map, whatever the order of the duplicates.
func TestDropDuplicatesAgainstMap(t *testing.T) {
	for seed := range uint64(50) {
		var data []byte
		var want []string
		seen := map[string]bool{}
		for i := range 1 + mix(seed)%300 {
			key := fmt.Sprint(mix(seed<<32+i) % (1 + seed*8))
			data = append(append(data, key...), '\n')
			if !seen[key] {
				seen[key] = true
				want = append(want, key)
			}
		}
		l, err := read("x", data, nil, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Split(); err != nil || !slices.Equal(all(l), want) {
			t.Fatalf("seed %d: kept %q, want %q (%v)", seed, all(l), want, err)
		}
	}
}

func TestEnough(t *testing.T) {
	f, err := Parse("-", strings.NewReader("a\nb\na\nc\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := Enough(f, 2, 1); err != nil {
		t.Errorf("2 + 1 of 3: %v", err)
	}
	for _, c := range [][2]uint64{{2, 2}, {4, 0}, {0, 4}, {math.MaxUint64, math.MaxUint64}} {
		err := Enough(f, c[0], c[1])
		if err == nil || !strings.Contains(err.Error(), "3 distinct keys (1 duplicates dropped)") {
			t.Errorf("%v of 3: %v", c, err)
		}
	}
	if Enough(synthetic("url"), 1<<63, 1<<63) != nil || Enough(synthetic("url"), 1<<63+1, 0) == nil {
		t.Errorf("synthetic keys: want room for 2^63 of each and no more")
	}
}

// The permutation was computed by an independent program (Python integers); it
// MUST NEVER CHANGE.
func TestPermutation(t *testing.T) {
	for _, c := range []struct {
		n, seed uint64
		want    []uint64
	}{
		{10, 1, []uint64{6, 0, 1, 4, 5, 9, 7, 2, 8, 3}},
		{7, 2, []uint64{3, 1, 2, 0, 4, 5, 6}},
	} {
		p := newPermutation(c.n, c.seed)
		for i, want := range c.want {
			if got := p.at(uint64(i)); got != want {
				t.Errorf("n=%d seed=%d: %d goes to %d, want %d", c.n, c.seed, i, got, want)
			}
		}
	}
	for _, n := range []uint64{1, 2, 3, 4, 5, 99, 100, 101, 65537} {
		seen := make([]bool, n)
		p := newPermutation(n, n)
		for i := range n {
			seen[p.at(i)] = true
		}
		if slices.Contains(seen, false) {
			t.Errorf("n=%d: not a permutation", n)
		}
		for first := range n {
			var to [3]uint64
			some := to[:min(3, n-first)]
			p.fill(first, some)
			for i, got := range some {
				if want := p.at(first + uint64(i)); got != want {
					t.Fatalf("n=%d: fill from %d: %d goes to %d, want %d", n, first, first+uint64(i), got, want)
				}
			}
		}
	}
}

// Over seeds, every line is equally often in every place. The sum of squares is
// chi-squared with 99 degrees of freedom a line; 1e-6 of its mass is above 180.8
// (its tail has a closed form for odd degrees of freedom), and there are 100 lines.
func TestPermutationIsEven(t *testing.T) {
	const n, trials = 100, 20_000
	var counts [n][n]float64
	for seed := range uint64(trials) {
		p := newPermutation(n, mix(seed))
		for i := range uint64(n) {
			counts[i][p.at(i)]++
		}
	}
	const mean = float64(trials) / n
	for i, row := range counts {
		chi := 0.0
		for _, c := range row {
			chi += (c - mean) * (c - mean) / mean
		}
		if chi > 180.8 {
			t.Errorf("line %d: chi-squared %.1f over 99 degrees of freedom", i, chi)
		}
	}
}

// Run with -bench: a million distinct lines, loaded and split.
func BenchmarkLoad(bench *testing.B) {
	var text []byte
	for i := range 1_000_000 {
		text = fmt.Appendf(text, "key-%d\n", i)
	}
	for bench.Loop() {
		l, err := read("x", slices.Clone(text), nil, false)
		if err != nil {
			bench.Fatal(err)
		}
		if _, err := l.Split(); err != nil {
			bench.Fatal(err)
		}
	}
}

// Run with -bench: ns a key of a file's lines, of some ten bytes each.
func BenchmarkSplit(bench *testing.B) {
	var text []byte
	for i := range 100_000 {
		text = fmt.Appendf(text, "%d word\n", i*i)
	}
	l, err := read("x", text, nil, false)
	if err != nil {
		bench.Fatal(err)
	}
	f, err := l.Split()
	if err != nil {
		bench.Fatal(err)
	}
	s, b := f.Stream(1, 1000), new(Block)
	for i := 0; bench.Loop(); i++ {
		s.Members(uint64(i%300)*BlockMax, BlockMax, b)
	}
	bench.ReportMetric(float64(bench.Elapsed().Nanoseconds())/float64(bench.N)/BlockMax, "ns/key")
}
