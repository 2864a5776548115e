package runexp

import (
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// TestWarningsCanBeRetold: whatever a bench doubts, the other pages can say as well.
func TestWarningsCanBeRetold(t *testing.T) {
	run := record.TimingRun{PinnedTo: -1, FirstRound: 1, Rounds: 6, Sizes: []record.TimingSize{
		{N: 1e6, CPUShare: 0.391, Unsettled: 4, Blocks: 50, AAMedian: 0.271}, {N: 12_345, CPUShare: 0.5, AAMedian: 3.24}}}
	said := benchWarnings(&run)
	if len(said) != 7 {
		t.Errorf("%d warnings, want 2 of the run, 3 and 2 of the sizes: %q", len(said), said)
	}
	for _, lang := range catalogue.Languages() {
		w, err := catalogue.Open(lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range said {
			if got, ok := w.Retell("doubt", text); !ok || got == text && lang != catalogue.English {
				t.Errorf("%s: %q is not retold", lang, text)
			}
		}
	}
}
