package catalogue_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

func open(t *testing.T, lang string) *catalogue.Words {
	t.Helper()
	w, err := catalogue.Open(lang)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

var verb = regexp.MustCompile(`%[-+#0-9.]*(\[[0-9]+\])?[a-z]`)

// plural begins the two forms of a word by the number of a verb: {1:probe|probes}.
var plural = regexp.MustCompile(`\{[0-9]+:`)

// TestLanguagesSayTheSameThings: equal keys, and in each the same values put in.
func TestLanguagesSayTheSameThings(t *testing.T) {
	en, vi := open(t, catalogue.English), open(t, catalogue.Vietnamese)
	for _, key := range en.Keys() {
		if !slices.Contains(vi.Keys(), key) {
			t.Errorf("vi.toml lacks %s", key)
			continue
		}
		a, b := verb.FindAllString(en.Say(key), -1), verb.FindAllString(vi.Say(key), -1)
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			t.Errorf("%s: en puts in %q, vi %q", key, a, b)
		}
	}
	for _, key := range vi.Keys() {
		if !slices.Contains(en.Keys(), key) {
			t.Errorf("en.toml lacks %s", key)
		}
	}
}

// same are the keys whose words are names or signs, alike in both languages.
var same = []string{"head.n", "head.k", "check.fpr", "label.fingerprint", "claims.ns"}

// TestNothingIsLeftInEnglish finds keys whose Vietnamese is the English.
func TestNothingIsLeftInEnglish(t *testing.T) {
	en, vi := open(t, catalogue.English), open(t, catalogue.Vietnamese)
	for _, key := range en.Keys() {
		if alike := en.Say(key) == vi.Say(key); alike != slices.Contains(same, key) {
			t.Errorf("%s: %q in English, %q in Vietnamese", key, en.Say(key), vi.Say(key))
		}
	}
}

// families are the keys that the program puts together from a word of a closed
// column or a list.
var families = []string{"head.", "verdict.", "check.", "answer.", "kind.", "caption.", "warning.", "doubt.", "because.", "timed.", "quantity.", "lang.name"}

// TestEveryKeyIsUsed looks for each key in the sources and templates.
func TestEveryKeyIsUsed(t *testing.T) {
	var sources strings.Builder
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "_test.go") || !(strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".html")) {
			return err
		}
		text, err := os.ReadFile(path)
		sources.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range open(t, catalogue.English).Keys() {
		family := slices.ContainsFunc(families, func(f string) bool { return strings.HasPrefix(key, f) })
		if !family && !strings.Contains(sources.String(), `"`+key+`"`) {
			t.Errorf("nobody says %s", key)
		}
	}
	used := regexp.MustCompile(`(?:Say\(|word\(|\{\{say(?:marks)? |\(say )"([a-z]+\.[a-z0-9_]+)"`)
	known := open(t, catalogue.English).Keys()
	for _, m := range used.FindAllStringSubmatch(sources.String(), -1) {
		if !slices.Contains(known, m[1]) {
			t.Errorf("en.toml lacks %s", m[1])
		}
	}
}

// texts are all English texts that pages show and that stand elsewhere.
func texts(t *testing.T) []string {
	t.Helper()
	specs, err := experiments.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range specs {
		s := &specs[i]
		all = append(all, s.Question, s.Analysis)
		for j := range s.Grids {
			if g := &s.Grids[j]; g.Expect != "" && g.Expect != experiments.Agrees {
				all = append(all, g.Reason)
			}
		}
		for j := range s.Gates {
			if g := &s.Gates[j]; g.Expect != "" && g.Expect != experiments.Agrees {
				all = append(all, g.Reason)
			}
		}
	}
	goals, err := experiments.Goals()
	if err != nil {
		t.Fatal(err)
	}
	for i := range goals {
		if g := &goals[i]; g.Reason != "" {
			all = append(all, g.Reason)
		}
	}
	for i := range claims {
		all = append(all, claims[i].Statement)
		for j := range claims[i].Answers {
			all = append(all, claims[i].Answers[j].Note)
		}
	}
	for _, v := range builtin.Variants() {
		if v.Promise != nil {
			all = append(all, v.Promise(variants.Config{Capacity: 1000, FPR: 0.01}, variants.Shape{Bits: 1 << 14, Positions: 1 << 14, K: 7, Capacity: 1000}, 1000).Source)
		}
	}
	for _, f := range record.Describe() {
		for _, c := range f.Columns {
			all = append(all, c.Doc)
		}
	}
	for _, c := range slices.Concat(record.DescribeTimings(), record.DescribeFront(), record.DescribeGrowth(), record.DescribeGoals()) {
		all = append(all, c.Doc)
	}
	return all
}

var figures = regexp.MustCompile(`[0-9]+(?:[.,^/][0-9]+)*`)

// numbers returns the numbers of a text, sorted.
func numbers(text string) []string {
	found := figures.FindAllString(text, -1)
	slices.Sort(found)
	return found
}

// TestEverythingIsTranslated wants a Vietnamese text for every English one, and
// in it the very same numbers: a figure that was changed in one language only
// would be a wrong figure in the other.
func TestEverythingIsTranslated(t *testing.T) {
	vi := open(t, catalogue.Vietnamese)
	for _, english := range texts(t) {
		text, ok := vi.Translate(english)
		if !ok {
			t.Errorf("no Vietnamese for (digest %s) %.200s", catalogue.Digest(english), english)
			continue
		}
		if a, b := numbers(english), numbers(text); !slices.Equal(a, b) {
			t.Errorf("numbers %q became %q in: %.200s", a, b, text)
		}
	}
	en := open(t, catalogue.English)
	for _, key := range en.Keys() {
		bare := func(text string) []string {
			return numbers(plural.ReplaceAllString(verb.ReplaceAllString(text, ""), ""))
		}
		if a, b := bare(en.Say(key)), bare(vi.Say(key)); !slices.Equal(a, b) {
			t.Errorf("%s: numbers %q became %q", key, a, b)
		}
	}
}

// TestNoTranslationIsLeftOver finds translations of texts that nobody says any more.
func TestNoTranslationIsLeftOver(t *testing.T) {
	wanted := texts(t)
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	for i := range claims {
		wanted = append(wanted, claims[i].Source, claims[i].Claimed)
	}
	for _, v := range builtin.Variants() {
		wanted = append(wanted, v.Version)
	}
	for _, english := range wanted[:len(wanted):len(wanted)] {
		wanted = append(wanted, catalogue.Digest(english))
	}
	for _, key := range open(t, catalogue.Vietnamese).Translated() {
		if !slices.Contains(wanted, key) {
			t.Errorf("a translation of what no page says: %.100s", key)
		}
	}
}

func TestOpenAndSay(t *testing.T) {
	if _, err := catalogue.Open("fr"); err == nil || !strings.Contains(err.Error(), `"fr": want one of en, vi`) {
		t.Errorf("fr: %v", err)
	}
	vi := open(t, catalogue.Vietnamese)
	if got := vi.Say("gates.unmet", 3); got != "3 không đạt" {
		t.Errorf("gates.unmet: %q", got)
	}
	if got := vi.Say("no.such"); got != "[[no.such]]" {
		t.Errorf("no.such: %q", got)
	}
	if got, ok := vi.Translate("Nobody wrote this."); ok || got != "Nobody wrote this." {
		t.Errorf("an unknown text: %q, %v", got, ok)
	}
}
