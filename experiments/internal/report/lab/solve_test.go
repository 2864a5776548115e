package lab

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/filterlab/filterlab/variants/theory"
)

// TestMostKeys: the keys found keep the rate by the Go code, and one more does not.
func TestMostKeys(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	t.Parallel()
	vm := engine(t)
	quick := []request{{variant: "parquet"}, {variant: "bits-and-blooms"}, {variant: "rocksdb-ribbon"}}
	for _, kind := range append(kinds(), quick...) {
		if kind.share > 4 {
			continue // slow to search in an interpreter; .ci/page does it in a browser
		}
		for _, bits := range []uint64{9_000, 250_007} {
			kind.bits, kind.p = bits, 0.011
			n := uint64(call(t, vm, "mostKeys", kind.variant, kind.question()).ToInteger())
			rate := func(n uint64) float64 {
				r := kind
				r.n, r.p = n, 0
				v, c := variantOf(t, r)
				s, err := v.Shape(c, n)
				if err != nil {
					return 1
				}
				return v.Predict(c, s, n).FPR
			}
			if at, over := rate(n), rate(n+1); at > 0.011 || over <= 0.011 || float64(n*100)*cmp.Or(kind.dear, 1) < float64(bits) {
				t.Errorf("%s %v in %d bits: %d keys have rate %v, one more %v", kind.variant, kind.params, bits, n, at, over)
			}
		}
	}
}

// fault returns the word that a request is refused with.
func fault(t *testing.T, vm *goja.Runtime, kind string, q map[string]any) string {
	t.Helper()
	return refused(t, vm, "solve", kind, q)
}

// refused returns the word that a function of the scripts refuses its arguments with.
func refused(t *testing.T, vm *goja.Runtime, name string, args ...any) string {
	t.Helper()
	f, _ := goja.AssertFunction(vm.Get(name))
	values := make([]goja.Value, len(args))
	for i, a := range args {
		values[i] = vm.ToValue(a)
	}
	_, err := f(goja.Undefined(), values...)
	if err == nil {
		return ""
	}
	exception, ok := err.(*goja.Exception)
	if !ok {
		t.Fatal(err)
	}
	word := exception.Value().ToObject(vm).Get("word")
	if word == nil {
		t.Fatalf("%s%v: %v", name, args, err)
	}
	return word.String()
}

// TestBadRequests: what cannot be is refused with a word of its own.
func TestBadRequests(t *testing.T) {
	vm := engine(t)
	for _, c := range []struct {
		kind, word string
		q          map[string]any
	}{
		{"classic", "", map[string]any{"n": 1000, "p": 0.01}},
		{"classic", "lab.toolarge", map[string]any{"n": 1e12, "p": 0.01}},
		{"classic", "lab.toolarge", map[string]any{"n": 1e12, "perKey": 10}},
		{"classic", "lab.manyprobes", map[string]any{"n": 1000, "p": 1e-30}},
		{"classic", "lab.nokeys", map[string]any{"bits": 1, "p": 0.01}},
		{"counting", "lab.fewbits", map[string]any{"n": 1, "bits": 3}},
		{"blocked", "lab.toolarge", map[string]any{"n": 1e12, "p": 0.01}},
		{"splitblock", "lab.fixedk", map[string]any{"n": 1000, "p": 0.01, "k": 7}},
		{"splitblock", "lab.toolarge", map[string]any{"n": 1e9, "p": 1e-30}},
		{"scalable", "lab.nok", map[string]any{"n": 1000, "p": 0.01, "k": 7}},
		{"scalable", "lab.needbits", map[string]any{"n": 1000, "bits": 10}},
		{"cuckoo", "lab.needbits", map[string]any{"n": 1000, "perKey": 3}},
		{"cuckoo", "lab.smallp", map[string]any{"n": 1000, "p": 1e-12}},
		{"xor", "lab.smallp", map[string]any{"n": 1000, "p": 1e-6}},
		{"xor", "lab.needbits", map[string]any{"n": 1000, "bits": 5000}},
		{"xor", "lab.manykeys", map[string]any{"n": 3e9, "p": 0.01}},
	} {
		if got := fault(t, vm, c.kind, c.q); got != c.word {
			t.Errorf("%s %v: %q, want %q", c.kind, c.q, got, c.word)
		}
	}
}

// TestNumbers: what people type for numbers, and how numbers are shown.
func TestNumbers(t *testing.T) {
	vm := viewer(t)
	for typed, want := range map[string]float64{
		"1000000": 1e6, " 1e6 ": 1e6, "1_000_000": 1e6, "1 000 000": 1e6, "0.01": 0.01, ".5": 0.5, "1E-3": 1e-3, "2.": 2, "0": 0,
		"0,01": 0.01, "1,5": 1.5, ",5": 0.5, "1,5e3": 1500, "\t12\u00a0345\u202f678 ": 12345678, "1,000,000": 1e6, "1.000.000": 1e6,
		"1.000,25": 1000.25, "1,000.25": 1000.25, "1,234,567.5e1": 12345675, "-1": -1, "\u22121": -1, "+2": 2, "1e15": 1e15, "1e400": math.Inf(1),
		"": math.NaN(), "many": math.NaN(), "0x10": math.NaN(), "1e": math.NaN(), "Infinity": math.NaN(), "1__0": math.NaN(), "NaN": math.NaN(),
		"1,00,000": math.NaN(), "1.0.0": math.NaN(), "1,000,": math.NaN(), "1.000,5,5": math.NaN(), "1,5.5": math.NaN(), "1e1.5": math.NaN(),
		".": math.NaN(), ",": math.NaN(), "-": math.NaN(), "1%": math.NaN(), "1/2": math.NaN(), "١": math.NaN(),
	} {
		got := call(t, vm, "numberOf", typed).ToFloat()
		if got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%q: %v, want %v", typed, got, want)
		}
	}
	for typed, word := range map[string]string{"1,000": "lab.twomeanings", "1.000": "lab.twomeanings", "x": "lab.badnumber", "0.125": "", "1234": "", "12,5": ""} {
		if got := refused(t, vm, "readNumber", "n", "Keys", typed, true); got != word {
			t.Errorf("%q for a whole number: %q, want %q", typed, got, word)
		}
	}
	if got := refused(t, vm, "readNumber", "b", "Bits per key", "1.125", false); got != "" {
		t.Errorf("1.125 bits per key: %q", got)
	}
	for x, want := range map[float64]string{
		0: "0", 1: "1", 0.0100392: "0.01004", 1e-5: "1e-5", 1.23456e-7: "1.235e-7", 1e6: "1000000", 123456.7: "123500", 9.585059: "9.585",
		1e15: "1e15", 1.5e20: "1.5e20", 1.0501e-12: "1.05e-12", 0.5: "0.5", 0.00025: "0.00025",
	} {
		if got := call(t, vm, "show", x).String(); got != want {
			t.Errorf("%v is shown as %s, want %s", x, got, want)
		}
	}
	if got := call(t, vm, "grouped", 9585059).String(); strings.ReplaceAll(got, "\u202f", " ") != "9 585 059" {
		t.Errorf("9585059 is shown as %q", got)
	}
}

// TestPlurals: words for one and for several, a list or a number; what readers typed is
// put in as it is.
func TestPlurals(t *testing.T) {
	vm := viewer(t)
	run(t, vm, `words['lab.none'] = 'none'; words.x = '%[1]s {1:key|keys} in {2:cell|cells} %[2]s, 5%%'`)
	for line, want := range map[string]string{
		"say('x', 1, [3])":                 "1 key in cell 3, 5%",
		"say('x', grouped(12345), [3,5])":  "12\u202f345 keys in cells 3, 5, 5%",
		"say('x', 0, [])":                  "0 keys in cells none, 5%",
		"say('x', '1', ['%%[1]s{1:a|b}'])": "1 key in cell %%[1]s{1:a|b}, 5%",
		"say('y')":                         "[[y]]",
	} {
		if got := run(t, vm, line); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// TestPairs: two of n, p and m, or k with one of n and m, give the rest. What k gives is
// held against theory: it is the best k of so many bits and keys.
func TestPairs(t *testing.T) {
	vm := engine(t)
	solve := func(kind string, q map[string]any) (n, bits uint64, k int, rate float64) {
		o := call(t, vm, "solve", kind, q).ToObject(vm)
		s := o.Get("shape").ToObject(vm)
		return uint64(o.Get("n").ToInteger()), uint64(s.Get("bits").ToInteger()), int(s.Get("k").ToInteger()), o.Get("rate").ToFloat()
	}
	for k := 1; k <= 40; k++ {
		n, bits, got, rate := solve("classic", map[string]any{"n": 5000, "k": k})
		if n != 5000 || got != k || theory.OptimalK(n, bits, 64) != k || !near(rate, theory.Classic(n, bits, k, theory.WithReplacement).FPR) {
			t.Errorf("n and k = %d: %d bits, whose best k is %d, rate %v", k, bits, theory.OptimalK(n, bits, 64), rate)
		}
		if n, _, got, _ = solve("classic", map[string]any{"bits": bits, "k": k}); n != 5000 || got != k {
			t.Errorf("%d bits and k = %d: %d keys, k = %d, want back 5000", bits, k, n, got)
		}
	}
	for _, kind := range []string{"partitioned", "blocked", "counting"} {
		width := uint64(1)
		if kind == "counting" {
			width = 4
		}
		n, bits, k, _ := solve(kind, map[string]any{"n": 70_000, "k": 9})
		if back, _, _, _ := solve(kind, map[string]any{"bits": bits, "k": 9}); k != 9 || back < n || back > n+50 || math.Abs(float64(bits)/float64(width*n)*math.Ln2-9) > 0.01 {
			t.Errorf("%s: n and k: %d bits, k = %d; back: %d keys", kind, bits, k, back)
		}
		// A triple that k is one of: the two others decide, k stays.
		if n, bits, k, rate := solve(kind, map[string]any{"bits": 1 << 20, "p": 0.02, "k": 3}); k != 3 || rate > 0.02 || n < bits/width/20 {
			t.Errorf("%s: m, p and k: %d keys in %d bits, k = %d, rate %v", kind, n, bits, k, rate)
		}
	}
	for _, c := range []struct {
		kind, word string
		q          map[string]any
	}{
		{"classic", "lab.more", map[string]any{"n": 1000}},
		{"classic", "lab.more", map[string]any{"k": 7}},
		{"classic", "lab.more", map[string]any{"perKey": 10, "k": 7}},
		{"classic", "lab.onlyperkey", map[string]any{"p": 0.01, "k": 7}},
		{"cuckoo", "lab.moreof", map[string]any{"n": 1000}},
	} {
		if got := fault(t, vm, c.kind, c.q); got != c.word {
			t.Errorf("%s %v: %q, want %q", c.kind, c.q, got, c.word)
		}
	}
}

// TestSteps: the work in pieces finds what solving at once finds, and tells what is wrong.
func TestSteps(t *testing.T) {
	vm := engine(t)
	run(t, vm, `function all(job) { return Object.assign({}, ...[...steps(job)].filter(Boolean)) }
const told = all({ kind: 'classic', q: { n: 1000, bits: 10000, k: 7 }, rows: false })
const shape = shapeOf('classic', { n: 1000, bits: 10000, k: 7 })`)
	for line, want := range map[string]any{
		"told.found.rate === shape.rate(1000) && told.found.shape.fill === shape.fill(1000)":                                                     true,
		"told.keys.half === shape.rate(500) && told.keys.twice === shape.rate(2000)":                                                             true,
		"told.keys.points.every(([n, p]) => p === shape.rate(n)) && told.keys.points.length":                                                     int64(48),
		"told.probes.length === 16 && told.probes[6][1] === shape.rate(1000)":                                                                    true,
		"JSON.stringify(Object.values(told.found.shape)) === JSON.stringify([10000, 7, shape.fill(1000)])":                                       true,
		"JSON.stringify(all({ kind: 'cuckoo', q: { n: 1000, perKey: 3 } }).bad)":                                                                 `{"word":"lab.needbits","values":[4224]}`,
		"(() => { const rows = compared(1000, 0.01); return [rows.next(), rows.next()].map((x) => x.value.row.kind + x.value.row.k).join() })()": "classic7,partitioned7",
		"'keys' in all({ kind: 'exact', q: { n: 1000, p: 0.01 } })":                                                                              false,
	} {
		if got := run(t, vm, line); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}
