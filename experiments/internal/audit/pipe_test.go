package audit

import (
	"strings"
	"testing"
)

// TestReceive: what a program may answer wrongly is told apart.
func TestReceive(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"as asked", "1\n0\n", ""},
		{"carriage returns", "1\r\n0\r\n", ""},
		{"too few", "1\n", "it ended after 1 of 2 answers"},
		{"too many", "1\n0\n0\n", `more than 2 answers: "0"`},
		{"words", "yes\n", `answer 1 is "yes": want 0 or 1`},
		{"no end of line", "1\n" + strings.Repeat("0", 1<<17), "answer 2 is no line: want 0 or 1"},
	} {
		said := ""
		if err := receive(strings.NewReader(c.text), &Cell{N: 1, Queries: 1}, &Counts{}); err != nil {
			said = err.Error()
		}
		if said != c.want {
			t.Errorf("%s: %q, want %q", c.name, said, c.want)
		}
	}
}
