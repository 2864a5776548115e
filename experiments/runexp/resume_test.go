package runexp_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/filterlab/filterlab/experiments/runexp"
)

// whole returns a folder of its own with the test's experiments, run in one piece:
// once for all tests, since nothing in a record depends on when it is run but its dates.
func whole(t *testing.T) string {
	t.Helper()
	files, err := undisturbed()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, files); err != nil {
		t.Fatal(err)
	}
	return dir
}

// undisturbed are the files of that run.
var undisturbed = sync.OnceValues(func() (fstest.MapFS, error) {
	dir, err := os.MkdirTemp("", "whole")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var said bytes.Buffer
	args := []string{"run", "--profile", "smoke", "--quiet", "--out", dir}
	if code := command("testdata").Run(context.Background(), args, strings.NewReader(""), &said, &said); code != runexp.Fine {
		return nil, fmt.Errorf("exit code %d\n%s", code, &said)
	}
	files := fstest.MapFS{}
	return files, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		files[path] = &fstest.MapFile{Data: data, Mode: 0o600}
		return err
	})
})

// sameCounts compares the counts of both experiments in two folders.
func sameCounts(t *testing.T, want, got string) {
	t.Helper()
	for _, name := range []string{"small", "other"} {
		a, err := os.ReadFile(filepath.Join(want, name, "counts.csv"))
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(got, name, "counts.csv"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s: counts.csv differs", name)
		}
		if _, err := os.Stat(filepath.Join(got, name, "journal")); err == nil {
			t.Errorf("%s: the journal is still there", name)
		}
	}
}

// cancelAfter is a standard error that cancels a run at its n-th line.
type cancelAfter struct {
	mu     sync.Mutex
	text   bytes.Buffer
	lines  int
	cancel func()
}

func (c *cancelAfter) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lines -= bytes.Count(p, []byte("\n")); c.lines <= 0 {
		c.cancel()
	}
	return c.text.Write(p)
}

// TestInterruptAndResume interrupts a run after each of its lines of progress
// (as Ctrl-C does) and goes on with other numbers of jobs, until it is complete:
// the counts are those of an undisturbed run.
func TestInterruptAndResume(t *testing.T) {
	want := whole(t)
	for jobs := 1; jobs <= 2; jobs++ {
		dir := t.TempDir()
		interrupts := 0
		for n := 2; ; n++ {
			ctx, cancel := context.WithCancel(context.Background())
			stderr := &cancelAfter{lines: n, cancel: cancel}
			args := []string{"run", "--profile", "smoke", "--out", dir, "--jobs", fmt.Sprint(1 + (jobs+n)%3)}
			code := command("testdata").Run(ctx, args, strings.NewReader(""), io.Discard, stderr)
			cancel()
			if code == runexp.Fine {
				break
			}
			if interrupts++; code != runexp.Interrupted || interrupts > 100 {
				t.Fatalf("exit code %d after %d interrupts\n%s", code, interrupts, &stderr.text)
			}
			if last := stderr.text.String(); !strings.Contains(last, "runexp: interrupted; what is recorded stays") {
				t.Fatalf("an interrupted run says:\n%s", last)
			}
		}
		if interrupts < 2 {
			t.Errorf("interrupted %d times only: the test tests nothing", interrupts)
		}
		sameCounts(t, want, dir)
	}
}

// TestKillAndResume kills a process, without warning, after its n-th finished
// cell, and goes on. What was recorded before is not measured again.
func TestKillAndResume(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	want, dir := whole(t), t.TempDir()
	for n := 1; n <= 3; n++ {
		killAfter(t, dir, n)
	}
	_, stderr := runHere(t, context.Background(), runexp.Fine, "run", "--profile", "smoke", "--out", dir)
	if !strings.Contains(stderr, "going on after") && !strings.Contains(stderr, "complete, nothing to do") {
		t.Errorf("the last run began anew:\n%s", stderr)
	}
	sameCounts(t, want, dir)
}

// killAfter starts a run as a process of its own and kills it at its n-th
// "cell ... done"; a run that ends before is as good.
func killAfter(t *testing.T, dir string, n int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Args = []string{"runexp", "run", "--profile", "smoke", "--out", dir} // TestMain looks at the name
	cmd.Env = append(os.Environ(), specFolder+"=testdata")
	pipe, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for in := bufio.NewScanner(pipe); in.Scan(); {
		if strings.Contains(in.Text(), " done, ") {
			n--
		}
		if n == 0 {
			if err := cmd.Process.Kill(); err != nil {
				t.Log(err) // it has ended by itself
			}
			break
		}
	}
	_ = cmd.Wait() // killed: its error is what we wanted
}

// TestTornJournal cuts the journal of an interrupted run at every kind of place
// and goes on; a changed byte is refused and nothing is overwritten.
func TestTornJournal(t *testing.T) {
	want, dir := whole(t), t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stderr := &cancelAfter{lines: 4, cancel: cancel}
	args := []string{"run", "--profile", "smoke", "--out", dir, "--jobs", "1"}
	if code := command("testdata").Run(ctx, args, strings.NewReader(""), io.Discard, stderr); code != runexp.Interrupted {
		t.Fatalf("exit code %d\n%s", code, &stderr.text)
	}
	path := filepath.Join(dir, "small", "journal")
	journal, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := bytes.Clone(journal)
	damaged[bytes.IndexByte(journal, '\n')+20] ^= 1
	write(t, path, damaged)
	_, said := runHere(t, context.Background(), runexp.Wrong, "run", "--profile", "smoke", "--out", dir)
	if !strings.Contains(said, "journal:2: checksum") {
		t.Errorf("a damaged journal: %s", said)
	}
	if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, damaged) {
		t.Errorf("the damaged journal was changed (%v)", err)
	}
	write(t, path, journal[:len(journal)-7])
	runHere(t, context.Background(), runexp.Fine, "run", "--profile", "smoke", "--out", dir, "--quiet")
	sameCounts(t, want, dir)
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
