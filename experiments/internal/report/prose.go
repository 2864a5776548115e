package report

import (
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

var (
	code     = regexp.MustCompile("`([^`]+)`")
	emphasis = regexp.MustCompile(`\*([^*\s][^*]*)\*`)
	percents = regexp.MustCompile(`([0-9]) %`) // a number and its sign stay in one line
)

// marks turns a line of text into HTML: `code` and *emphasis*, all else as it is.
func marks(text string) template.HTML {
	s := percents.ReplaceAllString(template.HTMLEscapeString(text), "$1\u00a0%")
	var out strings.Builder
	last := 0
	for _, at := range code.FindAllStringSubmatchIndex(s, -1) { // no emphasis inside code
		out.WriteString(emphasis.ReplaceAllString(s[last:at[0]], "<em>$1</em>"))
		fmt.Fprintf(&out, "<code>%s</code>", s[at[2]:at[3]])
		last = at[1]
	}
	out.WriteString(emphasis.ReplaceAllString(s[last:], "<em>$1</em>"))
	return template.HTML(out.String()) //nolint:gosec // all text is escaped above
}

// prose turns the analysis of a spec into HTML: paragraphs parted by empty
// lines, and paragraphs whose lines start with "- ", which are lists.
func prose(text string) template.HTML {
	var out strings.Builder
	for _, p := range strings.Split(strings.TrimSpace(text), "\n\n") {
		p = strings.TrimSpace(p)
		if items, ok := strings.CutPrefix(p, "- "); ok {
			out.WriteString("<ul>\n")
			for _, item := range strings.Split(items, "\n- ") {
				fmt.Fprintf(&out, "<li>%s</li>\n", marks(item))
			}
			out.WriteString("</ul>\n")
			continue
		}
		fmt.Fprintf(&out, "<p>%s</p>\n", marks(p))
	}
	return template.HTML(out.String()) //nolint:gosec // marks escapes
}

// foreign is an English text in the page's language, or marked as English where
// there is no translation of it.
func foreign(w *catalogue.Words, english string, render func(string) template.HTML) template.HTML {
	text, ok := w.Translate(english)
	if ok {
		return render(text)
	}
	return `<div lang="en">` + render(text) + `</div>`
}

// retold is a warning in the page's language, or marked as English where the catalogue
// does not know its words.
func retold(w *catalogue.Words, english string) template.HTML {
	text, ok := w.Retell("doubt", english)
	if ok {
		return marks(text)
	}
	return `<span lang="en">` + marks(text) + `</span>`
}

var number = regexp.MustCompile(`^[-+]?[0-9][0-9.,e+-]*( %)?$`)

// numeric reports whether a table's text stands to the right: a number, a per
// cent, or nothing.
func numeric(text string) bool { return text == "" || number.MatchString(text) }
