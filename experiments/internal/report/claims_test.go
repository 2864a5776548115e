package report

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// TestAnswers judges one claim of each kind that is right and one that is wrong.
//
// The published figures are tried at 1e5 to 1e6 probes: of 100,000 probes at a
// rate of 0.0082 some 820 +- 29 hit, so 0.0079 (790) is ordinary and 0.0070
// (700) is four standard deviations off.
func TestAnswers(t *testing.T) {
	all := []Experiment{sample()}
	seven, eight := experiments.Match{K: []uint64{7}}, experiments.Match{K: []uint64{8}}
	for _, c := range []struct {
		name string
		a    experiments.Answer
		want string
		why  string
	}{
		{"rounds", experiments.Answer{Match: seven, Column: "bits", How: "rounds", Value: 1e4, Within: 1}, Yes, "the memory in bits is 10,000"},
		{"rounds wrongly", experiments.Answer{Match: seven, Column: "bits", How: "rounds", Value: 9e3, Within: 1}, No, "but the claim says 9,000, give or take 1"},
		{"within", experiments.Answer{Column: "fpr", How: "within", Low: 0.008, High: 0.01}, Yes, "in 3 cells"},
		{"not within", experiments.Answer{Column: "fpr", How: "within", Low: 0.008, High: 0.009}, No, "cell 00000000a8"},
		{"bound", experiments.Answer{Match: seven, How: "bound", Value: 0.02}, Yes, "in all 1 cells the whole interval lies at or below 0.02"},
		{"bound below every interval", experiments.Answer{How: "bound", Value: 0.001}, No, "the claim says at most 0.001"},
		{"bound within an interval, above the estimate", experiments.Answer{Match: seven, How: "bound", Value: 0.0082}, Unanswered, "1 of 1 cells leave it undecided"},
		{"all agree", experiments.Answer{Match: seven, How: "agrees"}, Yes, "agrees with theory in all 1 cells"},
		{"one deviates", experiments.Answer{How: "agrees"}, No, "in cell 00000000a8 the measured rate deviates from theory"},
		{"probes", experiments.Answer{Match: seven, How: "probes", Value: 0.0079, Within: 0.00005}, Yes, "found with 100,000"},
		{"probes off", experiments.Answer{Match: seven, How: "probes", Value: 0.0070, Within: 0.00005}, No, "with no number of probes"},
		{"probes that fit the measured rate only", experiments.Answer{Match: eight, How: "probes", Value: 0.00999, Within: 0.000005}, No, "theory says 0.008193"},
		{"least", experiments.Answer{Column: "fpr", How: "least", ByColumn: "k", Value: 7}, No, "the two intervals overlap"},
		{"not least", experiments.Answer{Column: "fpr", How: "least", ByColumn: "k", Value: 8}, No, "where the number of probes k is 7"},
		{"ratio", experiments.Answer{Match: eight, Match2: seven, Column: "bits", How: "ratio"}, Yes, "is 1 at n = 1,000"},
		{"another ratio", experiments.Answer{Match: eight, Match2: seven, Column: "fpr", How: "ratio", Within: 0.1}, No, "1.2198"},
		{"nothing to compare", experiments.Answer{Match: eight, Match2: experiments.Match{K: []uint64{99}}, Column: "fpr", How: "ratio"}, Unanswered, "to compare with"},
		{"no such cell", experiments.Answer{Match: experiments.Match{N: []uint64{5}}, Column: "bits", How: "rounds"}, Unanswered, "no such cell"},
	} {
		c.a.Experiment = "sweep"
		got, why := answer(catalogue.Default(), &c.a, all)
		if got != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: %s, %s; want %s with %q", c.name, got, why, c.want, c.why)
		}
	}
	all[0].Manifest.Profile = experiments.Smoke
	if out := ClaimsIn(catalogue.Default(), []experiments.Claim{{Kind: "fpr"}}, all); out != nil {
		t.Errorf("smoke answers claims: %v", out)
	}
}

// tenfold is a sample of two variants whose cells are a tenfold rate apart.
func tenfold() Experiment {
	at := func(fpr float64, variant string, bits uint64) Cell {
		c := cell("00000000b0", 1, bits, 100, 0, 1, "agrees")
		c.Row.Variant, c.Seen.Variant, c.Seen.FPR = variant, variant, fpr
		return c
	}
	e := sample()
	e.Cells = []Cell{at(0.1, "classic", 4800), at(0.01, "classic", 9600), at(0.001, "classic", 14_400),
		at(0.1, "cuckoo", 6000), at(0.01, "cuckoo", 9700), at(0.001, "cuckoo", 13_000)}
	return e
}

// TestStepAndCrossing lays out cells a tenfold rate apart.
func TestStepAndCrossing(t *testing.T) {
	e := tenfold()
	classic, cuckoo := experiments.Match{Variant: []string{"classic"}}, experiments.Match{Variant: []string{"cuckoo"}}
	for _, c := range []struct {
		a    experiments.Answer
		want string
	}{
		{experiments.Answer{Match: classic, Column: "bits_per_key", How: "step", Value: 4.8, Within: 0.01}, Yes},
		{experiments.Answer{Match: cuckoo, Column: "bits_per_key", How: "step", Value: 4.8, Within: 0.01}, No},
		{experiments.Answer{Match: classic, Match2: cuckoo, Column: "bits_per_key", How: "crossing", Low: 0.002, High: 0.005}, Yes},
		{experiments.Answer{Match: classic, Match2: cuckoo, Column: "bits_per_key", How: "crossing", Low: 0.02, High: 0.04}, No},
		{experiments.Answer{Match: cuckoo, Match2: cuckoo, Column: "bits_per_key", How: "crossing", Low: 0, High: 1}, No},
	} {
		c.a.Experiment = "sweep"
		if got, why := answer(catalogue.Default(), &c.a, []Experiment{e}); got != c.want {
			t.Errorf("%s: %s, %s; want %s", c.a.How, got, why, c.want)
		}
	}
}

// Numbers for people: whole ones in groups, others to six digits.
func TestFigure(t *testing.T) {
	for x, want := range map[float64]string{9585059: "9,585,059", 7: "7", -1234: "-1,234", 0.00819374123: "0.00819374", 7e-5: "0.00007", 2.5e-9: "2.5e-09", 0: "0", 1e6: "1,000,000", 123: "123", -123: "-123"} {
		if got := figure(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
	w := catalogue.Default()
	for text, want := range map[string]string{"9.6e6;1.2e6;7": "9,600,000; 1,200,000; 7", "~120e6": "~120,000,000", "0.00910": "0.00910", "-> 1 as m grows": "-> 1 as m grows"} {
		if got := claimed(w, text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
