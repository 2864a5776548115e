package runexp_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// cffFields reads the fields at the margin of a CITATION.cff; its lists are left out.
func cffFields(t *testing.T) (fields map[string]string, text string) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "CITATION.cff"))
	if err != nil {
		t.Fatal(err)
	}
	fields = map[string]string{}
	for line := range strings.Lines(string(data)) {
		name, value, ok := strings.Cut(strings.TrimRight(line, "\n"), ":")
		if strings.HasPrefix(line, " ") {
			continue
		}
		if _, twice := fields[name]; !ok || twice {
			t.Errorf("line %q: want a new field", line)
		}
		fields[name] = strings.Trim(strings.TrimSpace(value), `"`)
	}
	return fields, string(data)
}

// CITATION.cff has what version 1.2.0 of the format asks for, and says of licence,
// source and authors what go.mod, LICENSE and runexp cite say. There is no release
// yet, so no version, date or DOI may stand there.
func TestCitationFile(t *testing.T) {
	fields, text := cffFields(t)
	for _, name := range []string{"cff-version", "message", "title", "authors", "license", "repository-code"} {
		if _, ok := fields[name]; !ok {
			t.Errorf("no field %s", name)
		}
	}
	for _, name := range []string{"version", "date-released", "doi", "identifiers"} {
		if _, ok := fields[name]; ok {
			t.Errorf("field %s: nothing is released yet", name)
		}
	}
	if fields["cff-version"] != "1.2.0" || fields["type"] != "software" {
		t.Errorf("cff-version %q, type %q", fields["cff-version"], fields["type"])
	}
	module := file(t, "go.mod")
	if want := "module " + strings.TrimPrefix(fields["repository-code"], "https://") + "\n"; !strings.HasPrefix(module, want) {
		t.Errorf("repository-code %q is not go.mod's module", fields["repository-code"])
	}
	if !strings.HasPrefix(file(t, "LICENSE"), "BSD 3-Clause License\n") || fields["license"] != "BSD-3-Clause" {
		t.Errorf("license %q is not LICENSE's", fields["license"])
	}
	authors := regexp.MustCompile(`(?m)^  - name: "(.*)"$`).FindAllStringSubmatch(text, -1)
	c, dir := recorded(t)
	stdout, _ := runWith(t, c, 0, "cite", "few", "--out", dir)
	if len(authors) != 1 || !strings.HasPrefix(stdout, authors[0][1]+" (") || !strings.Contains(stdout, `\url{`+fields["repository-code"]+`}`) {
		t.Errorf("authors %q, repository %s; runexp cite says\n%s", authors, fields["repository-code"], stdout)
	}
}

// file reads a file of the top folder.
func file(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
