package runexp

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// matchedTimings are two filters at one rate, in a run whose equal rows were apart
// by floor in the last of two runs, and by half before.
func matchedTimings(floor float64) *report.Timings {
	row := func(variant string, ns float64) record.Front {
		return record.Front{N: 1e6, Match: "fpr", Target: 0.01, Variant: variant, BitsPerKey: 10, FPR: 0.01, Absent: ns, Batch: math.NaN(), OnFront: "yes", Status: record.StatusOK}
	}
	size := func(median float64) []record.TimingSize {
		return []record.TimingSize{{N: 1e4, AAPairs: 1, AAMedian: 0.7}, {N: 1e6, AAPairs: 4, AAMedian: median}}
	}
	return &report.Timings{About: record.TimingFile{Name: "matched", Runs: []record.TimingRun{{Sizes: size(0.5)}, {Sizes: size(floor)}}},
		Front: []record.Front{row("classic", 8), row("blocked", 4)}}
}

// TestFloorOfMatchedIsInItsCaption: the A/A floor in the caption is that of the
// figure's n in the run that was made last, in both languages, and none where no
// pair of equal rows tells.
func TestFloorOfMatchedIsInItsCaption(t *testing.T) {
	for lang, said := range map[string]string{"en": "A/A floor: ", "vi": "Sàn A/A: "} {
		w, err := catalogue.Open(lang)
		if err != nil {
			t.Fatal(err)
		}
		for floor, want := range map[float64]string{0.051452: said + "5.1 %.", 0.159: said + "16 %."} {
			m := matchedTimings(floor)
			if err := drawTimingFile(w, m); err != nil || len(m.Figures) != 1 {
				t.Fatalf("%v, %d figures", err, len(m.Figures))
			}
			if f := m.Figures[0]; !strings.HasSuffix(f.Caption, want) || !strings.Contains(f.Alt, want) {
				t.Errorf("%s: %q does not end with %q", lang, f.Caption, want)
			}
		}
		m := matchedTimings(0.1)
		m.About.Runs = nil
		if err := drawTimingFile(w, m); err != nil || strings.HasSuffix(m.Figures[0].Caption, " %.") {
			t.Errorf("%s: %v, a floor that nobody measured: %q", lang, err, m.Figures[0].Caption)
		}
	}
}

// TestCommittedFloorsAreInCaptions: so in the figures of our own timings, against
// the median that their JSON has.
func TestCommittedFloorsAreInCaptions(t *testing.T) {
	folders, err := filepath.Glob(filepath.Join("../../results", record.TimingsFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, folder := range folders {
		m, _, err := loadMachine(folder)
		if err != nil {
			t.Fatal(err)
		}
		for i := range m.Files {
			if len(m.Files[i].Front) > 0 {
				seen += checkFloors(t, &m.Files[i])
			}
		}
	}
	if seen == 0 {
		t.Error("no figure of a front in the results")
	}
}

// checkFloors draws the fronts of a file and returns how many there are.
func checkFloors(t *testing.T, f *report.Timings) int {
	t.Helper()
	if err := drawTimingFile(catalogue.Default(), f); err != nil {
		t.Fatal(err)
	}
	sizes := f.About.Runs[len(f.About.Runs)-1].Sizes
	for i, drawn := range f.Figures {
		want := "A/A floor: " + record.FormatFloat(100*sizes[i].AAMedian, 2) + " %."
		if !strings.HasSuffix(drawn.Caption, want) {
			t.Errorf("%s: %q does not end with %q", drawn.Name, drawn.Caption, want)
		}
	}
	return len(f.Figures)
}
