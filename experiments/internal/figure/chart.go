package figure

import "image/color"

// chart is a figure before it is drawn: panels below one another that share
// their width, and a key above them.
type chart struct {
	panels []*panel
	key    []entry
	height float64 // of all, in points
	right  float64 // room right of the panels, for labels at the ends of lines
	ragged bool    // each panel begins where its own ticks need it to
}

// entry is one line of the key.
type entry struct {
	text string
	tone tone
	line bool // a line, not a mark
	bar  bool // a line upright
}

// tone is how a series looks: colour, mark and dash together, so that no two
// series differ by colour alone.
type tone struct {
	color color.RGBA
	shape shape
	dash  dash
}

// panel is one pair of axes with what is drawn in it.
type panel struct {
	title  string // what the y axis shows; stands above it, since turned text is hard to read
	xtitle string // "" where a panel below has the same x axis
	x, y   axis
	share  float64 // of the chart's height
	bands  [][]point
	rules  []float64 // y of thin lines to compare with
	drops  []point   // thin lines from a place to both axes
	lines  []line
	marks  []mark
	labels []label
	spread bool // marks that would cover each other stand side by side
	ends   []end

	uprights float64 // y up to which thin lines rise from the x axis; 0 for none
}

// line joins points.
type line struct {
	points []point
	tone   tone
	width  float64 // in points
	shift  float64 // in points to the right, with its marks
	below  bool    // wide and pale, for others to lie on
}

// mark is one measurement.
type mark struct {
	at        point
	low, high float64 // interval of y; NaN draws none
	tone      tone
	shift     float64 // in points to the right, so that marks of one x do not hide each other
	bound     bool    // nothing was found: at is the upper bound
	flat      bool    // the value is x, and so is the interval
}

// label is text beside a place.
type label struct {
	at    point
	text  string
	color color.RGBA
	dx    float64 // in points from the place; its sign says on which side the text stands
	dy    float64
	mid   bool // centred on dx
	apart bool // moved up or down where it would touch another such label

	sample *tone // the mark of its series is drawn before the text; nil draws none
	marks  []int // of its series: it stands beside one of them, wherever there is room, not at a place given
	rule   bool  // it stands on the level line through its place, wherever there is room
}

// Widths of lines, in points.
const (
	thin   = 0.5
	medium = 0.9
)

// column is the width of a figure: 8.5 cm, half a page.
const column = 241

// measured makes the mark of a cell's rate.
func measured(c *Cell, x float64, t tone) mark {
	low, high := c.interval()
	m := mark{at: point{x, c.fpr()}, low: low, high: high, tone: t}
	if c.Sum.FalsePositives == 0 {
		m.bound, m.at.y = true, c.atMost()
	}
	return m
}

// relative makes the mark of a cell's rate over another rate.
func relative(c *Cell, x, over float64, t tone) mark {
	return measured(c, x, t).scaled(func(y float64) float64 { return y / over })
}

// scaled changes the unit of y.
func (m mark) scaled(f func(float64) float64) mark {
	m.at.y, m.low, m.high = f(m.at.y), f(m.low), f(m.high)
	return m
}

// percent turns a ratio into a difference in percent.
func percent(ratio float64) float64 { return 100 * (ratio - 1) }
