package runexp

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/filterlab/filterlab/experiments/internal/measure"
)

// progress shows how far long work is: a bar with an estimate on a terminal,
// a plain line now and then elsewhere, nothing where quiet.
type progress struct {
	out   io.Writer // nil: quiet
	bars  *mpb.Progress
	bar   *mpb.Bar
	start time.Time
	last  time.Time
}

// between is the least time between two plain lines that only say how far work is.
const between = 10 * time.Second

// newProgress starts the display on w.
func newProgress(w io.Writer, quiet bool) *progress {
	p := &progress{start: time.Now(), last: time.Now()}
	if quiet {
		return p
	}
	p.out = w
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		p.bars = mpb.New(mpb.WithOutput(f), mpb.WithWidth(40))
		p.bar = p.bars.AddBar(0,
			mpb.PrependDecorators(decor.Percentage(decor.WCSyncSpace)),
			mpb.AppendDecorators(decor.Elapsed(decor.ET_STYLE_GO), decor.Name(", about "), decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left")))
	}
	return p
}

// step shows x, which counts keys.
func (p *progress) step(x measure.Progress) {
	switch {
	case p.bar != nil:
		p.bar.SetTotal(int64(x.AllWork), false)
		p.bar.SetCurrent(int64(x.Work))
	case p.out != nil && time.Since(p.last) >= between:
		p.last = time.Now()
		fmt.Fprintf(p.out, "%5.1f%% after %s%s\n", 100*part(x), time.Since(p.start).Round(time.Second), left(part(x), time.Since(p.start)))
	}
}

// line shows that something is finished: above the bar, or as a line.
func (p *progress) line(format string, args ...any) {
	if p.out == nil {
		return
	}
	text := fmt.Sprintf(format, args...) + "\n"
	if p.bars != nil {
		_, _ = p.bars.Write([]byte(text)) // a display: nothing depends on it
		return
	}
	fmt.Fprint(p.out, text)
}

// close ends the display and leaves the terminal clean.
func (p *progress) close() {
	if p.bar == nil {
		return
	}
	p.bar.Abort(true)
	p.bars.Wait()
}

// left words the time that the rest will take.
func left(part float64, elapsed time.Duration) string {
	if part < 0.01 {
		return ""
	}
	rest := time.Duration(float64(elapsed) * (1 - part) / part)
	return fmt.Sprintf(", about %s left", rest.Round(time.Second))
}

// part is how much of the work is done, from 0 to 1.
func part(x measure.Progress) float64 {
	if x.AllWork == 0 {
		return 1
	}
	return float64(x.Work) / float64(x.AllWork)
}
