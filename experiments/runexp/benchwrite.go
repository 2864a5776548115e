package runexp

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

// finish writes the files of a run that is over.
func (t *benchTarget) finish(run *record.TimingRun) error {
	if err := t.write(run); err != nil {
		return err
	}
	t.file.Runs = append(t.file.Runs, *run)
	return nil
}

// write writes the three files, each by a rename. Where libraries stand beside ours the
// benchmark file, whose long names stand on a line a sample, is left out: it would be
// three times as large as the CSV, which has the same samples.
func (t *benchTarget) write(run *record.TimingRun) error {
	table, err := record.EncodeTimings(t.rows)
	if err != nil {
		return err
	}
	if !t.brief {
		if err := t.writeText(run); err != nil {
			return err
		}
	}
	if err := record.WriteFile(t.base+".csv", table); err != nil {
		return err
	}
	return t.writeAbout(run)
}

// writeText writes the benchmark file.
func (t *benchTarget) writeText(run *record.TimingRun) error {
	text, err := timing.Text(t.rows, run.GOMAXPROCS, t.config(run))
	if err != nil {
		return err
	}
	if run.Incomplete != "" { // a line that readers of the format pass over
		text = append([]byte("# "+run.Incomplete+"\n"), text...)
		if err := t.dropFront(); err != nil {
			return err
		}
	}
	return record.WriteFile(t.base+".txt", text)
}

// dropFront removes the tables of a front that was made of other samples.
func (t *benchTarget) dropFront() error {
	for _, end := range []string{record.FrontSuffix + ".csv", record.FrontSuffix + ".md"} {
		if err := os.Remove(t.base + end); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// writeAbout writes what is known of the runs.
func (t *benchTarget) writeAbout(run *record.TimingRun) error {
	file := t.file
	file.Runs = append(slices.Clone(file.Runs), *run)
	about, err := file.Encode()
	if err != nil {
		return err
	}
	return record.WriteFile(t.base+".json", about)
}

// config is what two files must share to be compared.
func (t *benchTarget) config(run *record.TimingRun) []benchfmt.Config {
	goos, goarch, _ := strings.Cut(run.Platform, "/")
	var out []benchfmt.Config
	for _, c := range [][2]string{{"goos", goos}, {"goarch", goarch}, {"cpu", run.CPU}, {"machine", t.file.MachineID}} {
		out = append(out, benchfmt.Config{Key: c[0], Value: []byte(c[1]), File: true})
	}
	return out
}
