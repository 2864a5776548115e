package report

import (
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

func words(t *testing.T, lang string) *catalogue.Words {
	t.Helper()
	w, err := catalogue.Open(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// drawing is a picture as the drawing package makes them: fixed size, ids, references.
const drawing = `<?xml version="1.0"?>
<svg width="288pt" height="144pt" viewBox="0 0 288 144" xmlns="http://www.w3.org/2000/svg">
<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs><g clip-path="url(#c)"><circle r="3"/></g></svg>
`

// small is the page of one experiment with two figures and a laboratory.
func small(t *testing.T, lang string) []byte {
	t.Helper()
	w := words(t, lang)
	e := sample()
	e.Reasons = []Reason{{"deviates", "eight are too many"}}
	e.Figures = []Figure{
		{Name: "rate", SVG: []byte(drawing), Alt: `falls, then "rises"`, Caption: "The rate by k."},
		{Name: "fill", SVG: []byte(drawing), Alt: "rises", Caption: "Set bits by k."},
	}
	b := Book{All: []Experiment{e}, Claims: ClaimsIn(w, sampleClaims(), []Experiment{e}), Rest: sampleClaims()[2:],
		Timed: sampleMachines(), Lab: "<p>Lab</p>", Other: HTMLFile(catalogue.Vietnamese)}
	page, err := HTML(w, &b)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func TestHTMLPages(t *testing.T) {
	golden(t, "report.html", small(t, catalogue.English))
	golden(t, "report.vi.html", small(t, catalogue.Vietnamese))
	if a, b := small(t, catalogue.English), small(t, catalogue.English); string(a) != string(b) {
		t.Error("two pages of one record differ")
	}
}

// whole is the page of every experiment that we ship, with few cells each.
func whole(t *testing.T, lang string) []byte {
	t.Helper()
	w := words(t, lang)
	specs, err := experiments.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	b := Book{Rest: claims}
	for i := range specs {
		e := sample()
		e.Manifest.Experiment, e.Question, e.Analysis = specs[i].Name, specs[i].Question, specs[i].Analysis
		for j := range specs[i].Gates {
			e.Reasons = append(e.Reasons, Reason{experiments.Deviates, specs[i].Gates[j].Reason})
		}
		b.All = append(b.All, e)
	}
	b.Claims = ClaimsIn(w, claims, b.All)
	page, err := HTML(w, &b)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// element is one start tag, or one text with the tags around it.
type element struct {
	name, text string
	attr       map[string]string
	around     []string
	english    bool // within lang="en" or a place for names: code
}

var void = regexp.MustCompile(`<(meta|link|br|hr|img|input)\b([^>]*)>`)

// parse reads a page as XML, once void elements are closed: every other tag must
// be closed in its place and every attribute quoted.
func parse(t *testing.T, page []byte) []element {
	t.Helper()
	_, body, _ := strings.Cut(string(page), "<!DOCTYPE html>")
	d := xml.NewDecoder(strings.NewReader(void.ReplaceAllString(body, "<$1$2/>")))
	d.Entity = xml.HTMLEntity
	var all, open []element
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
		var last element
		if len(open) > 0 {
			last = open[len(open)-1]
		}
		switch tok := tok.(type) {
		case xml.StartElement:
			e := element{name: tok.Name.Local, attr: map[string]string{}, around: append(slices.Clone(last.around), tok.Name.Local)}
			for _, a := range tok.Attr {
				e.attr[a.Name.Local] = a.Value
			}
			e.english = last.english || e.name == "code" || e.name == "style" || e.name != "html" && e.attr["lang"] == "en"
			all, open = append(all, e), append(open, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if text := strings.TrimSpace(string(tok)); text != "" {
				all = append(all, element{text: text, around: last.around, english: last.english})
			}
		}
	}
}

// TestPageStandsAlone: ids are unique, links to places of the page have a place,
// nothing is loaded, and what a screen reader needs is there.
func TestPageStandsAlone(t *testing.T) {
	for _, page := range [][]byte{small(t, "en"), small(t, "vi"), whole(t, "en"), whole(t, "vi")} {
		ids := map[string]bool{}
		seen := map[string]int{}
		all := parse(t, page)
		for _, e := range all {
			seen[e.name]++
			if id, ok := e.attr["id"]; ok {
				if ids[id] {
					t.Errorf("two elements have the id %s", id)
				}
				ids[id] = true
			}
		}
		for _, e := range all {
			checkElement(t, &e, ids)
		}
		for _, name := range []string{"html", "main", "nav", "header", "footer", "h1", "title"} {
			if seen[name] != 1 {
				t.Errorf("%d elements %s, want 1", seen[name], name)
			}
		}
		if seen["caption"] != seen["table"] || seen["figcaption"] != seen["figure"] {
			t.Error("a table or a figure has no caption")
		}
		if text := string(page); strings.Contains(text, "[[") || strings.Contains(text, "%!") {
			t.Error("a word is missing, or a value in it")
		}
	}
}

// loads are the attributes by which a page loads something.
var loads = []string{"src", "srcset", "data", "poster", "background", "action"}

func checkElement(t *testing.T, e *element, ids map[string]bool) {
	t.Helper()
	for _, name := range loads {
		if v, ok := e.attr[name]; ok {
			t.Errorf("<%s %s=%q> loads something", e.name, name, v)
		}
	}
	href := e.attr["href"]
	if place, ok := strings.CutPrefix(href, "#"); ok && !ids[place] {
		t.Errorf("a link to #%s leads nowhere", place)
	}
	if e.name == "link" && href != "data:," || e.name == "script" || e.name == "iframe" {
		t.Errorf("<%s href=%q> loads or runs something", e.name, href)
	}
	if by, ok := e.attr["aria-labelledby"]; ok && !ids[by] {
		t.Errorf("aria-labelledby names #%s, which is not there", by)
	}
	if e.name == "svg" && e.attr["aria-label"] == "" || e.name == "img" && e.attr["alt"] == "" {
		t.Errorf("<%s> has no alternative text", e.name)
	}
	if e.name == "th" && e.attr["scope"] == "" {
		t.Error("a th says nothing of its scope")
	}
}

// plain are English words that no Vietnamese sentence has.
var plain = regexp.MustCompile(`\b(the|The|of|is|are|and|with|which|that|than|what|by|from|how)\b`)

// lettered has two words of Latin letters in a row, which names rarely have.
var lettered = regexp.MustCompile(`[A-Za-z]{3,} [A-Za-z]{3,}`)

// names are what stays as it is in every language, titles of papers among them.
var names = []string{
	"filterlab", "This page in English",
	"Kirsch, Mitzenmacher 2006: Less Hashing, Same Performance",
	"Putze, Sanders, Singler 2007: Cache-, Hash- and Space-Efficient Bloom Filters",
	"Almeida, Baquero, Preguica, Hutchison 2007: Scalable Bloom Filters",
	"Fan, Andersen, Kaminsky, Mitzenmacher 2014: Cuckoo Filter: Practically Better Than Bloom",
	"Graf, Lemire 2022: Binary Fuse Filters: Fast and Smaller Than Xor Filters",
}

// TestVietnamesePageIsVietnamese finds English sentences in the Vietnamese page:
// texts that both pages have, and texts with English words in them.
func TestVietnamesePageIsVietnamese(t *testing.T) {
	english := map[string]bool{}
	for _, e := range parse(t, whole(t, catalogue.English)) {
		english[e.text] = true
	}
	found := 0
	for _, e := range parse(t, whole(t, catalogue.Vietnamese)) {
		if e.text == "" || e.english || slices.Contains(names, e.text) {
			continue
		}
		found++
		for _, name := range names {
			e.text = strings.ReplaceAll(e.text, name, "")
		}
		if english[e.text] && lettered.MatchString(e.text) || plain.MatchString(strings.ReplaceAll(e.text, "bits-and-blooms", "")) {
			t.Errorf("not Vietnamese: %.200q in %s", e.text, strings.Join(e.around, " "))
		}
	}
	if found < 500 {
		t.Errorf("%d texts looked at: want the whole page", found)
	}
}

// closed are words of closed columns, which pages say in their language.
var closed = regexp.MustCompile(`\b(limit|throughput|latency|warm|cold|digest|madvise|always|never|agrees|deviates|undecided|missed|incomparable|untimed|queries|absent|interval|theory|measured)\b`)

// files are names of files, which are alike in every language.
var files = strings.NewReplacer(".csv", "", "theory.txt", "", "measured.txt", "")

// inBrackets is a word that a text gives beside its translation.
var inBrackets = regexp.MustCompile(`\([^()]*\)`)

// TestClosedWordsAreVietnamese looks at cells of tables and sentences one by one: a
// single English word is no sentence. The explanations of columns quote the files.
func TestClosedWordsAreVietnamese(t *testing.T) {
	text := string(small(t, catalogue.Vietnamese))
	before, rest, _ := strings.Cut(text, `<section id="columns"`)
	_, after, _ := strings.Cut(rest, "</section>")
	seen := 0
	for _, e := range parse(t, []byte(before+after)) {
		if e.text == "" || e.english {
			continue
		}
		seen++
		if word := closed.FindString(inBrackets.ReplaceAllString(files.Replace(e.text), "")); word != "" {
			t.Errorf("%s is not Vietnamese: %.200q", word, e.text)
		}
	}
	if seen < 100 {
		t.Errorf("%d texts looked at", seen)
	}
}

// A text without a translation is shown in English and says so.
func TestForeignTextIsMarked(t *testing.T) {
	page := string(small(t, catalogue.Vietnamese))
	if !strings.Contains(page, `<div lang="en">Which k is best?</div>`) {
		t.Error("an English question on the Vietnamese page is not marked as English")
	}
}

func TestInlineRefusesWhatLoadsOrRuns(t *testing.T) {
	for _, bad := range []string{
		"", "<svg viewBox='0 0 1 1'>", `<svg width="3"></svg>`,
		`<svg viewBox="0 0 1 1"><script>1</script></svg>`,
		`<svg viewBox="0 0 1 1" onload="1"></svg>`,
		`<svg viewBox="0 0 1 1"><image href="http://example.com/x.png"/></svg>`,
		`<svg viewBox="0 0 1 1"><image xlink:href="x.png"/></svg>`,
		`<svg viewBox="0 0 1 1"><style>@import "x.css"</style></svg>`,
		`<svg viewBox="0 0 1 1"><rect fill="url(x.svg#a)"/></svg>`,
	} {
		if got, err := inline(&Figure{Name: "x", SVG: []byte(bad)}, "x"); err == nil {
			t.Errorf("%q became %q", bad, got)
		}
	}
	got, err := inline(&Figure{Name: "x", SVG: []byte(drawing), Alt: `a "b" <c>`}, "p")
	for _, want := range []string{`id="p-c"`, `url(#p-c)`, `aria-label="a &#34;b&#34; &lt;c&gt;"`, `<rect width="9" height="9"/>`} {
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("%v: no %s in %s", err, want, got)
		}
	}
}

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"a < b & `c*d*e` *f*\n\ng":   "<p>a &lt; b &amp; <code>c*d*e</code> <em>f</em></p>\n<p>g</p>\n",
		"x:\n\n- one\n  more\n- two": "<p>x:</p>\n<ul>\n<li>one\n  more</li>\n<li>two</li>\n</ul>\n",
		"2 * 3 * 4 of 5 %":           "<p>2 * 3 * 4 of 5\u00a0%</p>\n",
	} {
		if got := string(prose(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"": true, "0.5": true, "-3": true, "+0.16 %": true, "1e-07": true, "2.3e+09": true,
		"371698c13f": false, "0.1 to 0.2": false, "agrees": false, "a6": false} {
		if numeric(text) != want {
			t.Errorf("numeric(%q) = %v", text, !want)
		}
	}
}

// TestExport joins the sample's verdicts, and reads them back where that is easy.
func TestExport(t *testing.T) {
	e := sample()
	for _, format := range Formats() {
		got, err := Export(catalogue.Default(), format, []Experiment{e, e})
		if err != nil {
			t.Fatal(err)
		}
		golden(t, "export."+format, got)
	}
	if _, err := Export(catalogue.Default(), "pdf", []Experiment{e}); err == nil || !strings.Contains(err.Error(), `"pdf"`) {
		t.Errorf("pdf: %v", err)
	}
	s := sheet{Header: []string{`a_b`, "n"}, Rows: [][]string{{`\50% & #1 ~ ^ {x} $`, "7"}}}
	want := `\textbackslash{}50\% \& \#1 \textasciitilde{} \textasciicircum{} \{x\} \$ & 7 \\`
	if got := s.latex("l", "c"); !strings.Contains(got, want) || !strings.Contains(got, `{lr}`) {
		t.Errorf("%s\nwant %s and columns lr", got, want)
	}
	if got := strings.Join([]string{PageFile("vi"), HTMLFile("vi"), PageFile("en"), HTMLFile("en")}, " "); got != "README.vi.md report.vi.html README.md report.html" {
		t.Errorf("files %s", got)
	}
}
