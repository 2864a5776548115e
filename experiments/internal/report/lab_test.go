package report

import (
	"html/template"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/report/lab"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// policy returns what a page lets the browser do.
func policy(t *testing.T, page []byte) string {
	t.Helper()
	_, rest, _ := strings.Cut(string(page), `http-equiv="Content-Security-Policy" content="`)
	text, _, ok := strings.Cut(rest, `"`)
	if !ok {
		t.Fatal("a page without a policy")
	}
	return text
}

// withLab is the page of the sample with a laboratory, or without one.
func withLab(t *testing.T, lang string, tools template.HTML) []byte {
	t.Helper()
	w := words(t, lang)
	page, err := HTML(w, &Book{All: []Experiment{sample()}, Lab: tools})
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestPageHoldsTheLaboratory: the page has it whole, with the only script, between ids
// that nothing else has; it allows no more than that script, and tells readers without
// JavaScript what they miss.
func TestPageHoldsTheLaboratory(t *testing.T) {
	for _, lang := range catalogue.Languages() {
		tools, err := lab.HTML(words(t, lang))
		if err != nil {
			t.Fatal(err)
		}
		page := withLab(t, lang, tools)
		text := string(page)
		if !strings.Contains(text, string(tools)) || strings.Count(text, "<script") != 1 || !strings.Contains(text, "<noscript>") {
			t.Errorf("%s: want the laboratory, one script and a note", lang)
		}
		if got := policy(t, page); !strings.HasPrefix(got, "default-src 'none';") || !strings.Contains(got, "script-src &#39;sha256-") || strings.Contains(got, "script-src &#39;unsafe") {
			t.Errorf("%s: policy %q", lang, got)
		}
		head, rest, _ := strings.Cut(text, "<script>")
		_, tail, _ := strings.Cut(rest, "</script>")
		ids := map[string]bool{}
		for _, e := range parse(t, []byte(head+tail)) {
			if id := e.attr["id"]; id != "" && ids[id] {
				t.Errorf("two elements have the id %s", id)
			} else if id != "" {
				ids[id] = true
			}
		}
		if !ids["lab-tools"] || !ids["c-n"] || !ids["t-cells"] {
			t.Errorf("%s: parts of the laboratory are missing", lang)
		}
	}
}

// TestScriptSources: hashes as `openssl dgst -sha256 -binary | base64` makes them.
func TestScriptSources(t *testing.T) {
	for part, want := range map[template.HTML]string{
		"<p>Lab</p>":                "'none'",
		"<script>alert(1)</script>": "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
		"a<script></script>b<script>alert(1)</script>": "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' " +
			"'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
	} {
		if got := scriptSources(part); got != want {
			t.Errorf("%s: %s, want %s", part, got, want)
		}
	}
}

// TestNoLaboratoryNoScripts: a page without it forbids every script.
func TestNoLaboratoryNoScripts(t *testing.T) {
	page := withLab(t, catalogue.English, "")
	if got := policy(t, page); strings.Contains(got, "script") || !strings.HasPrefix(got, "default-src 'none';") {
		t.Errorf("policy %q", got)
	}
	if text := string(page); strings.Contains(text, "<script") || strings.Contains(text, `id="lab"`) {
		t.Error("a page without a laboratory has a script or its place")
	}
}
