package figure

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// timedRows are two filters at three sizes, one by one and in batches, in percent
// of the limit: 200, 300, 400 and half of that.
func timedRows() []record.Timed {
	var rows []record.Timed
	for i, n := range []uint64{1e4, 1e6, 1e8} {
		for _, who := range []string{"classic", "blocked"} {
			for _, op := range speedOps {
				limit := float64(2 + i)
				if op == "ContainsBatch" {
					limit /= 2
				}
				t := record.Timing{Name: op + "/variant=" + who + "/n=1", Op: op, Variant: who, N: n, From: "digest", Hits: "0", Goroutines: 1}
				rows = append(rows, record.Timed{Timing: t, NS: 5, Line: 1, Limit: limit, LimitSpan: record.Span{Low: limit * 0.9, High: limit * 1.5}, Samples: 10, Apart: math.NaN(), Floor: 0.1, Usual: true})
			}
		}
	}
	rows = append(rows, rows[0], rows[0])
	rows[len(rows)-2].Hits = "100" // present keys, and another way of asking, are not drawn
	rows[len(rows)-1].Usual = false
	return rows
}

func TestSpeed(t *testing.T) {
	c := speed(timedRows(), words("en"))
	if len(c.panels) != 2 || len(c.panels[0].marks) != 6 || len(c.panels[1].lines) != 2 {
		t.Fatalf("%d panels", len(c.panels))
	}
	// classic, one by one, at 1e6: 300 % of the limit, from 270 to 450.
	if m := c.panels[0].marks[1]; m.at != (point{1e6, 300}) || math.Abs(m.low-270) > 1e-9 || math.Abs(m.high-450) > 1e-9 {
		t.Errorf("%+v", m)
	}
	if e := c.panels[1].ends[1]; e.text != "blocked" || e.at != (point{1e8, 200}) || e.shift != c.panels[1].lines[1].shift {
		t.Errorf("the name at the end: %+v", e)
	}
	f, err := Speed("standard", timedRows(), words("vi"))
	if err != nil || !bytes.Contains(f.SVG, []byte(">blocked<")) || !strings.Contains(f.Alt, "n = 1e8") {
		t.Errorf("%v, %s", err, f.Alt)
	}
	if _, err := Speed("standard", timedRows()[:4], words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("one size: %v, want ErrEmpty", err)
	}
}

// More contestants than lines can be told apart get a row each, the fastest on top;
// one that takes thirty times the least is beyond the axis.
func TestSpeedOfMany(t *testing.T) {
	var rows []record.Timed
	for i, ns := range []float64{9, 2, 3, 4, 5, 6, 7, 200} {
		for _, r := range timedRows()[:12] {
			if r.Variant != "classic" || r.N == 1e8 {
				continue
			}
			r.Variant = string(rune('a' + i))
			r.Name = r.Op + "/variant=" + r.Variant + "/n=1"
			r.Limit, r.LimitSpan = ns, record.Span{Low: ns / 2, High: ns * 2}
			rows = append(rows, r)
		}
	}
	c := speed(rows, words("en"))
	if len(c.panels) != 2 || len(c.panels[0].marks) != 14 {
		t.Fatalf("%+v", c)
	}
	p := c.panels[0]
	if top := p.y.ticks[0]; top.text != "b" || top.at != 8 || p.y.ticks[7].text != "h" {
		t.Errorf("rows %v: want b on top, h below", p.y.ticks)
	}
	// The two marks of b stand above one another around its row, with their intervals.
	for i, m := range p.marks[:2] {
		if m.at.x != 200 || m.low != 100 || m.high != 400 || !m.flat || (m.at.y > 8) != (i == 0) {
			t.Errorf("mark %d of b: %+v", i, m)
		}
	}
	if got := []string{whole(33_349), whole(4_904), whole(842.3), whole(1.7432)}; !slices.Equal(got, []string{"33300", "4900", "842", "1.74"}) {
		t.Errorf("numbers %q", got)
	}
	if x := c.panels[1].x; x.low != p.x.low || x.high != p.x.high {
		t.Errorf("the panels have axes to %v and %v, want one", p.x.high, x.high)
	}
	if !c.hasArrow() || !p.x.inside(1800) || p.x.inside(20000) {
		t.Errorf("axis from %v to %v: want h beyond it, with an arrow", p.x.low, p.x.high)
	}
	if f, err := Speed("standard", rows, words("en")); err != nil || !strings.Contains(f.Caption, "Arrows:") {
		t.Errorf("%v: %s", err, f.Caption)
	}
}

// The caption says the floor of each operation that is drawn, each n once.
func TestFloorsOfEachOperation(t *testing.T) {
	rows := timedRows()
	for i := range rows {
		if rows[i].Op == "ContainsBatch" {
			rows[i].Floor = 0.034
		}
	}
	got := floors(rows)
	single, batch, both := strings.Cut(got, "; ContainsBatch n = ")
	if !both || !strings.HasPrefix(single, "Contains n = ") || !strings.Contains(single, ": 10 %") || strings.Contains(single, "3.4") {
		t.Errorf("floors %q", got)
	}
	if !strings.Contains(batch, ": 3.4 %") || strings.Contains(batch, ": 10 %") {
		t.Errorf("floors of batches %q", batch)
	}
}

// Rows of a front, by hand: at equal rates b needs more bits and less time than a,
// c more of both, and d is not at the target; e takes far longer.
func frontRows() []record.Front {
	row := func(variant string, bits, ns float64) record.Front {
		return record.Front{N: 1e6, Match: "fpr", Target: 0.01, Variant: variant, BitsPerKey: bits, FPR: 0.01, Absent: ns, Batch: math.NaN(), OnFront: "yes", Status: record.StatusOK}
	}
	rows := []record.Front{row("a", 10, 8), row("b", 11.04, 4), row("c", 12, 5), row("d", 9, 3), row("e", 400, 1000)}
	rows[3].FPR, rows[3].Status = 0.007, "fpr is -30 % of the target away"
	rows[1].Batch, rows[1].Absent = 4, 20
	rows[2].OnFront = "no"
	return rows
}

// frontTimes are the rows of timings behind those, with intervals of the batch form
// and of the other.
func frontTimes() []record.Timed {
	var rows []record.Timed
	for _, r := range frontRows() {
		for i, op := range speedOps {
			name := op + "/variant=" + r.Variant + "/match=fpr:0.01/n=1e6"
			rows = append(rows, record.Timed{Timing: record.Timing{Name: name, Op: op, Variant: r.Variant, N: r.N, Hits: "0"}, Usual: true,
				NSSpan: record.Span{Low: 3 - float64(i), High: 9 - float64(i)}})
		}
	}
	return rows
}

func TestFront(t *testing.T) {
	c := front(frontRows(), frontTimes(), words("en"))
	if len(c.panels) != 1 || len(c.panels[0].marks) != 4 {
		t.Fatalf("%+v", c)
	}
	p := c.panels[0]
	var rows []string
	for _, tick := range p.y.ticks {
		rows = append(rows, tick.text)
	}
	if want := []string{"d", "b", "c", "a", "e"}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, want the fastest on top: %v", rows, want)
	}
	// d, on top, is drawn hollow; b is faster in batches, with the interval of those.
	if d := p.marks[0]; d.at != (point{3, 5}) || d.tone.shape != ring || d.low != 3 || d.high != 9 {
		t.Errorf("d is drawn at %+v", d)
	}
	if b := p.marks[1]; b.at != (point{4, 4}) || b.tone.shape != disc || b.low != 2 || b.high != 8 {
		t.Errorf("b is drawn at %+v", b)
	}
	texts := map[string]label{}
	for _, l := range p.labels {
		texts[l.text] = l
	}
	for text, want := range map[string]label{"9 (0.7)": {at: point{0, 5}, color: ink}, "11": {at: point{0, 4}, color: ink}, "12": {at: point{0, 3}, color: grey},
		"1000 →": {at: point{0, 1}, color: ink}} {
		if got, ok := texts[text]; !ok || got.at.y != want.at.y || got.color != want.color {
			t.Errorf("%q: %+v", text, got)
		}
	}
	if _, err := Front("matched", frontRows()[:1], nil, 0.1, words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("one row: %v, want ErrEmpty", err)
	}
	f, err := Front("matched", frontRows(), frontTimes(), 0.0514520, words("en"))
	if err != nil || !strings.HasSuffix(f.Caption, "A/A floor: 5.1 %.") || !strings.Contains(f.Alt, "At rate 1 % the fastest is b with 4 ns. (2 to 8 ns.)") {
		t.Errorf("%v: %s", err, f.Alt)
	}
	// What counts as equal on the front is said where its colours are explained.
	if want := "up to 1 % in memory, 5 % in rate and 5 % in time count as equal"; !strings.Contains(f.Caption, want) {
		t.Errorf("%q is not in %s", want, f.Caption)
	}
	if f, err = Front("matched", frontRows(), nil, math.NaN(), words("en")); err != nil || strings.Contains(f.Alt, "NaN") || strings.Contains(f.Alt, "floor:") {
		t.Errorf("%v: of unknown intervals and floor: %s", err, f.Alt)
	}
}

// Names that are many find room within their panel.
func TestLabelsStayInTheirPanel(t *testing.T) {
	p := &panel{x: linear(0, 1), y: linear(0, 1)}
	for range 10 {
		p.labels = append(p.labels, label{at: point{0.5, 0.05}, text: "x", apart: true})
	}
	got := p.heights(frame{left: 0, right: 100, bottom: 10, top: 110})
	for i, y := range got {
		if y < 10 || y > 110 || i > 0 && got[i-1]-y < small-1e-9 {
			t.Fatalf("labels at %v: want them %v apart from 10 up", got, small)
		}
	}
}

// Two variants at three sizes, in two rounds: in proportion to n.
func growthRows() []record.Growth {
	var rows []record.Growth
	for round := range uint64(2) {
		for _, n := range []uint64{1e4, 1e6, 1e8} {
			for i, v := range []string{"classic", "blocked"} {
				rows = append(rows, record.Growth{N: n, Variant: v, Round: round + 1, AllocatedBits: 8 << 20 * n / 1e4, ElapsedNS: (10 + 2*round - uint64(i)) * n, PeakBytes: (5 + round) << 20 * n / 1e4})
			}
		}
	}
	return rows
}

func TestGrowth(t *testing.T) {
	c := grows(record.SumGrowth(growthRows()), words("en"))
	memory, seconds := c.panels[0], c.panels[1]
	// 6 MiB at 1e4 in the second round, the filter 1 MiB; 10 and 12 ns a key.
	if m := memory.marks[0]; m.at != (point{1e4, 6}) || memory.lines[0].points[0] != (point{1e4, 1}) {
		t.Errorf("memory %+v, filter %v", m, memory.lines[0].points[0])
	}
	if m := seconds.marks[2]; math.Abs(m.at.y-1.1) > 1e-12 || m.low != 1 || m.high != 1.2 || m.at.x != 1e8 {
		t.Errorf("seconds %+v, want 1.1 from 1 to 1.2 at 1e8", m)
	}
	if from := seconds.lines[0].points[0]; from.x != 1e4 || math.Abs(from.y-1.1e-4) > 1e-15 {
		t.Errorf("the line in proportion begins at %v", from)
	}
	f, err := Growth("growth", growthRows(), words("en"))
	if err != nil || !strings.Contains(f.Alt, "n = 1e4 to 1e8 the memory of classic grows from 6 to 6e4 MiB, the time from 1.1e-4 to 1.1 seconds") {
		t.Errorf("%v: %s", err, f.Alt)
	}
	if _, err := Growth("growth", growthRows()[:2], words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("one size: %v, want ErrEmpty", err)
	}
}
