package runexp

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// look reads what is in the folder.
func (st *store) look() error {
	m, err := st.folder.Manifest()
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case err == nil && st.mode == asBefore:
		return st.lookComplete(&m)
	case err == nil:
		return st.lookAgain(&m)
	case st.folder.Has(record.JournalFile):
		return st.lookJournal()
	}
	return st.lookStrange()
}

// lookAgain accepts a finished record that is to be measured again. Whole is
// what it must be, except where all is measured and a kill came between the
// new files and their manifest.
func (st *store) lookAgain(m *record.Manifest) error {
	if err := st.replaceable(m); err != nil {
		return err
	}
	st.old = m
	if done := finishedJournal(st.folder, m); done > 0 {
		st.seen, st.complete = done, st.mode == goOnAgain
	} else if st.folder.Has(record.JournalFile) {
		if err := st.lookJournal(); err != nil {
			return err
		}
	} else if st.mode == goOnAgain {
		st.complete = true
	}
	if m.Shard == "" && st.good > 0 && len(st.todo()) == 0 {
		return nil
	}
	return st.intact(m)
}

// finishedJournal returns the length of the journal that a finished shard keeps, 0
// where there is none, or one that was begun anew.
func finishedJournal(f record.Folder, m *record.Manifest) int {
	if m.Shard == "" {
		return 0
	}
	data, err := f.Read(m, record.JournalFile)
	if err != nil {
		return 0
	}
	return len(data)
}

// intact refuses a finished record with a file that is missing or not what its
// manifest lists. The journal of a shard that is measured again has been begun
// anew, and is held against its own checksums only.
func (st *store) intact(m *record.Manifest) error {
	var err error
	switch {
	case m.Shard == "":
		_, err = loadRecord(st.folder)
	case st.mode == asBefore:
		_, err = readPart(st.folder)
	default:
		_, err = st.folder.Read(m, record.CellsFile)
	}
	if err != nil {
		return fmt.Errorf("%w; nothing is overwritten: restore the file, choose another --out or remove the record", err)
	}
	return nil
}

// lookStrange refuses files that look like a record and have no manifest.
func (st *store) lookStrange() error {
	for _, name := range []string{record.CellsFile, record.CountsFile, record.VerdictsFile} {
		if st.folder.Has(name) {
			return fmt.Errorf("%s: holds a %s without a %s: not a record that can be gone on with; choose another --out or remove it",
				st.folder, name, record.ManifestFile)
		}
	}
	return nil
}

// replaceable refuses to measure again what is another kind of record: a smoke
// run never takes the place of the standard record, nor one seed that of another.
func (st *store) replaceable(m *record.Manifest) error {
	switch {
	case m.Experiment != st.header.Experiment:
		return fmt.Errorf("%s: --again: holds experiment %s and not %s; choose another --out", st.folder, m.Experiment, st.header.Experiment)
	case m.Profile != st.header.Profile:
		return fmt.Errorf("%s: --again: holds profile %s and not %s; choose another --out", st.folder, m.Profile, st.header.Profile)
	case m.Seed != st.header.Seed:
		return fmt.Errorf("%s: --again: holds seed %d and not %d; choose another --out", st.folder, m.Seed, st.header.Seed)
	case m.Shard != st.header.Shard:
		return fmt.Errorf("%s: --again: holds shard %s and not %s; choose another --out", st.folder, wordOr(m.Shard, "none"), wordOr(st.header.Shard, "none"))
	}
	return nil
}

// lookComplete accepts a finished record of this very run.
func (st *store) lookComplete(m *record.Manifest) error {
	old := record.Identity{SchemaVersion: m.SchemaVersion, Experiment: m.Experiment, SpecSHA256: m.SpecSHA256,
		CellsSHA256: m.Files[record.CellsFile], Seed: m.Seed, Profile: m.Profile, Revision: st.header.Revision, Shard: m.Shard}
	if err := st.same(old); err != nil {
		return err
	}
	st.complete = true
	return st.intact(m)
}

// lookJournal takes over what an interrupted run has done.
func (st *store) lookJournal() error {
	path := st.folder.Path(record.JournalFile)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return record.InUse(path) // it was there a moment ago
	}
	if err != nil {
		return err
	}
	st.seen = len(data)
	h, pieces, good, err := record.ReadJournal(path, data)
	if err != nil || good == 0 {
		return err
	}
	if err := st.same(h.Identity); err != nil {
		if st.mode != asBefore {
			return nil // begun before the source or the spec changed: begin anew
		}
		return err
	}
	if err := pieces.Foreign(st.rows); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	st.header, st.pieces, st.good = h, pieces, good
	return nil
}

// same compares the run that is there with the one that is wanted.
func (st *store) same(old record.Identity) error {
	want := st.header.Identity
	if old == want {
		return nil
	}
	what, was, is := "", "", ""
	switch {
	case old.Experiment != want.Experiment:
		what, was, is = "experiment", old.Experiment, want.Experiment
	case old.Profile != want.Profile:
		what, was, is = "profile", old.Profile, want.Profile
	case old.Seed != want.Seed:
		what, was, is = "seed", unsigned(old.Seed), unsigned(want.Seed)
	case old.Shard != want.Shard:
		what, was, is = "shard", wordOr(old.Shard, "none"), wordOr(want.Shard, "none")
	case old.SpecSHA256 != want.SpecSHA256:
		what, was, is = "spec", short(old.SpecSHA256), short(want.SpecSHA256)
	case old.CellsSHA256 != want.CellsSHA256:
		what, was, is = "plan", short(old.CellsSHA256), short(want.CellsSHA256)
	case old.Revision != want.Revision:
		what, was, is = "source revision", wordOr(short(old.Revision), "unknown"), wordOr(short(want.Revision), "unknown")
	default:
		what, was, is = "schema version", fmt.Sprint(old.SchemaVersion), fmt.Sprint(want.SchemaVersion)
	}
	return fmt.Errorf("%s: holds another run, %s %s and not %s; nothing is overwritten: choose another --out or remove it", st.folder, what, was, is)
}

func wordOr(word, other string) string {
	if word == "" {
		return other
	}
	return word
}

// short is the beginning of a hash.
func short(hash string) string { return hash[:min(12, len(hash))] }
