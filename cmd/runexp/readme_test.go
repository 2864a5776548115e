package main_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the README's commands print into the README")

// console is a block of the README: commands after a prompt, each followed by
// what it prints.
var console = regexp.MustCompile("(?s)```console\n(.*?)```")

// TestReadmeCommandsPrintWhatItSays runs every command of the README's console
// blocks, in order, in a folder that looks like a fresh clone, and compares all
// that is printed. So no figure in them can be stale.
func TestReadmeCommandsPrintWhatItSays(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command and runs the whole README")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := likeAClone(t, root)
	path := filepath.Join(root, "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	got := console.ReplaceAllStringFunc(string(text), func(block string) string {
		var out strings.Builder
		out.WriteString("```console\n")
		for line := range strings.Lines(block) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				commands++
				out.WriteString(line + run(t, dir, command))
			}
		}
		return out.String() + "```"
	})
	if commands == 0 {
		t.Fatal("no command found in the README")
	}
	if got == string(text) {
		return
	}
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("README.md is stale; `go test ./cmd/runexp -update` writes what its commands print now:\n%s", firstDifference(string(text), got))
}

// likeAClone returns a folder with links to everything in root and a command of
// its own, so that what the README writes lands there.
func likeAClone(t *testing.T, root string) string {
	t.Helper()
	dir := t.TempDir()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() == "runexp" || strings.HasPrefix(e.Name(), "results-") {
			continue
		}
		if err := os.Symlink(filepath.Join(root, e.Name()), filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "runexp"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return dir
}

// run returns what a command prints, both streams together; it must exit 0.
func run(t *testing.T, dir, command string) string {
	t.Helper()
	cmd := exec.Command("sh", "-c", command)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

func firstDifference(old, new string) string {
	a, b := strings.Split(old, "\n"), strings.Split(new, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return "it says:  " + a[i] + "\nprinted:  " + b[i]
		}
	}
	return "it differs in length"
}

// Every make target that the README names exists.
func TestReadmeNamesRealTargets(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	makefile, err := os.ReadFile("../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("(?:^ +|`)make ([a-z]+)").FindAllStringSubmatch(string(readme), -1)
	if len(named) == 0 {
		t.Fatal("the README names no target")
	}
	for _, m := range named {
		if !strings.Contains(string(makefile), "\n"+m[1]+":") {
			t.Errorf("the README says make %s, which the Makefile does not have", m[1])
		}
	}
}
