// Package catalogue holds the words of the pages and figures in every language they are
// written in. What the program says itself has a key in en.toml and in vi.toml;
// what the experiments, claims and columns say stands in English where they are
// defined, and vi/*.toml translate it sentence by sentence. A sentence that was
// changed since has no translation: it is then shown in English, and a test
// fails, so that a page never says in one language what no longer holds.
package catalogue

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
)

//go:embed *.toml vi/*.toml
var files embed.FS

// The languages of the pages, as BCP 47 tags.
const (
	English    = "en"
	Vietnamese = "vi"
)

// Languages returns the languages that pages are written in, English first.
func Languages() []string { return []string{English, Vietnamese} }

// Words are the words of one language. It is immutable and may be shared.
type Words struct {
	Lang  string
	said  map[string]string // what the program says, by key
	texts map[string]string // translations, by the English text or by its Digest
}

// Open returns the words of a language.
func Open(lang string) (*Words, error) {
	if !slices.Contains(Languages(), lang) {
		return nil, fmt.Errorf("language %q: want one of %s", lang, strings.Join(Languages(), ", "))
	}
	w := &Words{Lang: lang, said: map[string]string{}, texts: map[string]string{}}
	for _, name := range []string{lang, "lab." + lang} {
		if err := w.read(name + ".toml"); err != nil {
			return nil, err
		}
	}
	return w, w.translate()
}

// read takes in a file of what the program says.
func (w *Words) read(name string) error {
	text, err := files.ReadFile(name)
	if err != nil {
		return err
	}
	var tables map[string]map[string]string
	if err := toml.Unmarshal(text, &tables); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for table, words := range tables {
		for key, said := range words {
			w.said[table+"."+key] = said
		}
	}
	return nil
}

// translation is a file of translated texts.
type translation struct {
	Texts map[string]string `toml:"texts"` // by the English text
	Long  []struct {
		Of   string `toml:"of"` // Digest of the English text
		Text string `toml:"text"`
	} `toml:"long"`
}

// translate reads the translations of a language, if it has a folder of them.
func (w *Words) translate() error {
	names, err := fs.Glob(files, w.Lang+"/*.toml")
	if err != nil {
		return err
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		var t translation
		if err := toml.Unmarshal(text, &t); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		maps.Copy(w.texts, t.Texts)
		for _, l := range t.Long {
			w.texts[l.Of] = l.Text
		}
	}
	return nil
}

// Default returns the English words. They are part of the program, so that
// reading them cannot fail in a program that was tested.
func Default() *Words { return english() }

// english reads the English words, once.
var english = sync.OnceValue(func() *Words {
	w, err := Open(English)
	if err != nil {
		panic(err) // the embedded file is broken: no input can cause or cure it
	}
	return w
})

// Say returns the words of a key with values put in, in fmt's notation. A key
// that there is not shows as itself in double brackets.
func (w *Words) Say(key string, values ...any) string {
	text, ok := w.said[key]
	switch {
	case !ok:
		return "[[" + key + "]]"
	case len(values) == 0:
		return text
	}
	return fmt.Sprintf(text, values...)
}

// Translate returns what stands for an English text in this language, and
// whether there is something: if not, it is the English text.
func (w *Words) Translate(english string) (text string, ok bool) {
	if w.Lang == English || english == "" {
		return english, true
	}
	for _, key := range []string{english, Digest(english)} {
		if text, ok := w.texts[key]; ok {
			return text, true
		}
	}
	return english, false
}

// Text is Translate for where a foreign text cannot be marked as such.
func (w *Words) Text(english string) string {
	text, _ := w.Translate(english)
	return text
}

// Digest names a long English text in the files of translations: the first 12
// hex digits of its SHA-256, without the spaces around it.
func Digest(english string) string {
	sum := sha256.Sum256([]byte(strings.TrimSpace(english)))
	return hex.EncodeToString(sum[:6])
}

// Has reports whether a key has words.
func (w *Words) Has(key string) bool { return w.said[key] != "" }

// Keys returns the keys of what the program says, sorted.
func (w *Words) Keys() []string { return slices.Sorted(maps.Keys(w.said)) }

// Translated returns the English texts, or their digests, that have a
// translation, sorted.
func (w *Words) Translated() []string { return slices.Sorted(maps.Keys(w.texts)) }
