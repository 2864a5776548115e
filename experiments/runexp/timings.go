package runexp

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/goals"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// frontFile is the end of the name of a table of a front.
const frontFile = "-front.csv"

// loadTimings reads the timings below a folder of records, machine by machine;
// none is no error.
func (s *call) loadTimings(out string) ([]report.Machine, error) {
	root := filepath.Join(out, record.TimingsFolder)
	entries, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var machines []report.Machine
	for _, e := range entries { // sorted by name
		if !e.IsDir() {
			continue
		}
		m, judged, err := loadMachine(filepath.Join(root, e.Name()))
		if err != nil {
			return nil, err
		}
		m.Goals = goals.Judge(s.Goals, judged)
		if len(m.Files) > 0 {
			machines = append(machines, m)
		}
	}
	return machines, nil
}

// loadMachine reads the timings of one machine: the files that a JSON stands beside, and
// of those that goals are read off the samples too, in the order of goals.Files.
func loadMachine(folder string) (m report.Machine, judged []goals.File, err error) {
	m.ID = filepath.Base(folder)
	names, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return m, nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		base := strings.TrimSuffix(name, ".json")
		t, rows, err := loadTimingFile(base)
		if err != nil {
			return m, nil, err
		}
		m.Files = append(m.Files, t)
		if file := filepath.Base(base); slices.Contains(goals.Files(), file) {
			judged = append(judged, goals.File{Name: file, Rows: rows})
		}
	}
	place := func(f goals.File) int { return slices.Index(goals.Files(), f.Name) }
	slices.SortFunc(judged, func(a, b goals.File) int { return cmp.Compare(place(a), place(b)) })
	// Times first, then fronts, then the program's own growth; within each by name.
	slices.SortStableFunc(m.Files, func(a, b report.Timings) int { return cmp.Compare(kindOf(&a), kindOf(&b)) })
	return m, judged, nil
}

// kindOf is the place of a file's kind on the pages.
func kindOf(t *report.Timings) int {
	switch {
	case len(t.Growth) > 0:
		return 2
	case len(t.Front)+len(t.Speeds) > 0:
		return 1
	}
	return 0
}

// loadTimingFile reads one file of timings, by its path without an ending, and its
// samples.
func loadTimingFile(base string) (t report.Timings, rows []record.Timing, err error) {
	about, data, err := readTimings(base)
	if err != nil {
		return t, nil, err
	}
	t.About = about
	if len(t.About.Runs) == 0 {
		return t, nil, fmt.Errorf("%s.json: no run", base)
	}
	if record.IsGrowth(data) {
		t.Growth, err = record.DecodeGrowth(base+".csv", data)
		return t, nil, err
	}
	if rows, err = decodeSamples(base, data, &t.About); err != nil {
		return t, nil, err
	}
	t.Rows, t.Warnings, t.Judged = record.SumTimings(rows), record.TimingWarnings(rows), slices.Contains(goals.Files(), t.About.Name)
	t.Speeds = audit.Speeds(rows)
	front, err := os.ReadFile(base + frontFile)
	if errors.Is(err, fs.ErrNotExist) {
		return t, rows, nil
	}
	if err == nil {
		t.Front, err = record.DecodeFront(base+frontFile, front)
	}
	return t, rows, err
}

// readTimings reads the JSON and the bytes of the CSV of a file of timings, by its path
// without an ending.
func readTimings(base string) (about record.TimingFile, data []byte, err error) {
	text, err := os.ReadFile(base + ".json")
	if err != nil {
		return about, nil, err
	}
	if about, err = record.DecodeTimingFile(base+".json", text); err != nil {
		return about, nil, err
	}
	data, err = os.ReadFile(base + ".csv")
	return about, data, err
}

// decodeSamples reads the samples of a file of timings, by its path without an ending,
// and marks those that are shorter than its last run asked for: timings of before that
// was judged when they were taken do not carry it.
func decodeSamples(base string, data []byte, about *record.TimingFile) ([]record.Timing, error) {
	rows, err := record.DecodeTimings(base+".csv", data)
	if err != nil || len(about.Runs) == 0 {
		return rows, err
	}
	if asked, err := time.ParseDuration(about.Runs[len(about.Runs)-1].BenchTime); err == nil { // else a number of operations
		record.MarkShort(rows, asked)
	}
	return rows, nil
}

// writeMachines writes the pages and figures of all timings in one language.
func writeMachines(w *catalogue.Words, out string, machines []report.Machine) error {
	for i := range machines {
		m := &machines[i]
		folder := filepath.Join(out, record.TimingsFolder, m.ID)
		if err := record.WriteFile(filepath.Join(folder, report.PageFile(w.Lang)), report.MachinePage(w, m)); err != nil {
			return err
		}
		if err := writeGoals(folder, m.Goals); err != nil {
			return err
		}
		for j := range m.Files {
			if err := writeFigures(filepath.Join(folder, "figures"), m.Files[j].Figures); err != nil {
				return err
			}
		}
	}
	return nil
}

// writeFigures writes figures into a folder, as SVG and, where there is one, as PNG.
func writeFigures(folder string, figures []report.Figure) error {
	for i := range figures {
		f := &figures[i]
		if err := record.WriteFile(filepath.Join(folder, f.Name+".svg"), f.SVG); err != nil {
			return err
		}
		if f.PNG == nil {
			continue
		}
		if err := record.WriteFile(filepath.Join(folder, f.Name+".png"), f.PNG); err != nil {
			return err
		}
	}
	return nil
}
