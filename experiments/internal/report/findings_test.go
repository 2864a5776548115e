package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// TestFindings puts the numbers of the sample into cells: rates 0.00844, 0.00819 and
// 0.00999 with k = 6, 7, 8, all beside a theory of 0.008193; 10,000 bits each.
func TestFindings(t *testing.T) {
	all := []Experiment{sample()}
	for i := range all[0].Cells {
		all[0].Cells[i].Counts[0].Inserted = 1000
	}
	all[0].Cells[2].Counts[3].FalseNegatives = 2
	seven, eight := experiments.Match{K: []uint64{7}}, experiments.Match{K: []uint64{8}}
	for _, c := range []struct {
		a                       experiments.Answer
		measured, theory, short string
	}{
		{experiments.Answer{Match: seven, How: "probes", Value: 0.0079, Within: 0.00005}, "0.00819 (0.008 to 0.0084)", "0.008193", "fits in 100,000 to 1,000,000 probes"},
		{experiments.Answer{Column: "fpr", How: "within", Low: 0, High: 1}, "0.00819 to 0.00999 (0.008 to 0.0103)", "0.008193", "within the range"},
		{experiments.Answer{Match: seven, Column: "bits", How: "rounds", Value: 9e3, Within: 1}, "10,000", "", "measured otherwise"},
		{experiments.Answer{Match: seven, Column: "theory_fpr", How: "rounds", Value: 0.0082, Within: 1e-4}, "", "0.008193", "rounds to it"},
		{experiments.Answer{How: "agrees"}, "2 of 3 cells agree", "0.008193", "measured otherwise"},
		{experiments.Answer{Column: "fpr", How: "least", ByColumn: "k", Value: 7}, "k = 7: 0.00819 (0.008 to 0.0084)", "k = 6: 0.008193", "measured otherwise"},
		{experiments.Answer{Match: eight, Match2: seven, Column: "fpr", How: "ratio", Within: 1}, "ratio 1.2198", "ratio 1", "so at the largest n"},
		{experiments.Answer{How: "never", Column: "false_negatives"}, "2 of 3,000", "0", "measured otherwise"},
		{experiments.Answer{Match: experiments.Match{N: []uint64{5}}, Column: "bits", How: "rounds"}, "", "", "not answered here"},
	} {
		c.a.Experiment = "sweep"
		o, _ := judge(catalogue.Default(), experiments.Claim{Answers: []experiments.Answer{c.a}}, all)
		if o.Measured != c.measured || o.Theory != c.theory || o.Short != c.short {
			t.Errorf("%s: %q, %q, %q; want %q, %q, %q", c.a.How, o.Measured, o.Theory, o.Short, c.measured, c.theory, c.short)
		}
	}
}

// Every way of answering has a reason in some words.
func TestEveryAnswerHasAReason(t *testing.T) {
	claims, err := experiments.Claims()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range claims {
		for i := range c.Answers {
			if got := shortly(catalogue.Default(), &c.Answers[i], Yes); strings.Contains(got, "[[") {
				t.Errorf("%s: %s", c.ID, got)
			}
		}
	}
}

// What a key costs in an overfull filter is told beside bits / capacity.
func TestBitsPerKeyHeld(t *testing.T) {
	w := catalogue.Default()
	e := sample()
	if s, _ := results(w, e.Cells); slices.Contains(s.Header, "bits per key held") {
		t.Errorf("no filter is overfull: %q", s.Header)
	}
	e.Cells[2].Row.N, e.Cells[2].Row.Load = 4000, 4
	s, _ := results(w, e.Cells)
	at := slices.Index(s.Header, "bits per key held")
	if at < 0 || s.Rows[1][at] != "10" || s.Rows[2][at] != "2.5" {
		t.Errorf("%q", s)
	}
	if text := string(Page(w, &e, nil)); !strings.Contains(text, "bits_per_key is bits / capacity") {
		t.Error("nobody says what bits_per_key is")
	}
}
