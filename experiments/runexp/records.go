package runexp

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
)

// recordedNames returns the experiments that have a folder in dir, the known
// ones first and in their order.
func (s *call) recordedNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		f := record.Folder(filepath.Join(dir, e.Name()))
		if e.IsDir() && (f.Has(record.ManifestFile) || f.Has(record.JournalFile) || f.Has(record.CountsFile)) {
			names = append(names, e.Name())
		}
	}
	known := s.experimentNames()
	rank := func(name string) int {
		if i := slices.Index(known, name); i >= 0 {
			return i
		}
		return len(known)
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return names, nil
}

// load reads the complete records in dir, all of them or those of the names.
func (s *call) load(verb, dir string, names []string) ([]*record.Record, error) {
	there, err := s.recordedNames(dir)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: no such folder; runexp run makes records", dir)
		}
		return nil, fmt.Errorf("%s: %w", verb, err)
	}
	for _, name := range names {
		if !slices.Contains(there, name) {
			return nil, fmt.Errorf("%s: %s: %s", verb, dir, hashes.Unknown("record", name, there))
		}
	}
	var records []*record.Record
	for _, name := range there {
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		r, err := loadRecord(record.Folder(filepath.Join(dir, name)))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", verb, err)
		}
		records = append(records, r)
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("%s: %s: holds no record; runexp run makes one", verb, dir)
	}
	return records, nil
}

// loadRecord reads the complete record in f and checks it, for all verbs alike.
func loadRecord(f record.Folder) (*record.Record, error) {
	r, err := f.Load()
	if err != nil {
		return nil, err
	}
	return r, checkSeeds(r)
}

// checkSeeds refuses a manifest whose seed is not the one its counts were made
// with: every row of counts.csv has the seed of its first trial, a function of
// the manifest's and the cell's name.
func checkSeeds(r *record.Record) error {
	for i := range r.Cells {
		name := plan.Canonical(&r.Cells[i])
		for _, row := range record.CountsOf(r.Counts, r.Cells[i].ID) {
			if want := keys.TrialSeed(r.Manifest.Seed, name, row.FirstTrial); row.Seed != want {
				return fmt.Errorf("%s: seed %d: gives cell %s, trial %d, the seed %d, but %s has %d (edited?)",
					r.Folder.Path(record.ManifestFile), r.Manifest.Seed, row.CellID, row.FirstTrial, want, record.CountsFile, row.Seed)
			}
		}
	}
	return nil
}

// loadFamily reads the records of the names, which must be complete, and with
// them all other complete records in dir: together they are one family of tests.
func (s *call) loadFamily(verb, dir string, names []string) ([]*record.Record, error) {
	asked, err := s.load(verb, dir, names)
	if err != nil || len(names) == 0 {
		return asked, err
	}
	complete, err := s.completeNames(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", verb, err)
	}
	return s.load(verb, dir, complete)
}

// completeNames returns the experiments whose record in dir is complete.
func (s *call) completeNames(dir string) ([]string, error) {
	there, err := s.recordedNames(dir)
	return slices.DeleteFunc(there, func(name string) bool {
		return !record.Folder(filepath.Join(dir, name)).Has(record.ManifestFile)
	}), err
}

// replan plans a record's own spec again, with its profile and seed, for the
// code behind its rows. Key files are not read unless keys is given.
func (s *call) replan(m *record.Manifest, keys sources) (*plan.Plan, *experiments.Spec, error) {
	spec, err := experiments.Parse(m.Experiment+".toml", m.Spec)
	if err != nil {
		return nil, nil, fmt.Errorf("experiment %s: the recorded spec: %w", m.Experiment, err)
	}
	catalog := s.unlimited()
	if keys != nil {
		catalog = s.catalog(keys, false)
	}
	p, err := plan.New([]experiments.Spec{spec}, m.Profile, catalog, plan.Options{Seed: &m.Seed})
	if err != nil {
		return nil, nil, fmt.Errorf("experiment %s: the recorded spec: %w", m.Experiment, err)
	}
	return p, &spec, nil
}

// unlimited is a catalog that opens no key file: for questions about cells, not
// about how often they are measured.
func (s *call) unlimited() plan.Catalog {
	c := s.catalog(nil, false)
	c.KeyLimit = func(string) (uint64, error) { return math.MaxUint64, nil }
	return c
}

// byID indexes the cells of a plan.
func byID(into map[string]*plan.Cell, p *plan.Plan) {
	for i := range p.Cells {
		into[p.Cells[i].Row.ID] = &p.Cells[i]
	}
}
