package runexp

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
	"github.com/filterlab/filterlab/variants/theory"
)

// A row is on the front where no other has no more bits, no higher rate and no
// longer time and is better in one; rows nearly equal in all do not push each other
// off, and another n is another front.
func TestOnFront(t *testing.T) {
	row := func(n uint64, bits, fpr, single, batch float64) record.Front {
		return record.Front{N: n, BitsPerKey: bits, FPR: fpr, Absent: single, Batch: batch}
	}
	none := math.NaN()
	rows := []record.Front{
		row(1, 10, 0.01, 20, 10),
		row(1, 10, 0.01, 20, 12),      // slower
		row(1, 10.05, 0.0102, 20, 10), // the same as far as can be told
		row(1, 12, 0.01, 20, none),    // larger and slower
		row(1, 8, 0.03, 30, none),     // smaller
		row(1, 12, 0.004, 30, 30),     // more exact
		row(1, 14, 0.02, 5, none),     // faster
		row(2, 20, 0.02, 50, 50),      // alone
		row(1, 10, 0.01, none, none),  // not timed
	}
	want := []bool{true, false, true, false, true, true, true, true, false}
	for i := range rows {
		if got := onFront(rows, i); got != want[i] {
			t.Errorf("row %d: on the front %v, want %v", i, got, want[i])
		}
	}
}

// The size found for a rate is the least, to a hundredth of a bit: theory is at most
// the target there and above it a hundredth lower.
func TestSizeFor(t *testing.T) {
	for _, v := range builtin.Variants() {
		if v.Scheme != nil {
			continue // sizes are the system's, in steps of its own
		}
		c := timing.Contestant{Variant: v, Config: variants.Config{Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}}
		perKey, ok := sizeFor(&c, 1000, 0.02)
		if !ok {
			t.Errorf("%s: no size", v.Name)
			continue
		}
		if at := predicted(&c, 1000, perKey); !(at <= 0.02) {
			t.Errorf("%s: at %v bits a key %v", v.Name, perKey, at)
		}
		if v.Name == "exact" {
			continue // a smaller one would have to hold fewer bits of a digest
		}
		if below := predicted(&c, 1000, perKey-0.02); below <= 0.0199 {
			t.Errorf("%s: %v bits a key are too many, %v less give %v", v.Name, perKey, 0.02, below)
		}
	}
	// A filter that never gets better has no size.
	hopeless := &variants.Variant{Shape: func(variants.Config, uint64) (variants.Shape, error) { return variants.Shape{}, nil },
		Predict: func(variants.Config, variants.Shape, uint64) theory.Rate { return theory.Rate{FPR: 0.5} }}
	if x, ok := sizeFor(&timing.Contestant{Variant: hopeless}, 10, 0.1); ok {
		t.Errorf("a size of %v for a filter that errs in half of all cases", x)
	}
}

// The samples of the control's two rows count as one row's, those of a repeated
// block and those without a figure do not count.
func TestSumUp(t *testing.T) {
	sample := func(name string, ns float64, status, warnings string) record.Timing {
		_, aa, _ := strings.Cut(name, "/aa=")
		return record.Timing{Name: name, AA: aa, NSPerOp: ns, Lines: math.NaN(), LimitRatio: 2 * ns, Status: status, Warnings: warnings}
	}
	rows := record.SumTimings([]record.Timing{
		sample("X/n=1/aa=a", 1, record.StatusOK, ""), sample("X/n=1/aa=a", 100, record.StatusSuperseded, "limit-moved=9"),
		sample("X/n=1/aa=b", 4, record.StatusOK, "clock=0.1"), sample("X/n=1/aa=b", 3, record.StatusOK, ""),
		sample("Y/n=1", math.NaN(), "cannot", ""),
	})
	if len(rows) != 2 || rows[0].Name != "X/n=1" || rows[0].NS != 3 || rows[0].Limit != 6 || !math.IsNaN(rows[0].Line) || rows[0].Samples != 3 || rows[0].Warned != 1 {
		t.Errorf("%+v", rows[0])
	}
	if !math.IsNaN(rows[1].NS) || figure(&rows[1]) != "" {
		t.Errorf("%+v", rows[1])
	}
}

// Further rounds stand behind the samples of their row.
func TestMergeOfRounds(t *testing.T) {
	row := func(name string, round uint64) record.Timing { return record.Timing{Name: name, Round: round} }
	target := benchTarget{rows: []record.Timing{row("a", 1), row("a", 2), row("b", 1), row("b", 2), row("none", 0)}}
	target.merge([]record.Timing{row("b", 3), row("a", 3), row("none", 0)})
	var got []string
	for _, r := range target.rows {
		got = append(got, r.Name+string(rune('0'+r.Round)))
	}
	if want := []string{"a1", "a2", "a3", "b1", "b2", "b3", "none0"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestShorter(t *testing.T) {
	var rows []*record.Timed
	for _, who := range []string{"classic/scheme=x/bpk=10", "blocked/scheme=x/bpk=10", "blocked/scheme=x/bpk=12"} {
		variant, _, _ := strings.Cut(who, "/")
		rows = append(rows, &record.Timed{Timing: record.Timing{Name: "Contains/variant=" + who + "/n=10", Variant: variant}})
	}
	got := record.ShortNames(rows)
	if got["classic/scheme=x/bpk=10"] != "classic" || got["blocked/scheme=x/bpk=12"] != "blocked scheme=x bpk=12" {
		t.Errorf("%v", got)
	}
}

// The machine's folder is its kind, in words that any file system takes.
func TestSlug(t *testing.T) {
	for words, want := range map[string]string{
		"Intel(R) Xeon(R) CPU @ 2.20GHz 8 cores": "intel-r-xeon-r-cpu-2-20ghz-8-cores", "AMD EPYC": "amd-epyc", "--": "", "Ö x": "x",
	} {
		if got := record.Slug(words); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestBenchWarnings(t *testing.T) {
	quiet := record.TimingRun{PinnedTo: 1, FirstRound: 1, Rounds: 10, Sizes: []record.TimingSize{{N: 1000, CPUShare: 1, Blocks: 5}}}
	if w := benchWarnings(&quiet); len(w) != 0 {
		t.Errorf("%q", w)
	}
	noisy := record.TimingRun{PinnedTo: -1, FirstRound: 5, Rounds: 2, Sizes: []record.TimingSize{{N: 1000, CPUShare: 0.5, Blocks: 5, Unsettled: 1, AAMedian: 0.2}}}
	if w := benchWarnings(&noisy); len(w) != 5 {
		t.Errorf("%q, want 5", w)
	}
}
