package catalogue_test

import (
	"testing"

	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

func TestRetell(t *testing.T) {
	vi := open(t, catalogue.Vietnamese)
	for text, want := range map[string]string{
		"n=1e8: equal rows are 27% apart: read no smaller difference": vi.Say("doubt.apart", "1e8", "27%"),
		"6 rounds: want at least 10 for a comparison":                 "6 vòng: muốn so sánh thì cần ít nhất 10 vòng",
		"the timing thread is not pinned to a processor":              vi.Say("doubt.unpinned"),
	} {
		if got, ok := vi.Retell("doubt", text); got != want || !ok {
			t.Errorf("%q: %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"n=1e8: the moon is full", "n=1e8 or so: equal rows are 27% apart: read no smaller difference", ""} {
		if got, ok := vi.Retell("doubt", text); got != text || ok {
			t.Errorf("%q: %q, %v; want it as it is", text, got, ok)
		}
	}
	if got, ok := open(t, catalogue.English).Retell("doubt", "anything"); got != "anything" || !ok {
		t.Errorf("English is English: %q, %v", got, ok)
	}
}
