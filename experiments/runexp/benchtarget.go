package runexp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
)

// benchTarget is where timings go: the rows that are there and those that come.
type benchTarget struct {
	base   string // path without the ending
	file   record.TimingFile
	rows   []record.Timing
	rounds uint64 // in the files that are there
	anew   bool   // the last run was not finished, and its rows are dropped
	brief  bool   // without the benchmark file
}

// machineID names this kind of machine, not this one.
func machineID() string { return record.Slug(fmt.Sprintf("%s %d cores", cpuName(), runtime.NumCPU())) }

// benchTarget looks at the files that are there; it writes nothing.
func (s *call) benchTarget(f *benchFlags, suites []*timing.Suite) (*benchTarget, error) {
	if f.name == "" {
		f.name = f.profile
		if f.front {
			f.name = "matched"
		}
		if f.audited {
			f.name = audit.SpeedFile
		}
		if len(f.goals.words) > 0 {
			f.name = goalFiles[f.goals.words[0]]
		}
	}
	if record.Slug(f.name) != f.name {
		return nil, fmt.Errorf("bench: --name %q: want lower-case letters, digits and single dashes", f.name)
	}
	if f.name+".csv" == record.GoalsFile {
		return nil, fmt.Errorf("bench: --name %q: want another: the judged goals stand in %s", f.name, record.GoalsFile)
	}
	id := machineID()
	t := &benchTarget{base: filepath.Join(f.out, record.TimingsFolder, id, f.name), brief: f.audited,
		file: record.TimingFile{SchemaVersion: record.SchemaVersion, Name: f.name, MachineID: id}}
	_, err := os.Lstat(t.base + ".csv")
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && (f.again || f.dryRun):
		return t, nil
	case err != nil:
		return nil, fmt.Errorf("bench: %w", err)
	}
	if err := t.read(); err != nil && f.append {
		return nil, fmt.Errorf("bench: --append: %w", err)
	}
	t.forget()
	switch {
	case len(t.file.Runs) == 0 && t.anew:
		return t, nil
	case !f.append:
		return nil, fmt.Errorf("bench: %s.csv is there: want --append to add rounds, --again to replace it, or another --name", t.base)
	}
	return t, t.goesOn(f, suites)
}

// forget drops the last run where it was not finished: it begins anew.
func (t *benchTarget) forget() {
	last := len(t.file.Runs) - 1
	if last < 0 || t.file.Runs[last].Incomplete == "" {
		return
	}
	first := t.file.Runs[last].FirstRound
	t.anew, t.rounds, t.file.Runs = true, first-1, t.file.Runs[:last]
	if last == 0 {
		t.rows, t.rounds = nil, 0
		return
	}
	t.rows = slices.DeleteFunc(t.rows, func(r record.Timing) bool { return r.Round >= first })
}

// read reads the files that are there.
func (t *benchTarget) read() error {
	data, err := os.ReadFile(t.base + ".csv")
	if err != nil {
		return err
	}
	if t.rows, err = record.DecodeTimings(t.base+".csv", data); err != nil {
		return err
	}
	if data, err = os.ReadFile(t.base + ".json"); err != nil {
		return err
	}
	if t.file, err = record.DecodeTimingFile(t.base+".json", data); err != nil {
		return err
	}
	for i := range t.rows {
		t.rounds = max(t.rounds, t.rows[i].Round)
	}
	return nil
}

// goesOn refuses to add what was not timed in the same way.
func (t *benchTarget) goesOn(f *benchFlags, suites []*timing.Suite) error {
	m := machine()
	for _, run := range t.file.Runs {
		switch {
		case run.Seed != f.seed.value:
			return fmt.Errorf("bench: --append: %s.csv was timed with seed %d and not %d", t.base, run.Seed, f.seed.value)
		case run.BenchTime != f.time.String():
			return fmt.Errorf("bench: --append: %s.csv was timed with --benchtime %s and not %s", t.base, run.BenchTime, f.time.String())
		case run.GoVersion != m.GoVersion || run.Revision != m.Revision || run.Dirty != m.Dirty:
			return fmt.Errorf("bench: --append: %s.csv was timed by revision %s (%s) and not %s (%s)", t.base,
				wordOr(short(run.Revision), "unknown"), run.GoVersion, wordOr(short(m.Revision), "unknown"), m.GoVersion)
		}
	}
	return t.sameRows(suites)
}

// sameRows refuses suites with other rows than those that are there: fewer would
// leave rows of one file with unlike numbers of samples.
func (t *benchTarget) sameRows(suites []*timing.Suite) error {
	there, planned := map[string]bool{}, map[string]bool{}
	for i := range t.rows {
		there[t.rows[i].Name] = true
	}
	const want = "want the flags that it was made with"
	for _, suite := range suites {
		for _, n := range suite.N {
			rows, err := suite.Rows(n)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			for i := range rows {
				name := suite.Name(&rows[i])
				if planned[name] = true; !there[name] {
					return fmt.Errorf("bench: --append: %s.csv has no row %s: %s", t.base, name, want)
				}
			}
		}
	}
	for i := range t.rows {
		if name := t.rows[i].Name; !planned[name] {
			return fmt.Errorf("bench: --append: %s.csv has a row %s, which is not timed now: %s", t.base, name, want)
		}
	}
	return nil
}

// add takes the rows of one n and writes everything there is.
func (t *benchTarget) add(rows []record.Timing, run *record.TimingRun) error {
	if t.rounds == 0 {
		t.rows = append(t.rows, rows...)
	} else {
		t.merge(rows)
	}
	return t.write(run)
}

// merge puts further samples behind those of the same row. The samples of a row
// stand together; a row without samples is there already.
func (t *benchTarget) merge(rows []record.Timing) {
	further := map[string][]record.Timing{}
	for _, r := range rows {
		if r.Round > 0 {
			further[r.Name] = append(further[r.Name], r)
		}
	}
	merged := make([]record.Timing, 0, len(t.rows)+len(rows))
	for i := range t.rows {
		name := t.rows[i].Name
		if merged = append(merged, t.rows[i]); i+1 == len(t.rows) || t.rows[i+1].Name != name {
			merged = append(merged, further[name]...)
		}
	}
	t.rows = merged
}
