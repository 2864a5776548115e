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
				rows = append(rows, record.Timed{Timing: t, NS: 5, Line: 1, Limit: limit, Samples: 10, Apart: math.NaN(), Floor: 0.1, Usual: true})
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
	// classic, one by one, at 1e6: 300 % of the limit, the floor a tenth of it.
	if m := c.panels[0].marks[1]; m.at != (point{1e6, 300}) || m.low != 270 || math.Abs(m.high-330) > 1e-9 {
		t.Errorf("%+v", m)
	}
	if l := c.panels[1].labels[1]; l.text != "blocked" || l.at != (point{1e8, 200}) {
		t.Errorf("label %+v", l)
	}
	f, err := Speed("standard", timedRows(), words("vi"))
	if err != nil || !bytes.Contains(f.SVG, []byte(">blocked<")) || !strings.Contains(f.Alt, "n = 1e8") {
		t.Errorf("%v, %s", err, f.Alt)
	}
	if _, err := Speed("standard", timedRows()[:4], words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("one size: %v, want ErrEmpty", err)
	}
}

// Rows of a front, by hand: at equal rates b needs more bits and less time than a,
// c more of both, and d is not at the target.
func frontRows() []record.Front {
	row := func(variant string, bits, ns float64) record.Front {
		return record.Front{N: 1e6, Match: "fpr", Target: 0.01, Variant: variant, BitsPerKey: bits, FPR: 0.01, Absent: ns, Batch: math.NaN(), OnFront: "yes", Status: record.StatusOK}
	}
	rows := []record.Front{row("a", 10, 8), row("b", 11, 4), row("c", 12, 5), row("d", 9, 3)}
	rows[3].FPR, rows[3].Status = 0.007, "fpr is -30 % of the target away"
	rows[1].Batch, rows[1].Absent = 4, 20
	return rows
}

func TestFront(t *testing.T) {
	c := front(frontRows(), 0.25, words("en"))
	if len(c.panels) != 1 || len(c.panels[0].marks) != 4 || len(c.panels[0].lines) != 1 {
		t.Fatalf("%+v", c)
	}
	p := c.panels[0]
	want := []point{{10, p.y.high}, {10, 8}, {11, 8}, {11, 4}, {p.x.high, 4}}
	if got := p.lines[0].points; !slices.Equal(got, want) {
		t.Errorf("border %v, want %v", got, want)
	}
	if m := p.marks[1]; m.at != (point{11, 4}) || m.low != 3 || m.high != 5 {
		t.Errorf("b is drawn at %+v", m)
	}
	texts := map[string]bool{}
	for _, l := range p.labels {
		texts[l.text] = true
	}
	if !texts["−30 %"] || !texts["rate 0.01"] || len(texts) != 2 {
		t.Errorf("labels %v", texts)
	}
	if _, err := Front("matched", frontRows()[:1], 0.1, words("en")); !errors.Is(err, ErrEmpty) {
		t.Errorf("one row: %v, want ErrEmpty", err)
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
