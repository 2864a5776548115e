package experiments_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// faultIDs are the faults that FAULTS.md must have a row for: 1 to 73.
func faultIDs() []string {
	var ids []string
	for i := range 73 {
		ids = append(ids, fmt.Sprintf("FF-%02d", i+1))
	}
	return ids
}

// fault is a row of FAULTS.md.
type fault struct {
	id, fault, guard string
	tests            []string // folder: TestName
}

// readFaults returns the rows of the page's table, and what is wrong with them.
func readFaults(page string) (all []fault, wrong []string) {
	seen := map[string]bool{}
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "| FF-") {
			continue
		}
		var cells []string
		for _, c := range strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|") {
			cells = append(cells, strings.TrimSpace(c))
		}
		if len(cells) != 4 || slices.Contains(cells, "") {
			wrong = append(wrong, fmt.Sprintf("%q: want four cells, none empty", line))
			continue
		}
		f := fault{cells[0], cells[1], cells[2], strings.Split(cells[3], "<br>")}
		if seen[f.id] {
			wrong = append(wrong, f.id+" stands twice")
		}
		seen[f.id] = true
		all = append(all, f)
	}
	return all, wrong
}

var testName = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)

// testsOf returns the names of the tests in a folder of the module.
func testsOf(folder string) []string {
	files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		return nil
	}
	var names []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		for _, m := range testName.FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// brokenFaults lists what is wrong with the page, given what tests a folder has.
func brokenFaults(page string, tests func(folder string) []string) []string {
	all, wrong := readFaults(page)
	rows := map[string]bool{}
	for _, f := range all {
		rows[f.id] = true
		for _, test := range f.tests {
			folder, name, ok := strings.Cut(strings.Trim(strings.TrimSpace(test), "`"), ": ")
			if !ok || !slices.Contains(tests(folder), name) {
				wrong = append(wrong, fmt.Sprintf("%s: %q: want folder: TestName, a test that exists", f.id, test))
			}
		}
	}
	for _, id := range faultIDs() {
		if !rows[id] {
			wrong = append(wrong, id+" has no row")
		}
	}
	return wrong
}

// readPage returns FAULTS.md.
func readPage(t *testing.T) string {
	t.Helper()
	page, err := os.ReadFile("FAULTS.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(page)
}

// TestFaultsHaveTests holds FAULTS.md to the list of faults and to the tests.
func TestFaultsHaveTests(t *testing.T) {
	for _, w := range brokenFaults(readPage(t), testsOf) {
		t.Error(w)
	}
}

// TestFaultsMentioned finds numbers of faults, in code, tests and scripts, that the
// page does not resolve.
func TestFaultsMentioned(t *testing.T) {
	rows := map[string]bool{}
	all, _ := readFaults(readPage(t))
	for _, f := range all {
		rows[f.id] = true
	}
	number := regexp.MustCompile(`FF-[0-9]+`)
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != ".." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if ext := filepath.Ext(path); ext != ".go" && ext != ".txtar" {
			return nil
		}
		text, err := os.ReadFile(path)
		for _, id := range number.FindAllString(string(text), -1) {
			if !rows[id] {
				t.Errorf("%s: %s has no row in FAULTS.md", path, id)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The check of the page must be able to fail.
func TestBrokenFaultsAreSeen(t *testing.T) {
	page := readPage(t)
	one := "| FF-02 | "
	for name, c := range map[string]struct{ page, want string }{
		"a row too few":  {strings.Replace(page, one, "| XX-02 | ", 1), "FF-02 has no row"},
		"a row twice":    {strings.Replace(page, one, "| FF-01 | ", 1), "FF-01 stands twice"},
		"no such test":   {strings.Replace(page, ": Test", ": TestNoSuch", 1), "a test that exists"},
		"no such folder": {strings.Replace(page, "variants/classic: ", "variants/plastic: ", 1), "a test that exists"},
		"no test":        {page + "| FF-" + "99 | a | b | |\n", "four cells, none empty"},
	} {
		if got := strings.Join(brokenFaults(c.page, testsOf), "\n"); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
