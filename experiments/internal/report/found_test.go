package report

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// TestFoundAnswers judges answers that rest on no cell, and those that want no key lost.
func TestFoundAnswers(t *testing.T) {
	w, all := catalogue.Default(), []Experiment{sample()}
	values := []any{1234.0, 0.0}
	for _, c := range []struct {
		name      string
		a         experiments.Answer
		want, why string
	}{
		{"holds", experiments.Answer{How: "positions", Found: &experiments.Found{Holds: true, Said: experiments.Said{Key: "why.positions", Values: values}}}, Yes, "of 1,234 positions"},
		{"does not", experiments.Answer{How: "positions", Found: &experiments.Found{Said: experiments.Said{Key: "why.positions", Values: values}}}, No, "0 lie outside"},
		{"nobody looked", experiments.Answer{How: "timed"}, Unanswered, "no file of timings"},
		{"open", experiments.Answer{How: experiments.Open, Note: "It is history."}, Open, "It is history."},
		{"never, of no keys", experiments.Answer{How: "never", Experiment: "sweep"}, Unanswered, "no key was put in"},
	} {
		if got, why := answer(w, &c.a, all); got != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s, %s; want %s with %q", c.name, got, why, c.want, c.why)
		}
	}
	for i := range all[0].Cells {
		all[0].Cells[i].Counts[0].Inserted = 1000
	}
	never := experiments.Answer{How: "never", Experiment: "sweep"}
	if got, why := answer(w, &never, all); got != Yes || !strings.Contains(why, "in the 3 cells of sweep, 3,000 keys") {
		t.Errorf("no key is lost: %s, %s", got, why)
	}
	all[0].Cells[1].Counts[3].FalseNegatives = 1
	if got, why := answer(w, &never, all); got != No || !strings.Contains(why, "in cell 00000000a7 1 of 1,000 keys") {
		t.Errorf("a key is lost: %s, %s", got, why)
	}
}

// A claim is no when any answer is; that nothing decides it comes before that this
// record is silent.
func TestOpenClaims(t *testing.T) {
	open, silent := experiments.Answer{How: experiments.Open, Note: "It is history."}, experiments.Answer{How: "timed"}
	no := experiments.Answer{How: "positions", Found: &experiments.Found{Said: experiments.Said{Key: "why.positions", Values: []any{1.0, 1.0}}}}
	yes := experiments.Answer{How: "positions", Found: &experiments.Found{Holds: true, Said: experiments.Said{Key: "why.positions", Values: []any{1.0, 0.0}}}}
	for _, c := range []struct {
		answers []experiments.Answer
		want    string
	}{
		{[]experiments.Answer{yes, open}, Open}, {[]experiments.Answer{open, silent}, Open}, {[]experiments.Answer{silent, open}, Open},
		{[]experiments.Answer{yes, silent}, Unanswered}, {[]experiments.Answer{silent, yes}, Unanswered}, {[]experiments.Answer{open, no}, No},
		{[]experiments.Answer{no, open}, No}, {[]experiments.Answer{no, yes}, No}, {[]experiments.Answer{no, silent}, No}, {[]experiments.Answer{yes, yes}, Yes},
	} {
		r := Rule(experiments.Claim{ID: "C", Answers: c.answers}, []Experiment{sample()})
		if r.Answer != c.want || r.Undecided || len(r.Rests) != 0 {
			t.Errorf("%+v: %s, undecided %v, %d cells; want %s", c.answers, r.Answer, r.Undecided, len(r.Rests), c.want)
		}
	}
	if o, _ := judge(catalogue.Default(), experiments.Claim{Answers: []experiments.Answer{open}}, nil); o.Why != "It is history." {
		t.Errorf("why: %q", o.Why)
	}
}
