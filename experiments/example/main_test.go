package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain is the command where it is asked to be, so that the tests can start it.
func TestMain(m *testing.M) {
	if os.Getenv("FILTERS_COMMAND") != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// filters runs one command line and returns what it prints; it must exit 0.
func filters(t *testing.T, args ...string) string {
	t.Helper()
	command := exec.Command(os.Args[0], args...)
	command.Args[0] = "filters"
	command.Env = append(os.Environ(), "FILTERS_COMMAND=1")
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// TestExperiment: variant, function and experiment stand in the lists, the experiment is
// measured, and each of its cells agrees with theory.
func TestExperiment(t *testing.T) {
	for verb, want := range map[string]string{"variants": "oneword", "schemes": "fnv1amix", "experiments": "oneword"} {
		if out := filters(t, "list", verb); !strings.Contains(out, want) {
			t.Errorf("list %s does not have %s:\n%s", verb, want, out)
		}
	}
	out := t.TempDir()
	filters(t, "run", "oneword", "--profile", "smoke", "--quiet", "--out", out)
	table := strings.Join(strings.Fields(filters(t, "check", "--out", out)), " ")
	if want := "oneword 6 14 14 0 0 0"; !strings.Contains(table, want) { // cells, checks, agree, and none that does not
		t.Errorf("want %q in\n%s", want, table)
	}
	cells, err := os.ReadFile(filepath.Join(out, "oneword", "cells.csv"))
	if err != nil {
		t.Fatal(err)
	}
	id, _, _ := strings.Cut(strings.Split(string(cells), "\n")[1], ",")
	if told, want := filters(t, "explain", id, "--out", out), "filters probe --experiment oneword"; !strings.Contains(told, want) {
		t.Errorf("explain: want %q, the command of this module, in\n%s", want, told)
	}
}

// TestShort: the door is no wider than that: at most 20 lines of main.
func TestShort(t *testing.T) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "main.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			if lines := files.Position(f.End()).Line - files.Position(f.Pos()).Line + 1; lines > 20 {
				t.Errorf("%s has %d lines, want at most 20", f.Name.Name, lines)
			}
		}
	}
}
