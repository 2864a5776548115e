package report

import (
	"math"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// speedTable is a row a library, beside ours of the nearest structure at about the same
// measured rate: the library's figure first, then ours.
func speedTable(w *catalogue.Words, rows []audit.Speed) *sheet {
	s := newSheet(w, "n", "library", "ours", "scheme", "fpr", "bits_per_key", "absent", "timesfaster", "present", "timesfaster", "warned")
	for _, x := range rows {
		warned := ""
		if with := x.Absent.Warned + x.Present.Warned; with > 0 {
			warned = w.Say("timings.warned", with, x.Absent.Rounds+x.Present.Rounds)
		}
		s.Rows = append(s.Rows, []string{keysOf(x.N), x.Library.Variant, x.Ours.Variant, sides(x.Library.Scheme, x.Ours.Scheme),
			sides(short(x.Library.FPR, 3), short(x.Ours.FPR, 3)), sides(short(x.Library.BitsPerKey, 3), short(x.Ours.BitsPerKey, 3)),
			sides(short(x.Absent.LibraryNS, 3), short(x.Absent.OursNS, 3)), timesFaster(w, x.Absent),
			sides(short(x.Present.LibraryNS, 3), short(x.Present.OursNS, 3)), timesFaster(w, x.Present), warned})
	}
	return s
}

// sides joins the library's figure and ours; "" where there is neither.
func sides(library, ours string) string {
	if library == "" && ours == "" {
		return ""
	}
	return library + " / " + ours
}

// timesFaster is how many times as fast ours is, with its interval, and a word where that
// is within the noise.
func timesFaster(w *catalogue.Words, c audit.Contrast) string {
	if math.IsNaN(c.Ratio) {
		return w.Say("verdict.undecided")
	}
	text := w.Say("timings.times", short(c.Ratio, 3), short(c.Low, 3), short(c.High, 3))
	if c.Verdict == audit.Undecided {
		text += ", " + w.Say("verdict.undecided")
	}
	return text
}
