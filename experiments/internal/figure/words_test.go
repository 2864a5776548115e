package figure

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Every key is there once, in both languages, with the same verbs.
func TestWordsAreWhole(t *testing.T) {
	verb := regexp.MustCompile(`%[a-z]`)
	seen := map[string]bool{}
	for _, w := range Words() {
		if w.English == "" || w.Vietnamese == "" || seen[w.Key] {
			t.Errorf("%+v: empty, or its key stands twice", w)
		}
		seen[w.Key] = true
		formats := strings.HasPrefix(w.Key, "label.") || w.Key == "axis.surplus" || w.Key == "axis.keys_of" || w.Key == "alt.verdicts"
		if en, vi := verb.FindAllString(w.English, -1), verb.FindAllString(w.Vietnamese, -1); formats && !slices.Equal(en, vi) {
			t.Errorf("%s: %v in English, %v in Vietnamese", w.Key, en, vi)
		}
	}
	if In("fr") != nil {
		t.Error("there is no French")
	}
}

// The code asks for no key that the catalogue lacks, and the catalogue has none
// that the code never asks for.
func TestWordsAreThoseUsed(t *testing.T) {
	used := map[string]bool{}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`word\("([^"]+)"\)`).FindAllSubmatch(source, -1) {
			used[string(m[1])] = true
		}
		for _, m := range regexp.MustCompile(`case "([a-z-]+)":\n\t\treturn `).FindAllSubmatch(source, -1) {
			used["caption."+string(m[1])] = true
		}
	}
	used["caption.general"] = true
	for _, w := range Words() {
		if !used[w.Key] {
			t.Errorf("%s: never asked for", w.Key)
		}
		delete(used, w.Key)
	}
	for key := range used {
		t.Errorf("%s: not in the catalogue", key)
	}
}
