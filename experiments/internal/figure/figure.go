package figure

import (
	"errors"
	"fmt"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// Cell is a row of cells.csv with what was measured of it.
type Cell struct {
	Row  record.Cell
	Sum  record.Count    // of its rows in counts.csv
	Rate *record.Verdict // on its rate; nil where nothing was checked, which draws no interval
}

// Figure is a picture in two formats, with its words.
type Figure struct {
	SVG     []byte // fonts are named, not embedded
	PNG     []byte // 288 dots an inch
	Alt     string // for those who do not see it: what is drawn, and what it shows
	Caption string // what is drawn, for below the picture
}

// painter makes the chart of an experiment. It returns nil where the rows are
// not those it needs; the general figure takes its place.
type painter func(cells []Cell, word Translator) *chart

// painters are those of our experiments, by name.
func painters() map[string]painter {
	return map[string]painter{
		"k-sweep":         kSweep,
		"sizing":          sizing,
		"overfill":        overfill,
		"schemes":         schemes,
		"blocked-penalty": blockedPenalty,
		"cuckoo-load":     cuckooLoad,
		"scalable-growth": scalableGrowth,
		"counting":        counting,
		"key-kinds":       keyKinds,
		"tiny":            tiny,
		"variants":        kinds,
		"production":      production,
		"frontier":        frontier,
	}
}

// ErrEmpty says that an experiment has nothing to be drawn.
var ErrEmpty = errors.New("no cell with queries and a prediction")

// Draw draws the figure of an experiment. One that it does not know, or whose
// rows are too few for its own figure, gets measured rates against theory's. An
// experiment without a measured cell that has a prediction is ErrEmpty.
func Draw(experiment string, cells []Cell, word Translator) (Figure, error) {
	c, f, err := compose(experiment, cells, word)
	if err != nil {
		return Figure{}, err
	}
	return c.paint(experiment, f)
}

// paint adds the pictures of a chart to the words of its figure.
func (c *chart) paint(name string, f Figure) (Figure, error) {
	err := c.lost()
	if err != nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, err)
	}
	if f.SVG, err = c.svg(f.Alt); err != nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, err)
	}
	if f.PNG, err = c.png(); err != nil {
		return Figure{}, fmt.Errorf("figure %s: %w", name, err)
	}
	return f, nil
}

// compose makes the chart and the words of a figure.
func compose(experiment string, cells []Cell, word Translator) (*chart, Figure, error) {
	cells = drawable(cells)
	if len(cells) == 0 {
		return nil, Figure{}, fmt.Errorf("figure %s: %w", experiment, ErrEmpty)
	}
	caption := "caption." + experiment
	var c *chart
	if paint := painters()[experiment]; paint != nil {
		c = paint(cells, word)
	}
	if c == nil || c.lost() != nil {
		c, caption = general(cells, word), "caption.general"
	}
	f := Figure{Caption: c.explained(word(caption), word)}
	f.Alt = f.Caption + " " + summary(cells, word)
	return c, f, nil
}

// bounded reports whether a chart has upper bounds in it.
func (c *chart) bounded() bool {
	return slices.ContainsFunc(c.panels, func(p *panel) bool {
		return slices.ContainsFunc(p.marks, func(m mark) bool { return m.bound })
	})
}

// drawable leaves out the cells that nothing was asked of.
func drawable(cells []Cell) []Cell {
	var kept []Cell
	for _, c := range cells {
		if c.Sum.Queries > 0 && c.Row.TheoryFPR > 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

// summary says in words how the cells came out.
func summary(cells []Cell, word Translator) string {
	count := map[string]int{}
	for _, c := range cells {
		if c.Rate != nil {
			count[c.Rate.Verdict]++
		}
	}
	return word("alt.verdicts", len(cells), count["agrees"], count["deviates"], count["undecided"])
}
