package figure

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// words are those of a language.
func words(lang string) Translator {
	w, err := catalogue.Open(lang)
	if err != nil {
		panic(err) // tests ask for languages that there are
	}
	return w.Say
}

// Every painter has a caption, and every caption a painter. (That no other word
// of the catalogue is missing, unused or untranslated is the catalogue's test.)
func TestCaptionsAreThoseOfPainters(t *testing.T) {
	want := map[string]bool{"caption.general": true, "caption.speed": true, "caption.front": true, "caption.growth": true}
	for name := range painters() {
		want["caption."+name] = true
	}
	for _, key := range catalogue.Default().Keys() {
		if !strings.HasPrefix(key, "caption.") {
			continue
		}
		if !want[key] {
			t.Errorf("%s: no painter", key)
		}
		delete(want, key)
	}
	for key := range want {
		t.Errorf("%s: not in the catalogue", key)
	}
}
