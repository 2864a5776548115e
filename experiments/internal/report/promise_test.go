package report

import (
	"reflect"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// maker promises 0.0086 of every cell of the sample, whose intervals are 0.0082 to
// 0.0087, 0.0080 to 0.0084 and 0.0097 to 0.0103: the second and third exclude it.
func maker() Experiment {
	e := sample()
	for i := range e.Cells {
		e.Cells[i].Promise = &Promise{FPR: 0.0086, Maker: "LevelDB 1.23", Source: "the fpp asked for"}
	}
	return e
}

func TestPromises(t *testing.T) {
	text, broken := promises(catalogue.Default(), maker().Cells)
	if !strings.Contains(text, "outside the measured interval") || broken == nil {
		t.Fatalf("%s %v", text, broken)
	}
	want := [][]string{ // 0.00819/0.0086 - 1 and 0.00999/0.0086 - 1
		{"00000000a7", "classic", "1,000", "0.0086", "0.00819", "0.008 to 0.0084", "-4.77 %", "LevelDB 1.23; the fpp asked for"},
		{"00000000a8", "classic", "1,000", "0.0086", "0.00999", "0.0097 to 0.0103", "+16.16 %", "LevelDB 1.23; the fpp asked for"},
	}
	if !reflect.DeepEqual(broken.Rows, want) {
		t.Errorf("%q, want %q", broken.Rows, want)
	}
}

// Cells that nobody judges break no promise, nor do cells without an interval.
func TestPromisesOfUnjudgedCells(t *testing.T) {
	e := maker()
	e.Cells[1].Row.Expect, e.Cells[2].Verdicts = experiments.None, nil
	if text, broken := promises(catalogue.Default(), e.Cells); broken != nil || !strings.Contains(text, "in every cell") {
		t.Errorf("%s %v", text, broken)
	}
	if text, _ := promises(catalogue.Default(), sample().Cells); text != "" {
		t.Errorf("nobody promised anything: %s", text)
	}
}

// The pages show promises in the table and below it, in both languages, and none
// where there is none.
func TestPagesShowPromises(t *testing.T) {
	for _, lang := range catalogue.Languages() {
		w, e, plain := words(t, lang), maker(), sample()
		html, err := HTML(w, &Book{All: []Experiment{e}})
		if err != nil {
			t.Fatal(err)
		}
		for name, page := range map[string]string{"README": string(Page(w, &e, nil)), "html": string(html)} {
			for _, want := range []string{w.Say("head.promised"), w.Text("the fpp asked for"), "16.16 %", "0.0086"} {
				if !strings.Contains(page, want) {
					t.Errorf("%s, %s: no %q", lang, name, want)
				}
			}
		}
		if strings.Contains(string(Page(w, &plain, nil)), w.Say("head.promised")+" |") {
			t.Errorf("%s: a promise that nobody made", lang)
		}
	}
}
