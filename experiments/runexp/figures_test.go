package runexp_test

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestCiteAndExplainCount: the counts in the texts of cite and explain are the sums of
// counts.csv, every figure beside them that of verdicts.csv and cells.csv.
func TestCiteAndExplainCount(t *testing.T) {
	command, dir := recorded(t)
	cell := csvRows(t, filepath.Join(dir, "few", "cells.csv"))[0]
	sum := map[string]uint64{}
	for _, row := range csvRows(t, filepath.Join(dir, "few", "counts.csv")) {
		for name, text := range row {
			if n, err := strconv.ParseUint(text, 10, 64); err == nil {
				sum[name] += n
			}
		}
	}
	cited, _ := runWith(t, command, 0, "cite", cell["cell_id"], "--out", dir)
	explained, _ := runWith(t, command, 0, "explain", cell["cell_id"], "--out", dir)
	holds := func(what, text, want string) {
		t.Helper()
		if !strings.Contains(text, want) {
			t.Errorf("%s: want %q in\n%s", what, want, text)
		}
	}
	holds("cite", cited, fmt.Sprintf("(%d of %d queries, %d filters)", sum["false_positives"], sum["queries"], sum["trials"]))
	rate := strconv.FormatFloat(float64(sum["false_positives"])/float64(sum["queries"]), 'f', -1, 64)
	holds("explain", explained, fmt.Sprintf("%d false positives in %d queries of absent keys: fpr %s\n", sum["false_positives"], sum["queries"], rate))
	holds("explain", explained, fmt.Sprintf("%d filters, %d keys in, %d refused, %d false negatives\n", sum["trials"], sum["inserted"], sum["rejected"], sum["false_negatives"]))
	holds("explain", explained, fmt.Sprintf("fpr       %s, from filter to filter +- %s\n", cell["theory_fpr"], cell["theory_fpr_sd"]))
	checks := 0
	for _, v := range csvRows(t, filepath.Join(dir, "few", "verdicts.csv")) {
		checks++
		holds("explain", explained, fmt.Sprintf("%s %s (expected: %s): %s in [%s, %s] with confidence %s, theory %s, error %s\n", v["check"], v["verdict"], v["expect"],
			v["fpr"], v["fpr_low"], v["fpr_high"], v["confidence"], v["theory_fpr"], v["relative_error"]))
		holds("explain", explained, fmt.Sprintf("p %s, after Holm over %s tests %s; a deviation of %s could have been seen", v["p_value"], v["family_size"], v["p_adjusted"], v["detectable"]))
	}
	if checks != 3 {
		t.Errorf("%d checks, want those of rate, fill and rate given the fill", checks)
	}
}
