package lab

import (
	"html/template"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/dop251/goja"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// laboratory is the part of the page, in a language.
func laboratory(t *testing.T, lang string) string {
	t.Helper()
	w, err := catalogue.Open(lang)
	if err != nil {
		t.Fatal(err)
	}
	var out [2]template.HTML
	for i := range out {
		if out[i], err = HTML(w); err != nil {
			t.Fatal(err)
		}
	}
	if out[0] != out[1] {
		t.Error("two laboratories differ")
	}
	return string(out[0])
}

// TestScriptCompiles in both languages: a word with a quote would break it.
func TestScriptCompiles(t *testing.T) {
	for _, lang := range catalogue.Languages() {
		_, rest, _ := strings.Cut(laboratory(t, lang), "<script>")
		text, after, _ := strings.Cut(rest, "</script>")
		if strings.TrimSpace(after) != "" || strings.Contains(text, "<!--") {
			t.Errorf("%s: the script ends early", lang)
		}
		if _, err := goja.Compile("lab", text, true); err != nil {
			t.Errorf("%s: %v", lang, err)
		}
	}
}

// outside are the ways of a page to load, send or make code of text.
var outside = []string{
	"fetch(", "XMLHttpRequest", "WebSocket", "EventSource", "sendBeacon", "import(", "importScripts", "eval(", "Function(",
	"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "localStorage", "url(", "@import", "src=", "http:", "Math.random", "Date",
}

// The page would forbid the first ones; texts from the address are never made HTML.
func TestNothingComesFromOutside(t *testing.T) {
	text := strings.ReplaceAll(laboratory(t, catalogue.English), "http://www.w3.org/2000/svg", "")
	for _, word := range outside {
		if strings.Contains(text, word) {
			t.Errorf("the laboratory has %q", word)
		}
	}
}

// TestEveryWordIsSpoken: the scripts say what spoken lists and nothing else, and each of
// these has words.
func TestEveryWordIsSpoken(t *testing.T) {
	text, err := joined(append(slices.Clone(models), views...))
	if err != nil {
		t.Fatal(err)
	}
	said := []string{}
	for _, m := range regexp.MustCompile(`'(lab\.[a-z]+)'`).FindAllStringSubmatch(text, -1) {
		said = append(said, m[1])
	}
	for _, c := range choices(catalogue.Default()) { // say('lab.' + c.name)
		said = append(said, "lab."+c.Name)
	}
	slices.Sort(said)
	if said = slices.Compact(said); !slices.Equal(said, spoken) {
		t.Errorf("the scripts say %q, listed are %q", said, spoken)
	}
	for _, lang := range catalogue.Languages() {
		if page := laboratory(t, lang); strings.Contains(page, "\"[[") || strings.Contains(page, ">[[") {
			t.Errorf("%s: a word is missing", lang)
		}
	}
}

// TestVietnameseLaboratory finds words that are the same in both languages.
func TestVietnameseLaboratory(t *testing.T) {
	vi, err := catalogue.Open(catalogue.Vietnamese)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, key := range catalogue.Default().Keys() {
		if !strings.HasPrefix(key, "lab.") {
			continue
		}
		count++
		if vi.Say(key) == catalogue.Default().Say(key) {
			t.Errorf("%s: %q in both languages", key, vi.Say(key))
		}
	}
	if count < 80 {
		t.Errorf("%d words: want all of the laboratory", count)
	}
}

// TestFieldsAreTheScripts: the variants and parameters offered are those of solve.js.
func TestFieldsAreTheScripts(t *testing.T) {
	vm := engine(t)
	v, err := vm.RunString(`Object.entries(kinds).flatMap(([kind, x]) => x.choices.map((c) => [kind, c.name, String(c.values || '')].join(' ')))`)
	if err != nil {
		t.Fatal(err)
	}
	var want, got, names []string
	if err := vm.ExportTo(v, &want); err != nil {
		t.Fatal(err)
	}
	for _, c := range choices(catalogue.Default()) {
		got = append(got, strings.Join([]string{c.Variant, c.Name, strings.Join(c.Values, ",")}, " "))
	}
	if !slices.Equal(got, want) {
		t.Errorf("fields %q, scripts %q", got, want)
	}
	if v, err = vm.RunString("Object.keys(kinds)"); err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, g := range groups(catalogue.Default()) {
		listed = append(listed, g.Variants...)
	}
	if err := vm.ExportTo(v, &names); err != nil || !slices.Equal(names, listed) {
		t.Errorf("variants %q, scripts %q", listed, names)
	}
}

// TestControlsAreNamed: what can be changed has a label, and each label its field.
func TestControlsAreNamed(t *testing.T) {
	page, _, _ := strings.Cut(laboratory(t, catalogue.English), "<script>")
	labels := map[string]bool{}
	for _, m := range regexp.MustCompile(`<label for="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		labels[m[1]] = true
		if !strings.Contains(page, `id="`+m[1]+`"`) {
			t.Errorf("a label for %s, which is not there", m[1])
		}
	}
	controls := regexp.MustCompile(`<(?:input|select)\b([^>]*)>`).FindAllStringSubmatch(page, -1)
	for _, m := range controls {
		id := regexp.MustCompile(`id="([^"]+)"`).FindStringSubmatch(m[1])
		if !strings.Contains(m[1], "aria-label=") && !strings.Contains(m[1], `type="radio"`) && (id == nil || !labels[id[1]]) {
			t.Errorf("no label: %s", m[0])
		}
	}
	if len(controls) < 20 || strings.Count(page, `aria-live="polite"`) != 2 {
		t.Errorf("%d controls, %d places that speak", len(controls), strings.Count(page, `aria-live="polite"`))
	}
}

// TestPluralForms: forms for one and for several are whole, name a value that the words
// have, and hold none themselves.
func TestPluralForms(t *testing.T) {
	form := regexp.MustCompile(`\{([0-9]):([^{}|%]*)\|([^{}|%]*)\}`)
	count := 0
	for _, lang := range catalogue.Languages() {
		w, err := catalogue.Open(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range spoken {
			text := w.Say(key)
			for _, m := range form.FindAllStringSubmatch(text, -1) {
				count++
				if m[2] == m[3] || !strings.Contains(text, "%["+m[1]+"]s") {
					t.Errorf("%s, %s: %s", lang, key, m[0])
				}
			}
			if rest := form.ReplaceAllString(text, ""); strings.ContainsAny(rest, "{}|") {
				t.Errorf("%s, %s: a broken form in %q", lang, key, text)
			}
		}
	}
	if count < 40 {
		t.Errorf("%d forms: want those of both languages", count)
	}
}
