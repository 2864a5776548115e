package runexp_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// TestAgain measures a complete record again: the counts are the same bytes,
// pages that are still true stay, and until it is complete the old record can be
// read. An interrupted --again goes on and does nothing twice.
func TestAgain(t *testing.T) {
	dir := whole(t)
	background := context.Background()
	runHere(t, background, runexp.Fine, "check", "--out", dir)
	manifest := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name, "manifest.json"))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	counts, err := os.ReadFile(filepath.Join(dir, "small", "counts.csv"))
	if err != nil {
		t.Fatal(err)
	}
	again := []string{"run", "--again", "--profile", "smoke", "--out", dir, "--jobs", "1"}
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	stderr := &cancelAfter{lines: 4, cancel: cancel}
	if code := command("testdata").Run(ctx, again, strings.NewReader(""), io.Discard, stderr); code != runexp.Interrupted {
		t.Fatalf("exit code %d\n%s", code, &stderr.text)
	}
	other := manifest("other")
	if !strings.Contains(stderr.text.String(), "other: recorded") {
		t.Fatalf("the experiment other should be replaced by now:\n%s", &stderr.text)
	}
	runHere(t, background, runexp.Fine, "check", "--out", dir) // the old record of small is whole
	_, said := runHere(t, background, runexp.Fine, again...)
	if !strings.Contains(said, "small: going on after") || !strings.Contains(said, "other: complete") {
		t.Errorf("going on says:\n%s", said)
	}
	if strings.Contains(manifest("other"), `"verdicts.csv"`) != strings.Contains(other, `"verdicts.csv"`) {
		t.Error("other was measured twice")
	}
	now, err := os.ReadFile(filepath.Join(dir, "small", "counts.csv"))
	if err != nil || !bytes.Equal(now, counts) {
		t.Errorf("the counts differ (%v)", err)
	}
	if !strings.Contains(manifest("small"), `"verdicts.csv"`) {
		t.Error("verdicts on the same counts were dropped")
	}
	_, said = runHere(t, background, runexp.Wrong, "run", "--again", "--profile", "standard", "--out", dir)
	if !strings.Contains(said, "--again: holds profile smoke and not standard") {
		t.Errorf("another profile: %s", said)
	}
	_, said = runHere(t, background, runexp.Wrong, append(again, "--seed", "2")...)
	if !strings.Contains(said, "--again: holds seed 1 and not 2") {
		t.Errorf("another seed: %s", said)
	}
}
