package plan

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/filterlab/filterlab/experiments"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with testdata/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs (go test -update writes it anew); got\n%s", path, got)
	}
}

// What --dry-run prints.
func TestSummary(t *testing.T) {
	var out bytes.Buffer
	p := planned(t, experiments.Standard, simple)
	if err := p.WriteSummary(&out, 2); err != nil {
		t.Fatal(err)
	}
	if err := p.WriteCells(&out); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.txt", out.Bytes())
}
