package record

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The names of the files of a record.
const (
	CellsFile    = "cells.csv"
	CountsFile   = "counts.csv"
	VerdictsFile = "verdicts.csv"
	ManifestFile = "manifest.json"
	JournalFile  = "journal"
)

// Folder is the folder of one experiment's record, DIR/<experiment>.
type Folder string

// Path returns the path of a file in f.
func (f Folder) Path(name string) string { return filepath.Join(string(f), name) }

// Has reports whether f holds the file.
func (f Folder) Has(name string) bool {
	_, err := os.Lstat(f.Path(name))
	return err == nil
}

// Manifest reads the manifest of f. A folder without one is fs.ErrNotExist.
func (f Folder) Manifest() (Manifest, error) {
	data, err := os.ReadFile(f.Path(ManifestFile))
	if err != nil {
		return Manifest{}, err
	}
	return DecodeManifest(f.Path(ManifestFile), data)
}

// Read reads a file of f and holds it against the hash that m has for it.
func (f Folder) Read(m *Manifest, name string) ([]byte, error) {
	want, ok := m.Files[name]
	if !ok {
		return nil, fmt.Errorf("%s: not listed in %s", f.Path(name), ManifestFile)
	}
	data, err := os.ReadFile(f.Path(name))
	if err != nil {
		return nil, err
	}
	if Hash(data) != want {
		return nil, fmt.Errorf("%s: does not have the SHA-256 that %s lists (cut or edited)", f.Path(name), ManifestFile)
	}
	return data, nil
}

// File is a named file to be written.
type File struct {
	Name string
	Data []byte
}

// Write puts files into f, each by a rename, and then the manifest with their
// hashes. Killed in between it leaves a file that its manifest does not vouch
// for, which Read refuses and the same verb repairs.
func (f Folder) Write(m *Manifest, files ...File) error {
	if m.Files == nil {
		m.Files = map[string]string{}
	}
	for _, file := range files {
		if err := WriteFile(f.Path(file.Name), file.Data); err != nil {
			return err
		}
		m.Files[file.Name] = Hash(file.Data)
	}
	data, err := m.Encode()
	if err != nil {
		return err
	}
	return WriteFile(f.Path(ManifestFile), data)
}

// WriteFile writes data to path by way of a new file beside it and a rename:
// readers see the old file or the new one, never a part. Folders are made. A link stays
// one, and what is no file (a device, a pipe) is written to as it is.
func WriteFile(path string, data []byte) (err error) {
	if info, err := os.Stat(path); err == nil {
		switch mode := info.Mode(); {
		case mode.IsDir():
			return fmt.Errorf("%s: is a folder; want a file", path)
		case !mode.IsRegular():
			return os.WriteFile(path, data, 0o666)
		}
		if path, err = filepath.EvalSymlinks(path); err != nil {
			return err
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(tmp.Name()))
		}
	}()
	_, err = tmp.Write(data)
	if err == nil {
		err = tmp.Chmod(0o644)
	}
	if err == nil {
		err = tmp.Sync()
	}
	if err = errors.Join(err, tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// Record is what a folder holds once its run is complete.
type Record struct {
	Folder   Folder
	Manifest Manifest
	Cells    []Cell
	Counts   []Count // in the order of Cells
}

// Load reads the record in f and checks it: hashes, types, and that the rows of
// counts.csv are exactly those that its cells ask for.
func (f Folder) Load() (*Record, error) {
	m, err := f.Manifest()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no complete record here; `runexp run` makes one", f)
	}
	if err != nil {
		return nil, err
	}
	if m.Shard != "" {
		return nil, fmt.Errorf("%s: only shard %s; `runexp merge` joins the shards first", f, m.Shard)
	}
	r := &Record{Folder: f, Manifest: m}
	data, err := f.Read(&m, CellsFile)
	if err != nil {
		return nil, err
	}
	if r.Cells, err = DecodeCells(f.Path(CellsFile), data); err != nil {
		return nil, err
	}
	if data, err = f.Read(&m, CountsFile); err != nil {
		return nil, err
	}
	if r.Counts, err = DecodeCounts(f.Path(CountsFile), data); err != nil {
		return nil, err
	}
	if err := r.match(); err != nil {
		return nil, fmt.Errorf("%s: %w", f.Path(CountsFile), err)
	}
	return r, nil
}

// match holds counts against cells.
func (r *Record) match() error {
	at := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		for first := uint64(0); first < c.Trials; first += c.TrialsPerRow() {
			trials := min(c.TrialsPerRow(), c.Trials-first)
			if at == len(r.Counts) {
				return fmt.Errorf("cell %s: row of trial %d missing", c.ID, first)
			}
			row := &r.Counts[at]
			if row.CellID != c.ID || row.FirstTrial != first || row.Trials != trials || row.Queries != trials*c.QueriesPerTrial() {
				return fmt.Errorf("row %d (cell %s, trial %d): want cell %s, trials %d+%d", at+1, row.CellID, row.FirstTrial, c.ID, first, trials)
			}
			at++
		}
	}
	if at != len(r.Counts) {
		return fmt.Errorf("row %d: belongs to no cell", at+1)
	}
	return nil
}

// CountsOf returns the rows of one cell, which stand together.
func CountsOf(counts []Count, id string) []Count {
	for i := range counts {
		if counts[i].CellID != id {
			continue
		}
		end := i
		for end < len(counts) && counts[end].CellID == id {
			end++
		}
		return counts[i:end]
	}
	return nil
}

// Verdicts reads verdicts.csv of r.
func (r *Record) Verdicts() ([]Verdict, error) {
	if _, ok := r.Manifest.Files[VerdictsFile]; !ok {
		return nil, fmt.Errorf("%s: no verdicts yet; `runexp check` makes them", r.Folder)
	}
	data, err := r.Folder.Read(&r.Manifest, VerdictsFile)
	if err != nil {
		return nil, err
	}
	return DecodeVerdicts(r.Folder.Path(VerdictsFile), data)
}
