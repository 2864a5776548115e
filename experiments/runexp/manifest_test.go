package runexp_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// FF-55, FF-48: a record says with what, from what and when it was made, the seed
// that was chosen among it; nothing of that is left empty. (That a rerun from it
// gives the same counts is what the script of run holds; that a built command names
// its modules and revision, a test of cmd/runexp.)
func TestManifestSaysWhereItComesFrom(t *testing.T) {
	dir := t.TempDir()
	args := []string{"run", "other", "--profile", "smoke", "--quiet", "--seed", "0x2a", "--out", dir}
	before := time.Now().Add(-time.Second).UTC()
	runHere(t, context.Background(), runexp.Fine, args...)
	data, err := os.ReadFile(filepath.Join(dir, "other", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Experiment, Profile, Spec, CPU, Platform, Start, End string
		Seed                                                 uint64
		GoVersion                                            string `json:"go_version"`
		GOMAXPROCS                                           int
		Files                                                map[string]string
		Command                                              []string
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	spec, err := os.ReadFile(filepath.Join("testdata", "other.toml"))
	if err != nil {
		t.Fatal(err)
	}
	if m.Experiment != "other" || m.Profile != "smoke" || m.Spec != string(spec) || m.Seed != 42 {
		t.Errorf("experiment %q, profile %q, seed %d, spec %q", m.Experiment, m.Profile, m.Seed, m.Spec)
	}
	if m.GoVersion != runtime.Version() || m.Platform != runtime.GOOS+"/"+runtime.GOARCH || m.GOMAXPROCS != runtime.GOMAXPROCS(0) || m.CPU == "" {
		t.Errorf("Go %q, platform %q, GOMAXPROCS %d, CPU %q", m.GoVersion, m.Platform, m.GOMAXPROCS, m.CPU)
	}
	if !slices.Equal(m.Command, append([]string{"runexp"}, args...)) {
		t.Errorf("command %q", m.Command)
	}
	for _, name := range []string{"cells.csv", "counts.csv"} {
		if len(m.Files[name]) != 64 {
			t.Errorf("SHA-256 of %s: %q", name, m.Files[name])
		}
	}
	start, err1 := time.Parse(time.RFC3339, m.Start)
	end, err2 := time.Parse(time.RFC3339, m.End)
	if err1 != nil || err2 != nil || start.Before(before) || end.Before(start) || end.After(time.Now().UTC()) {
		t.Errorf("from %q to %q", m.Start, m.End)
	}
}
