package runexp_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// The tables of REPRODUCE.md are those of the committed record, and so is no
// figure there written by hand.
func TestReproduceIsFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("plans and reports the whole record")
	}
	root := filepath.Join("..", "..")
	page, err := os.ReadFile(filepath.Join(root, "REPRODUCE.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "results"), os.DirFS(filepath.Join(root, "results"))); err != nil {
		t.Fatal(err)
	}
	now := filepath.Join(dir, "REPRODUCE.md")
	write(t, now, page)
	var stderr bytes.Buffer
	args := []string{"report", "--out", filepath.Join(dir, "results"), "--reproduce", now}
	if code := shipped(t).Run(context.Background(), args, strings.NewReader(""), &stderr, &stderr); code != runexp.Fine {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	got, err := os.ReadFile(now)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, page) {
		t.Error("REPRODUCE.md is stale: runexp report --reproduce REPRODUCE.md")
	}
	if rows := bytes.Count(got, []byte("\n| A2-")); rows < 15 { // the claims of article 2 in claims.csv
		t.Errorf("%d rows for article 2", rows)
	}
}
