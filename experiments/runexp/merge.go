package runexp

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// merge is the verb merge.
func (s *call) merge() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:   "merge DIR... --out DIR",
		Short: "join the shards of a run; the counts are those of the run in one piece",
	}
	cmd.Flags().StringVar(&out, "out", "", "folder of the whole records")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if out == "" || len(args) == 0 {
			return fmt.Errorf("merge: want the folders of all shards, and --out DIR")
		}
		return s.mergeFolders(args, out)
	}
	return cmd
}

// part is one shard of one experiment.
type shardPart struct {
	folder   record.Folder
	manifest record.Manifest
	cellsCSV []byte
	pieces   record.Pieces
}

// mergeFolders joins every experiment found in the folders. All is read and
// checked before anything is written.
func (s *call) mergeFolders(dirs []string, out string) error {
	parts := map[string][]shardPart{}
	var names []string
	for _, dir := range dirs {
		found, err := s.recordedNames(dir)
		if err != nil {
			return fmt.Errorf("merge: %w", err)
		}
		if len(found) == 0 {
			return fmt.Errorf("merge: %s: holds no shard", dir)
		}
		for _, name := range found {
			p, err := readPart(record.Folder(filepath.Join(dir, name)))
			if err != nil {
				return fmt.Errorf("merge: %w", err)
			}
			if parts[name] == nil {
				names = append(names, name)
			}
			parts[name] = append(parts[name], p)
		}
	}
	var wholes []whole
	for _, name := range names {
		w, err := join(parts[name])
		if err != nil {
			return fmt.Errorf("merge: %s: %w", name, err)
		}
		w.folder = record.Folder(filepath.Join(out, name))
		if w.folder.Has(record.ManifestFile) || w.folder.Has(record.JournalFile) {
			return fmt.Errorf("merge: %s: holds a record already; nothing is overwritten: choose another --out", w.folder)
		}
		w.manifest.Command = ownCommand(s.args)
		wholes = append(wholes, w)
	}
	for _, w := range wholes {
		if err := w.folder.Write(&w.manifest, w.files...); err != nil {
			return fmt.Errorf("merge: %w", err)
		}
		fmt.Fprintf(s.err, "%s: merged\n", w.folder)
	}
	return nil
}

// readPart reads a finished shard.
func readPart(f record.Folder) (shardPart, error) {
	p := shardPart{folder: f}
	var err error
	if p.manifest, err = f.Manifest(); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: not complete; the command that began it goes on", f)
		}
		return p, err
	}
	if p.manifest.Shard == "" {
		return p, fmt.Errorf("%s: is not a shard", f)
	}
	if p.cellsCSV, err = f.Read(&p.manifest, record.CellsFile); err != nil {
		return p, err
	}
	data, err := f.Read(&p.manifest, record.JournalFile)
	if err != nil {
		return p, err
	}
	_, p.pieces, _, err = record.ReadJournal(f.Path(record.JournalFile), data)
	return p, err
}

// whole is a merged record that waits to be written.
type whole struct {
	folder   record.Folder
	manifest record.Manifest
	files    []record.File
}

// join puts the shards of one experiment together and refuses missing, doubled
// and foreign ones.
func join(parts []shardPart) (whole, error) {
	first := &parts[0]
	w := whole{manifest: first.manifest}
	all := record.Pieces{}
	for i := range parts {
		p := &parts[i]
		if err := alike(first, p); err != nil {
			return w, err
		}
		for _, u := range sortedUnits(p.pieces) {
			if err := all.Put(p.pieces[u]); err != nil {
				return w, fmt.Errorf("%s: %w (the same shard twice?)", p.folder, err)
			}
		}
		w.manifest.Start, w.manifest.End = min(w.manifest.Start, p.manifest.Start), max(w.manifest.End, p.manifest.End)
	}
	if err := allThere(parts); err != nil {
		return w, err
	}
	cells, err := record.DecodeCells(first.folder.Path(record.CellsFile), first.cellsCSV)
	if err != nil {
		return w, err
	}
	counts, err := record.Assemble(cells, all)
	if err != nil {
		return w, err
	}
	data, err := record.EncodeCounts(counts)
	w.manifest.Shard, w.manifest.Files = "", nil
	w.files = []record.File{{Name: record.CellsFile, Data: first.cellsCSV}, {Name: record.CountsFile, Data: data}}
	return w, err
}

// sortedUnits lists the units of a shard in a fixed order, so that an error is
// always the same.
func sortedUnits(pieces record.Pieces) []record.Unit {
	units := make([]record.Unit, 0, len(pieces))
	for u := range pieces {
		units = append(units, u)
	}
	slices.SortFunc(units, record.CompareUnits)
	return units
}

// alike refuses a shard of another run, or of another program.
func alike(a, b *shardPart) error {
	for _, c := range []struct{ what, a, b string }{
		{"spec", a.manifest.SpecSHA256, b.manifest.SpecSHA256},
		{"profile", a.manifest.Profile, b.manifest.Profile},
		{"seed", unsigned(a.manifest.Seed), unsigned(b.manifest.Seed)},
		{"plan", record.Hash(a.cellsCSV), record.Hash(b.cellsCSV)},
		{"source revision", a.manifest.Revision, b.manifest.Revision},
		{"number of shards", shardOf(a.manifest.Shard), shardOf(b.manifest.Shard)},
	} {
		if c.a != c.b {
			return fmt.Errorf("%s and %s: %s differs (%s, %s)", a.folder, b.folder, c.what, short(c.a), short(c.b))
		}
	}
	return nil
}

// shardOf returns N of I/N.
func shardOf(text string) string {
	var f shard
	if f.Set(text) != nil {
		return text
	}
	return unsigned(f.of)
}

// allThere names the shards that are missing.
func allThere(parts []shardPart) error {
	have := map[string]bool{}
	var f shard
	for i := range parts {
		if err := f.Set(parts[i].manifest.Shard); err != nil {
			return fmt.Errorf("%s: shard %q: %w", parts[i].folder, parts[i].manifest.Shard, err)
		}
		if have[f.String()] {
			return fmt.Errorf("%s: shard %s is there twice", parts[i].folder, f.String())
		}
		have[f.String()] = true
	}
	for i := range f.of {
		if s := (&shard{i, f.of}).String(); !have[s] {
			return fmt.Errorf("shard %s is missing", s)
		}
	}
	return nil
}
