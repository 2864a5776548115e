package runexp_test

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

// shipped is the command as cmd/runexp makes it.
func shipped(t *testing.T) runexp.Command {
	t.Helper()
	specs, err := experiments.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	goals, err := experiments.Goals()
	if err != nil {
		t.Fatal(err)
	}
	return runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions(), Specs: specs, Claims: claims, Goals: goals}
}

// TestPagesAreFresh writes the pages of the committed record, and the summary in
// the README, again and wants the same bytes: no figure there is written by hand
// and none is stale.
func TestPagesAreFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("writes all pages of the record, in one goroutine")
	}
	root := filepath.Join("..", "..")
	if _, err := os.Stat(filepath.Join(root, "results", "README.md")); err != nil {
		t.Fatalf("the committed record: %v", err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "results"), os.DirFS(filepath.Join(root, "results"))); err != nil {
		t.Fatal(err)
	}
	args := []string{"report", "--out", filepath.Join(dir, "results")}
	if page, err := os.ReadFile(filepath.Join(root, "README.md")); err == nil && bytes.Contains(page, []byte("<!-- runexp report: begin -->")) {
		write(t, filepath.Join(dir, "README.md"), page)
		args = append(args, "--readme", filepath.Join(dir, "README.md"))
	}
	var stderr bytes.Buffer
	if code := shipped(t).Run(context.Background(), args, strings.NewReader(""), &stderr, &stderr); code != runexp.Fine {
		t.Fatalf("exit code %d\n%s", code, &stderr)
	}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(path) == "manifest.json" {
			return err
		}
		now, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			return err
		}
		if was, err := os.ReadFile(filepath.Join(root, path)); err != nil || !bytes.Equal(was, now) {
			t.Errorf("%s is stale (%v): make report", path, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestEveryPlanOfEveryProfile plans each experiment: a spec that names what does
// not exist, or a tolerance that theory's own error fills, fails here and not at
// a user's.
func TestEveryPlanOfEveryProfile(t *testing.T) {
	c := shipped(t)
	for _, profile := range experiments.Profiles() {
		if testing.Short() && profile != experiments.Smoke {
			continue
		}
		for i := range c.Specs {
			var stdout, stderr bytes.Buffer
			args := []string{"run", c.Specs[i].Name, "--dry-run", "--profile", profile, "--memory", "1T", "--out", "none"}
			if code := c.Run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != runexp.Fine {
				t.Errorf("profile %s: exit code %d: %s", profile, code, &stderr)
			}
		}
	}
}
