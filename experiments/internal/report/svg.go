package report

import (
	"bytes"
	"fmt"
	"html/template"
	"regexp"
)

var (
	svgStart  = regexp.MustCompile(`<svg\b[^>]*>`)
	svgSize   = regexp.MustCompile(`\s(?:width|height|role|aria-label|xmlns:xlink)\s*=\s*"[^"]*"`)
	svgID     = regexp.MustCompile(`(\sid\s*=\s*")([^"]+)"`)
	svgRef    = regexp.MustCompile(`(url\(#)([^)]+)\)`)
	svgHref   = regexp.MustCompile(`(\s(?:xlink:)?href\s*=\s*"#)([^"]+)"`)
	svgUnsafe = regexp.MustCompile(`(?i)<script|<foreignObject|\son[a-z]+\s*=|(?:href|src)\s*=\s*"[^#]|url\([^#]|@import`)
)

// inline makes a picture part of a page: without its declaration and its fixed
// size, with ids that no other picture has, and named for who does not see it.
// A picture that runs or loads anything is refused.
func inline(f *Figure, id string) (template.HTML, error) {
	if bad := svgUnsafe.Find(f.SVG); bad != nil {
		return "", fmt.Errorf("figure %s: %q: want a picture that loads and runs nothing", f.Name, bad)
	}
	at := svgStart.FindIndex(f.SVG)
	end := bytes.LastIndex(f.SVG, []byte("</svg>"))
	if at == nil || end < at[1] {
		return "", fmt.Errorf("figure %s: no svg element", f.Name)
	}
	start := svgSize.ReplaceAll(f.SVG[at[0]:at[1]], nil)
	if !bytes.Contains(start, []byte("viewBox")) {
		return "", fmt.Errorf("figure %s: the svg element has no viewBox", f.Name)
	}
	start = fmt.Appendf(nil, `<svg role="img" aria-label="%s"%s`, template.HTMLEscapeString(f.Alt), start[len("<svg"):])
	text := append(start, f.SVG[at[1]:end+len("</svg>")]...)
	text = svgID.ReplaceAll(text, []byte("${1}"+id+"-${2}\""))
	text = svgRef.ReplaceAll(text, []byte("${1}"+id+"-${2})"))
	text = svgHref.ReplaceAll(text, []byte("${1}"+id+"-${2}\""))
	return template.HTML(text), nil //nolint:gosec // refused above where it runs or loads anything
}
