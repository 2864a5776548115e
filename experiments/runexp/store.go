package runexp

import (
	"errors"
	"fmt"
	"maps"
	"os"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// store is the record of one experiment while it is being made. It goes through
// three states, and a kill in any of them loses no finished unit:
//
//	new          nothing is there
//	in progress  the journal; beside it, where a record is measured again, the old one
//	complete     cells.csv, counts.csv and the manifest (of a shard: its journal)
type store struct {
	folder   record.Folder
	spec     *experiments.Spec
	cells    []*plan.Cell
	rows     []record.Cell
	cellsCSV []byte
	header   record.Header

	units    []record.Unit // all that this run or shard has to do
	pieces   record.Pieces // what is done
	good     int           // length of the journal's whole part; 0 for a new one
	seen     int           // length of the journal that was there; 0 for none
	journal  *record.Journal
	complete bool
	mode     mode
	old      *record.Manifest // of the record that is measured again
	waiting  map[string]int   // units to do, by cell
}

// mode says what to do with a record that is complete.
type mode int

const (
	asBefore  mode = iota // it is done
	again                 // --again: measure it again, and replace it when that is complete
	goOnAgain             // the same, interrupted: what has no journal has been replaced already
)

// newStore looks at what is in the folder and refuses what is not this very
// run's. It writes nothing.
func newStore(folder record.Folder, spec *experiments.Spec, cells []*plan.Cell, id record.Identity, part *shard, m mode) (*store, error) {
	st := &store{folder: folder, spec: spec, cells: cells, pieces: record.Pieces{}, mode: m}
	for _, c := range cells {
		st.rows = append(st.rows, c.Row)
	}
	var err error
	if st.cellsCSV, err = record.EncodeCells(st.rows); err != nil {
		return nil, fmt.Errorf("experiment %s: %w", spec.Name, err)
	}
	id.Experiment, id.SpecSHA256, id.CellsSHA256 = spec.Name, record.Hash([]byte(spec.Text)), record.Hash(st.cellsCSV)
	id.Seed, id.Shard, id.SchemaVersion = cells[0].Seed, part.String(), record.SchemaVersion
	st.header = record.Header{Identity: id, Start: now()}
	for i := range st.rows {
		st.units = append(st.units, st.rows[i].Units()...)
	}
	st.units = part.take(st.units)
	return st, st.look()
}

// todo returns the units that are not done, by cell.
func (st *store) todo() map[string][]record.Unit {
	left := map[string][]record.Unit{}
	if st.complete {
		return left
	}
	for _, u := range st.units {
		if _, done := st.pieces[u]; !done {
			left[u.CellID] = append(left[u.CellID], u)
		}
	}
	return left
}

// open makes the folder ready to append to.
func (st *store) open() error {
	if err := os.MkdirAll(string(st.folder), 0o777); err != nil {
		return err
	}
	var err error
	path := st.folder.Path(record.JournalFile)
	if st.good > 0 {
		st.journal, err = record.ResumeJournal(path, st.good, st.seen)
	} else {
		st.journal, err = record.CreateJournal(path, st.header, st.seen)
	}
	if err == nil && st.mode == asBefore && st.folder.Has(record.ManifestFile) {
		return errors.Join(record.InUse(path), st.abandon()) // another run has completed it since we looked
	}
	st.waiting = map[string]int{}
	for id, units := range st.todo() {
		st.waiting[id] = len(units)
	}
	return err
}

// abandon gives up a journal that was begun in vain.
func (st *store) abandon() error {
	return errors.Join(st.close(), os.Remove(st.folder.Path(record.JournalFile)))
}

// add records a finished unit. It returns whether it was the last of its cell,
// and whether the last of all.
func (st *store) add(p record.Piece) (cell, all bool, err error) {
	if err := st.journal.Append(p); err != nil {
		return false, false, err
	}
	if err := st.pieces.Put(p); err != nil {
		return false, false, err
	}
	if st.waiting[p.CellID]--; st.waiting[p.CellID] > 0 {
		return false, false, nil
	}
	delete(st.waiting, p.CellID)
	return true, len(st.waiting) == 0, nil
}

// finish makes the record complete: counts.csv, then the manifest, and then the
// journal goes. A shard keeps its journal instead.
func (st *store) finish(m record.Manifest) error {
	err := st.close()
	if err != nil {
		return err
	}
	m.SchemaVersion, m.Experiment, m.Profile, m.Seed, m.Shard = record.SchemaVersion, st.spec.Name, st.header.Profile, st.header.Seed, st.header.Shard
	m.Spec, m.SpecSHA256 = st.spec.Text, st.header.SpecSHA256
	m.Start, m.End = st.header.Start, now()
	files := []record.File{{Name: record.CellsFile, Data: st.cellsCSV}}
	if m.Shard != "" {
		data, err := os.ReadFile(st.folder.Path(record.JournalFile))
		if err != nil {
			return err
		}
		m.Files = map[string]string{record.JournalFile: record.Hash(data)}
		st.complete = true
		return st.folder.Write(&m, files...)
	}
	counts, err := record.Assemble(st.rows, st.pieces)
	if err != nil {
		return fmt.Errorf("experiment %s: %w", st.spec.Name, err)
	}
	data, err := record.EncodeCounts(counts)
	if err != nil {
		return fmt.Errorf("experiment %s: %w", st.spec.Name, err)
	}
	m.Files = st.stillTrue(data)
	if err := st.folder.Write(&m, append(files, record.File{Name: record.CountsFile, Data: data})...); err != nil {
		return err
	}
	st.complete = true
	return os.Remove(st.folder.Path(record.JournalFile))
}

// changed says what a record that is measured again was made from and no longer
// is; "" where that is the same.
func (st *store) changed() string {
	switch {
	case st.old == nil:
		return ""
	case st.old.SpecSHA256 != st.header.SpecSHA256:
		return fmt.Sprintf("the spec has changed (%s, now %s)", short(st.old.SpecSHA256), short(st.header.SpecSHA256))
	case st.old.Files[record.CellsFile] != st.header.CellsSHA256:
		return "the plan of its spec has changed"
	}
	return ""
}

// stillTrue lists the files made from an old record's rows if the new rows are
// the same; others are left out, so that their readers ask for them to be made.
func (st *store) stillTrue(counts []byte) map[string]string {
	if st.old == nil || st.old.Files[record.CellsFile] != record.Hash(st.cellsCSV) || st.old.Files[record.CountsFile] != record.Hash(counts) {
		return nil
	}
	return maps.Clone(st.old.Files)
}

// close closes the journal, if it is open.
func (st *store) close() error {
	if st.journal == nil {
		return nil
	}
	err := st.journal.Close()
	st.journal = nil
	return err
}
