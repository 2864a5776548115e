package main_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/variants/builtin"
)

// shown is a block of the README that shows code or a text of ours: a comment says which
// file, and which declarations of it if not all.
var shown = regexp.MustCompile("(?s)(<!-- shown: ([^ ]+?)(?:: ([^>]*?))? -->\n```([a-z]+)\n).*?```")

// TestReadmeShowsTheExample: the code in the README is that of the files it names.
func TestReadmeShowsTheExample(t *testing.T) {
	root := filepath.Join("..", "..")
	path := filepath.Join(root, "README.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	blocks := 0
	got := shown.ReplaceAllStringFunc(string(text), func(block string) string {
		blocks++
		m := shown.FindStringSubmatch(block)
		code, err := excerpt(filepath.Join(root, filepath.FromSlash(m[2])), m[3])
		if err != nil {
			t.Errorf("%s: %v", m[2], err)
			return block
		}
		return m[1] + code + "```"
	})
	if blocks == 0 {
		t.Fatal("no code of ours found in the README")
	}
	if got == string(text) {
		return
	}
	if !*update {
		t.Fatalf("README.md is stale; `go test ./cmd/runexp -update` shows the code as it is now:\n%s", firstDifference(string(text), got))
	}
	if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
		t.Fatal(err)
	}
}

// excerpt returns a file, or the declarations in it that names lists, separated by commas.
func excerpt(path, names string) (string, error) {
	source, err := os.ReadFile(path)
	if err != nil || names == "" {
		return string(source), err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var parts []string
	for name := range strings.SplitSeq(names, ", ") {
		found := false
		for _, d := range file.Decls {
			if declares(d, name) {
				found = true
				parts = append(parts, string(source[files.Position(d.Pos()).Offset:files.Position(d.End()).Offset])+"\n")
			}
		}
		if !found {
			return "", fmt.Errorf("no declaration of %s", name)
		}
	}
	return strings.Join(parts, "\n"), nil
}

// declares reports whether d is the declaration of name.
func declares(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Name.Name == name
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				return s.Name.Name == name
			case *ast.ValueSpec:
				return s.Names[0].Name == name
			}
		}
	}
	return false
}

// TestReadmeListsTheVariants: the folders of variants that the README names are those of
// builtin.Variants in the order in which to read them, up to the production systems,
// which bring a scheme of their own; and so is the list of variants/README.md.
func TestReadmeListsTheVariants(t *testing.T) {
	var want []string
	for _, v := range builtin.Variants() {
		if v.Scheme == nil {
			want = append(want, v.Name)
		}
	}
	text := read(t, "../../README.md")
	line := regexp.MustCompile(`a folder for each: ([a-z, ]+)\. Read in this order`).FindStringSubmatch(text)
	if line == nil {
		t.Fatal("the README has no list of variants: want \"a folder for each: classic, ... . Read in this order\"")
	}
	if got := strings.Split(line[1], ", "); !slices.Equal(got, want) {
		t.Errorf("README.md lists %v, want %v", got, want)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^[0-9]+\. \[([a-z]+)\]`).FindAllStringSubmatch(read(t, "../../variants/README.md"), -1) {
		got = append(got, m[1])
	}
	if !slices.Equal(got, want) {
		t.Errorf("variants/README.md lists %v, want %v", got, want)
	}
}

// read returns the text of a file.
func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
