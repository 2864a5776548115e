package words_test

import (
	"bytes"
	"testing"

	"github.com/filterlab/filterlab/experiments/words"
)

// The count is that of the Debian package (wc -l); distinctness is what an
// experiment relies on when it splits lines into members and absent keys.
func TestListIsDistinctLines(t *testing.T) {
	list := words.List()
	if !bytes.HasSuffix(list, []byte("\n")) {
		t.Error("the last line has no LF")
	}
	seen := map[string]bool{}
	for line := range bytes.Lines(list) {
		if seen[string(line)] {
			t.Errorf("line %q stands twice", line)
		}
		seen[string(line)] = true
	}
	if len(seen) != 104334 {
		t.Errorf("%d lines, want 104334", len(seen))
	}
}
