package experiments

import (
	"fmt"
	"strings"
)

// lineIndex knows the line of each key of a TOML file by its path, with the
// index of each [[table]]: "grid[1].params.reduce". It is read from the text
// alone and only serves error messages: a key that it missed (written inside
// an inline table, say) takes the line of what it stands in.
type lineIndex map[string]int

// line returns the line of path, or that of the nearest key around it.
func (x lineIndex) line(path string) int {
	for path != "" {
		if n, ok := x[path]; ok {
			return n
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 1
}

// indexLines makes the index of a file that the TOML parser has accepted.
func indexLines(text string) lineIndex {
	s := lineScanner{index: lineIndex{}, tables: map[string]int{}}
	for i, line := range strings.Split(text, "\n") {
		s.scan(i+1, line)
	}
	return s.index
}

// lineScanner walks the lines of a file: it knows the table it is in, and
// whether a value goes on from the line before.
type lineScanner struct {
	index  lineIndex
	tables map[string]int // [[name]] tables seen so far
	table  string         // the path of the current table
	quote  string         // the quote that would end a text of several lines
	depth  int            // open brackets of a list of several lines
}

// scan takes in one line.
func (s *lineScanner) scan(number int, line string) {
	trimmed := strings.TrimSpace(line)
	switch {
	case s.quote != "" || s.depth > 0:
		s.skip(line)
	case trimmed == "" || trimmed[0] == '#':
	case strings.HasPrefix(trimmed, "[["):
		name := s.resolve(header(trimmed))
		s.table = fmt.Sprintf("%s[%d]", name, s.tables[name])
		s.tables[name]++
		s.index[s.table] = number
	case trimmed[0] == '[':
		s.table = s.resolve(header(trimmed))
		s.index[s.table] = number
	default:
		key, value, _ := strings.Cut(trimmed, "=")
		s.index[join(s.table, bare(key))] = number
		s.skip(value)
	}
}

// resolve puts the index of the latest [[table]] into a dotted header.
func (s *lineScanner) resolve(name string) string {
	path := ""
	for part := range strings.SplitSeq(name, ".") {
		path = join(path, part)
		if n := s.tables[path]; n > 0 && path != name {
			path = fmt.Sprintf("%s[%d]", path, n-1)
		}
	}
	return path
}

// skip follows quotes and brackets through text, so that scan knows whether the
// value ends on this line.
func (s *lineScanner) skip(text string) {
	for text != "" {
		if s.quote != "" {
			text = s.skipQuoted(text)
			continue
		}
		switch c := text[0]; {
		case c == '#':
			return
		case c == '[' || c == '{':
			s.depth++
		case c == ']' || c == '}':
			s.depth--
		case c == '"' || c == '\'':
			s.quote = text[:1]
			if strings.HasPrefix(text, strings.Repeat(s.quote, 3)) {
				s.quote = text[:3]
			}
			text = text[len(s.quote):]
			continue
		}
		text = text[1:]
	}
}

// skipQuoted skips to the end of the quoted text that s is in and returns what
// follows it; an open quote of one character cannot pass the end of a line.
func (s *lineScanner) skipQuoted(text string) string {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && s.quote[0] == '"':
			i++
		case strings.HasPrefix(text[i:], s.quote):
			rest := text[i+len(s.quote):]
			s.quote = ""
			return rest
		}
	}
	return ""
}

// header returns the name inside [name] or [[name]].
func header(line string) string {
	line = strings.TrimLeft(line, "[")
	name, _, _ := strings.Cut(line, "]")
	return bare(name)
}

// bare takes blanks and quotes off a key.
func bare(key string) string {
	return strings.NewReplacer(`"`, "", "'", "", " ", "", "\t", "").Replace(key)
}
