package runexp_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
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

// TestAgainOfAShard measures a finished shard again, which keeps its journal: it is
// measured, not only called so, and joins with the other to the same counts.
func TestAgainOfAShard(t *testing.T) {
	want, dir := whole(t), t.TempDir()
	background := context.Background()
	part := func(i string) string { return filepath.Join(dir, i) }
	args := func(i string) []string {
		return []string{"run", "--profile", "smoke", "--out", part(i), "--shard", i + "/2"}
	}
	runHere(t, background, runexp.Fine, args("0")...)
	runHere(t, background, runexp.Fine, args("1")...)
	_, said := runHere(t, background, runexp.Fine, append(args("0"), "--again")...)
	if strings.Contains(said, "going on after") || !strings.Contains(said, " done, ") || !strings.Contains(said, "small: recorded") {
		t.Errorf("a shard is not measured again:\n%s", said)
	}
	ctx, cancel := context.WithCancel(background)
	defer cancel()
	stderr := &cancelAfter{lines: 3, cancel: cancel}
	again := append(args("0"), "--again", "--jobs", "1")
	if code := command("testdata").Run(ctx, again, strings.NewReader(""), io.Discard, stderr); code != runexp.Interrupted {
		t.Fatalf("exit code %d\n%s", code, &stderr.text)
	}
	if _, said := runHere(t, background, runexp.Fine, again...); !strings.Contains(said, "going on after") && !strings.Contains(said, "complete, nothing to do") {
		t.Errorf("the interrupted one does not go on:\n%s", said)
	}
	_, said = runHere(t, background, runexp.Wrong, "run", "--profile", "smoke", "--out", part("0"), "--shard", "1/2", "--again")
	if !strings.Contains(said, "--again: holds shard 0/2 and not 1/2") {
		t.Errorf("another shard: %s", said)
	}
	runHere(t, background, runexp.Fine, "merge", part("0"), part("1"), "--out", part("all"))
	sameCounts(t, want, part("all"))
}

// TestAgainByAnotherSpec: a record whose spec was edited since is refused without
// --again, and with it is replaced, and the run says so.
func TestAgainByAnotherSpec(t *testing.T) {
	dir := whole(t)
	c := command("testdata")
	for i, spec := range c.Specs {
		changed, err := experiments.Parse(spec.Name+".toml", spec.Text+"\n# edited\n")
		if err != nil {
			t.Fatal(err)
		}
		c.Specs[i] = changed
	}
	run := func(want int, more ...string) string {
		t.Helper()
		var said bytes.Buffer
		args := append([]string{"run", "--profile", "smoke", "--out", dir}, more...)
		if code := c.Run(context.Background(), args, strings.NewReader(""), io.Discard, &said); code != want {
			t.Fatalf("exit code %d\n%s", code, &said)
		}
		return said.String()
	}
	if said := run(runexp.Wrong); !strings.Contains(said, "holds another run, spec ") {
		t.Errorf("without --again: %s", said)
	}
	if said := run(runexp.Fine, "--again"); !strings.Contains(said, "small: the spec has changed (") || !strings.Contains(said, "the record is replaced when the new one is complete") {
		t.Errorf("with --again:\n%s", said)
	}
	if said := run(runexp.Fine, "--again"); strings.Contains(said, "has changed") {
		t.Errorf("the second time nothing has changed:\n%s", said)
	}
	if manifest, err := os.ReadFile(filepath.Join(dir, "small", "manifest.json")); err != nil || !strings.Contains(string(manifest), "# edited") {
		t.Errorf("the record is not the edited spec's (%v)", err)
	}
}

// TestVerifyShowsCarriageReturns: a counts.csv that was saved with CRLF looks like
// the one it should be, unless its lines are quoted.
func TestVerifyShowsCarriageReturns(t *testing.T) {
	dir := whole(t)
	path := filepath.Join(dir, "small", "counts.csv")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")))
	out, _ := runHere(t, context.Background(), runexp.Found, "verify", filepath.Join(dir, "small"), "--quiet")
	if !strings.Contains(out, `counts.csv:1: recorded "cell_id,`) || !strings.Contains(out, `,trials_full\r"`) || !strings.Contains(out, `,trials_full"`+"\n") {
		t.Errorf("verify prints:\n%s", out)
	}
}
