package experiments

import (
	"strings"
	"testing"
)

// The experiments of the house are all there and say what they are for.
func TestBuiltin(t *testing.T) {
	specs, err := Builtin()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range specs {
		names = append(names, s.Name)
		if !strings.HasSuffix(s.Question, "?") {
			t.Errorf("%s: question %q: want a question", s.Name, s.Question)
		}
		if len(s.Analysis) < 400 {
			t.Errorf("%s: %d bytes of analysis: want some paragraphs", s.Name, len(s.Analysis))
		}
	}
	want := "blocked-penalty counting cuckoo-load frontier k-sweep key-kinds overfill production scalable-growth schemes sizing tiny variants"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("experiments %s\nwant %s", got, want)
	}
}
