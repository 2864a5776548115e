package timing

import (
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// askingRow is a row of contestant i that asks for single keys.
func askingRow(i, hits int) Row {
	return Row{Op: Contains, Contestant: i, N: 500, From: Digest, Hits: hits, Figure: Throughput, Cache: Warm, Goroutines: 1}
}

// What a figure is held against, by readings made up: a line by plain loads takes 10 ns
// and with a prefetch 4, k lines 70 by plain loads and 80 with the prefetch. The quicker
// of the two is the limit: 4 for a no, 70 for a yes of a classic filter, 37 for half and
// half, 70 for a key that is added; 4 for whatever a blocked filter is asked.
func TestLimitsOfARow(t *testing.T) {
	s := suite(t, "classic", "blocked")
	st := &stage{suite: s, n: 500}
	medians := map[Row]float64{}
	for i := range s.Contestants {
		shape, err := s.shape(i, st.n)
		if err != nil {
			t.Fatal(err)
		}
		r := askingRow(i, 0)
		for _, reading := range []struct {
			lines  int
			kernel string
			ns     float64
		}{{1, loads, 10}, {1, prefetch, 4}, {shape.K, loads, 70}, {shape.K, prefetch, 80}} {
			limit := limitOf(&r, st.n, shape, reading.lines)
			limit.Kernel = reading.kernel
			medians[limit] = reading.ns
		}
	}
	for _, c := range []struct {
		row         Row
		line, least float64
	}{
		{askingRow(0, 0), 10, 4}, {askingRow(0, 100), 10, 70}, {askingRow(0, 50), 10, 37},
		{askingRow(1, 0), 10, 4}, {askingRow(1, 100), 10, 4}, {askingRow(1, 50), 10, 4},
		{Row{Op: Add, Contestant: 0, N: 500, From: Digest, Hits: -1, Goroutines: 1}, 10, 70},
		{Row{Op: Add, Contestant: 1, N: 500, From: Digest, Hits: -1, Goroutines: 1}, 10, 4},
		{Row{Op: Save, Contestant: 0, N: 500, Hits: -1, Goroutines: 1}, math.NaN(), math.NaN()},
		{Row{Op: Contains, Contestant: 0, N: 500, From: Digest, Figure: Latency, Cache: Warm, Goroutines: 1}, math.NaN(), math.NaN()},
		{Row{Op: Hash, Contestant: -1, N: 500, From: Bytes8, Hits: -1, Goroutines: 1}, math.NaN(), math.NaN()},
	} {
		line, least := st.limits(&bench{row: c.row}, medians)
		if !same(line, c.line) || !same(least, c.least) {
			t.Errorf("%s: a line %v, at least %v; want %v and %v", s.Name(&c.row), line, least, c.line, c.least)
		}
	}
}

func same(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }

// benchOf is a row with samples of 100 operations; statuses are ok but for the last
// sample, where superseded says so.
func benchOf(r Row, superseded bool, ns ...float64) *bench {
	b := &bench{row: r}
	for _, x := range ns {
		b.samples = append(b.samples, record.Timing{Op: r.Op, Goroutines: 1, Ops: 100, NSPerOp: x, ElapsedNS: uint64(100 * x), CPUNS: uint64(100 * x), Status: record.StatusOK})
	}
	if superseded {
		b.samples[len(b.samples)-1].Status = record.StatusSuperseded
	}
	return b
}

// How quiet a machine was, by hand: three pairs whose medians are 10, 20 and 60 % apart
// (one of them only without the sample that was superseded), and shares of the processor
// of 1, but for one sample of a half.
func TestQuiet(t *testing.T) {
	s := suite(t, "classic")
	st := &stage{suite: s, n: 500}
	for i, b := range []float64{10, 20, 16} {
		r := askingRow(0, 50*i)
		r.AA = "a"
		st.benches = append(st.benches, benchOf(r, true, b*11/10, b*12/10, b*11/10, b*99)) // median 1.1 b
		r.AA = "b"
		st.benches = append(st.benches, benchOf(r, false, b, b, b))
	}
	for _, i := range []int{2, 4} { // of the second pair 1.2, of the third 1.6
		for j := range 3 {
			st.benches[i].samples[j].NSPerOp *= map[int]float64{2: 12.0 / 11, 4: 16.0 / 11}[i]
		}
	}
	st.benches[1].samples[0].CPUNS /= 2
	var size record.TimingSize
	st.quiet(&size)
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }
	if size.AAPairs != 3 || !near(size.AAMedian, 0.2) || !near(size.AAWorst, 0.6) || size.CPUShare != 1 || !near(size.CPUShareWorst, 0.5) {
		t.Errorf("%+v", size)
	}
}

// The median is of the samples that count, and what is held against line and limit is
// each sample. A figure is marked where it is less than 0.1 ns above the empty loop's 2.
func TestRelate(t *testing.T) {
	s := suite(t, "classic")
	st := &stage{suite: s, n: 500}
	r := askingRow(0, 0)
	shape, err := s.shape(0, 500)
	if err != nil {
		t.Fatal(err)
	}
	medians := map[Row]float64{limitOf(&r, 500, shape, 1): 8, limitOf(&r, 500, shape, shape.K): 50, emptyOf(&r, ""): 2}
	for middle, marked := range map[float64]bool{2.05: true, 2.15: false, 1: true, 7: false} {
		b := benchOf(r, true, middle, middle-0.5, middle+0.5, middle, 99)
		if b.median() != middle {
			t.Errorf("median %v, want %v", b.median(), middle)
		}
		medians[r] = b.median()
		st.relate(b, medians)
		for i := range b.samples {
			x := &b.samples[i]
			if strings.Contains(x.Warnings, "near-empty-loop=2") != marked || x.Lines != x.NSPerOp/8 || x.LimitRatio != x.NSPerOp/8 {
				t.Errorf("%v ns: %+v, to be marked %v", middle, *x, marked)
			}
		}
	}
}

// The limit may move as much as nine in ten pairs of samples are apart, and 5 % at least.
func TestFloorOfTheProber(t *testing.T) {
	for _, c := range []struct{ step, want float64 }{{0.01, 0.18}, {0.001, 0.05}} {
		r := askingRow(0, 0)
		var a, b []float64
		for i := range 20 { // apart by 0 to 19 steps
			a, b = append(a, 100*(1+c.step*float64(i))), append(b, 100)
		}
		r.AA = "a"
		st := &stage{benches: []*bench{benchOf(r, false, a...)}}
		r.AA = "b"
		st.benches = append(st.benches, benchOf(r, false, b...))
		if got := (&prober{st: st}).floor(); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("steps of %v: %v, want %v", c.step, got, c.want)
		}
	}
	if got := (&prober{st: &stage{}}).floor(); got != 0.05 {
		t.Errorf("without a control: %v", got)
	}
}

// What is read around blocks is one line a key by plain loads over the largest table.
func TestProberReadsTheLargestTable(t *testing.T) {
	s := suite(t, "classic", "counting")
	s.Ops = []string{Contains}
	st, err := s.newStage(500)
	if err != nil {
		t.Fatal(err)
	}
	defer st.close()
	largest := uint64(0)
	for _, b := range st.benches {
		largest = max(largest, b.row.Bytes)
	}
	p := newProber(&runner{suite: s}, st)
	if p.bench == nil || p.bench.row.Bytes != largest || p.bench.row.Lines != 1 || p.bench.row.Kernel != loads {
		t.Errorf("%+v, want %d bytes", p.bench, largest)
	}
}

// One contestant may be so large that its limit moves by more than the control's
// floor: the limit is read over the largest table up to eight times the control's.
func TestProberFitsTheControl(t *testing.T) {
	for _, c := range []struct {
		control uint64
		tables  []uint64
		want    uint64
	}{
		{100, []uint64{100, 800, 801, 1 << 30}, 800},
		{100, []uint64{1 << 30, 801, 800, 100}, 800},
		{100, []uint64{1 << 20, 900, 1 << 30}, 900},
		{0, []uint64{100, 1 << 30, 800}, 1 << 30},
	} {
		var benches []*bench
		if c.control != 0 {
			benches = append(benches, &bench{row: Row{Op: Contains, AA: "a"}, facts: record.Timing{AllocatedBits: 8 * c.control}})
		}
		for _, bytes := range c.tables {
			benches = append(benches, &bench{row: Row{Op: Limit, Contestant: -1, Bytes: bytes, Lines: 1, Figure: Throughput, Cache: Warm, Goroutines: 1, Kernel: loads}})
		}
		if got := probed(benches).row.Bytes; got != c.want {
			t.Errorf("control of %d bytes, tables %v: read over %d, want %d", c.control, c.tables, got, c.want)
		}
	}
}
