package record

import (
	"os"
	"strings"
	"testing"
)

// recorded makes a complete record.
func recorded(t *testing.T) Folder {
	t.Helper()
	f := Folder(t.TempDir())
	cells := sample()
	rows, err := Assemble(cells, allPieces(t, cells))
	if err != nil {
		t.Fatal(err)
	}
	a, err := EncodeCells(cells)
	if err != nil {
		t.Fatal(err)
	}
	b, err := EncodeCounts(rows)
	if err != nil {
		t.Fatal(err)
	}
	m := Manifest{SchemaVersion: 1, Experiment: "sample", Spec: "question = \"<&>\"\n", Seed: 1<<64 - 1}
	m.SpecSHA256 = Hash([]byte(m.Spec))
	if err := f.Write(&m, File{CellsFile, a}, File{CountsFile, b}); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestLoad(t *testing.T) {
	f := recorded(t)
	r, err := f.Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Cells) != 3 || r.Manifest.Seed != 1<<64-1 || r.Manifest.Files[CellsFile] == "" {
		t.Errorf("loaded %d cells, manifest %+v", len(r.Cells), r.Manifest)
	}
	if entries, err := os.ReadDir(string(f)); err != nil || len(entries) != 3 {
		t.Errorf("folder holds %v (%v), want three files and no leftovers", entries, err)
	}
}

func TestLoadRefuses(t *testing.T) {
	for name, c := range map[string]struct{ file, old, new, want string }{
		"an edited count":     {CountsFile, ",1000,", ",1001,", "SHA-256"},
		"an edited cell":      {CellsFile, ",agrees\n", ",none\n", "SHA-256"},
		"an edited spec":      {ManifestFile, "<&>", "<&&>", "spec_sha256"},
		"an unknown field":    {ManifestFile, `"profile"`, `"profil"`, "unknown field"},
		"a later schema":      {ManifestFile, `"schema_version": 1`, `"schema_version": 2`, "this program reads 1"},
		"an unlisted file":    {ManifestFile, `"counts.csv"`, `"count.csv"`, "not listed"},
		"a torn manifest":     {ManifestFile, "\n}\n", "\n", "unexpected EOF"},
		"a shard, not merged": {ManifestFile, `"seed"`, `"shard": "0/2", "seed"`, "runexp merge"},
	} {
		f := recorded(t)
		data, err := os.ReadFile(f.Path(c.file))
		if err != nil {
			t.Fatal(err)
		}
		bad := strings.Replace(string(data), c.old, c.new, 1)
		if bad == string(data) {
			t.Fatalf("%s: nothing replaced", name)
		}
		if err := os.WriteFile(f.Path(c.file), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Load(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
		}
	}
}

// TestMatch: counts that are well formed but not those of the cells.
func TestMatch(t *testing.T) {
	r, err := recorded(t).Load()
	if err != nil {
		t.Fatal(err)
	}
	whole := r.Counts
	for name, rows := range map[string][]Count{
		"a row missing at the end":   whole[:len(whole)-1],
		"a row missing at the start": whole[1:],
		"a row too many":             append(whole[:len(whole):len(whole)], whole[0]),
	} {
		r.Counts = rows
		if r.match() == nil {
			t.Errorf("%s: taken", name)
		}
	}
}
