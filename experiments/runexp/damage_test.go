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

// TestRunRefusesADamagedRecord: a finished record with a file that is missing, cut
// or edited is neither called complete nor measured over.
func TestRunRefusesADamagedRecord(t *testing.T) {
	dir := whole(t)
	for _, name := range []string{"cells.csv", "counts.csv"} {
		path := filepath.Join(dir, "small", name)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for what, bad := range map[string][]byte{"missing": nil, "cut": good[:len(good)-9], "edited": append(bytes.Clone(good[:len(good)-1]), " \n"...)} {
			if write(t, path, bad); bad == nil {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
			for _, more := range []string{"--quiet", "--again"} {
				_, said := runHere(t, context.Background(), runexp.Wrong, "run", "--profile", "smoke", "--out", dir, more)
				if !strings.Contains(said, path+": ") || !strings.Contains(said, "nothing is overwritten") || strings.Count(said, "\n") != 1 {
					t.Errorf("%s %s, %s: %s", name, what, more, said)
				}
			}
			if now, err := os.ReadFile(path); !bytes.Equal(now, bad) || os.IsNotExist(err) != (bad == nil) {
				t.Errorf("%s %s: was written (%v)", name, what, err)
			}
		}
		write(t, path, good)
	}
	runHere(t, context.Background(), runexp.Fine, "run", "--profile", "smoke", "--quiet", "--out", dir)
}

// TestRunRefusesADamagedShard: the same for the two files of a finished shard.
func TestRunRefusesADamagedShard(t *testing.T) {
	dir := t.TempDir()
	args := []string{"run", "--profile", "smoke", "--quiet", "--out", dir, "--shard", "0/3"}
	runHere(t, context.Background(), runexp.Fine, args...)
	runHere(t, context.Background(), runexp.Fine, args...)
	for _, name := range []string{"cells.csv", "journal"} {
		path := filepath.Join(dir, "small", name)
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write(t, path, good[:len(good)-9])
		if _, said := runHere(t, context.Background(), runexp.Wrong, args...); !strings.Contains(said, path+": ") {
			t.Errorf("%s cut: %s", name, said)
		}
		write(t, path, good)
	}
}

// TestEditedSeedIsRefused: a manifest that names another seed than that of its
// counts is refused by every reader.
func TestEditedSeedIsRefused(t *testing.T) {
	dir := whole(t)
	path := filepath.Join(dir, "small", "manifest.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, bytes.Replace(good, []byte(`"seed": 1,`), []byte(`"seed": 2,`), 1))
	for _, args := range [][]string{
		{"check", "--out", dir}, {"report", "--out", dir}, {"verify", dir, "--quiet"}, {"verify", dir, "--quick", "--quiet"},
		{"explain", "9f484087d1", "--out", dir}, {"run", "small", "--profile", "smoke", "--seed", "2", "--quiet", "--out", dir},
	} {
		_, said := runHere(t, context.Background(), runexp.Wrong, args...)
		if !strings.Contains(said, path+": seed 2: gives cell ") || strings.Count(said, "\n") != 1 {
			t.Errorf("%v: %s", args, said)
		}
	}
}
