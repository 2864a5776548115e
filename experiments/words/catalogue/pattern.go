package catalogue

import (
	"regexp"
	"slices"
	"strings"
)

// Retell says in this language what a program said in English, by the words of a table:
// the English words of its keys, read backwards, give the values that stand in the text.
// A file that holds sentences with figures can so be shown in every language. It returns
// the text as it is, and false, where no words of the table fit. All values of such
// words are %[N]s.
func (w *Words) Retell(table, text string) (retold string, ok bool) {
	if w.Lang == English {
		return text, true
	}
	for _, key := range Default().Keys() {
		if !strings.HasPrefix(key, table+".") {
			continue
		}
		if values, fits := unsaid(Default().said[key], text); fits {
			return w.Say(key, values...), true
		}
	}
	return text, false
}

var place = regexp.MustCompile(`%\[([0-9])\]s`)

// unsaid returns the values that were put into words, in the order of their numbers,
// if text is made of those words.
func unsaid(words, text string) (values []any, ok bool) {
	var numbers []string
	var pattern strings.Builder
	last := 0
	for _, at := range place.FindAllStringSubmatchIndex(words, -1) {
		pattern.WriteString(regexp.QuoteMeta(plain(words[last:at[0]])) + `(\S+)`)
		numbers = append(numbers, words[at[2]:at[3]])
		last = at[1]
	}
	pattern.WriteString(regexp.QuoteMeta(plain(words[last:])))
	found := regexp.MustCompile("^" + pattern.String() + "$").FindStringSubmatch(text)
	if found == nil {
		return nil, false
	}
	for _, n := range slices.Sorted(slices.Values(numbers)) {
		values = append(values, found[1+slices.Index(numbers, n)])
	}
	return values, true
}

// plain is text as it is after it was said: %% stands for one.
func plain(text string) string { return strings.ReplaceAll(text, "%%", "%") }
