package runexp_test

import (
	"strings"
	"testing"
)

// TestHints: who asks for what a verb has not is told what it has, in one line.
func TestHints(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"run mine.toml", "not a file: an experiment of your own is parsed by experiments.Parse"},
		{"explain", "no cell: want one cell id"},
		{"query x --keys -", "names of runexp list variants, e.g. classic"},
		{"theory --variant quotient --scheme xxh3+double -n 1e6 --bits-per-key 2", "want at least 3290200 (3.291 bits per key), remainders of 1 bit at"},
		{"theory --variant prefix --scheme xxh3+double -n 1e6 --bits-per-key 2", "(11.489 bits per key)"},
		{"theory --variant vqf --scheme xxh3+double -n 1e6 --bits-per-key 2", "(11.595 bits per key)"},
	} {
		if _, stderr := runWith(t, shipped(t), 2, strings.Fields(c.args)...); !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: %q, want %q", c.args, stderr, c.want)
		}
	}
	if stdout, _ := runWith(t, shipped(t), 0, "query", "--help"); !strings.Contains(stdout, "--keys") {
		t.Errorf("query --help: %s", stdout)
	}
	// What the message asks for is enough.
	for _, args := range []string{"quotient --bits-per-key 3.291", "prefix --bits-per-key 11.489", "vqf --bits-per-key 11.595"} {
		runWith(t, shipped(t), 0, strings.Fields("theory --scheme xxh3+double -n 1e6 --variant "+args)...)
	}
}
