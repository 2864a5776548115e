package runexp_test

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

// strangers is the command with two of the systems' own filters as other people's
// libraries, and what stands beside them.
func strangers(t *testing.T) runexp.Command {
	c := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions(),
		Nearest: map[string]string{"leveldb": "classic", "blobloom": "blocked:block=256"}}
	for _, v := range c.Variants {
		if c.Nearest[v.Name] != "" {
			c.Audited = append(c.Audited, v)
		}
	}
	if len(c.Audited) != 2 {
		t.Fatalf("%d variants of those names", len(c.Audited))
	}
	return c
}

// TestBenchAudited: each library is timed beside ours with the rate that the library is
// measured to have; files are short, and a report can show them.
func TestBenchAudited(t *testing.T) {
	if testing.Short() {
		t.Skip("times filters")
	}
	out := t.TempDir()
	var text bytes.Buffer
	c := strangers(t)
	run := func(args ...string) int {
		text.Reset()
		return c.Run(context.Background(), args, strings.NewReader(""), &text, &text)
	}
	if code := run("bench", "--audited", "--profile", "smoke", "--benchtime", "2000x", "--out", out, "--quiet"); code != runexp.Fine {
		t.Fatalf("exit code %d: %s", code, &text)
	}
	if !strings.Contains(text.String(), "leveldb") || !strings.Contains(text.String(), "peers.csv, .json") {
		t.Errorf("%s", &text)
	}
	tables, _ := filepath.Glob(filepath.Join(out, "timings", "*", "*"))
	if len(tables) != 2 {
		t.Errorf("files %q, want peers.csv and peers.json", tables)
	}
	data, err := os.ReadFile(tables[0])
	if err != nil {
		t.Fatal(err)
	}
	rows, err := record.DecodeTimings("peers.csv", data)
	if err != nil {
		t.Fatal(err)
	}
	speeds := audit.Speeds(rows)
	if len(speeds) != 2 {
		t.Fatalf("%d pairs of %d rows", len(speeds), len(rows))
	}
	for _, s := range speeds {
		if off := s.Library.FPR/s.Ours.FPR - 1; math.Abs(off) > 0.06 || math.Abs(s.Library.FPR/0.01-1) > 0.2 || s.From != "bytes8" || s.Absent.Rounds == 0 || s.Present.Rounds == 0 {
			t.Errorf("%+v", s)
		}
	}
	if code := run("report", "--out", out); code != runexp.Fine && !strings.Contains(text.String(), "no record") {
		t.Errorf("exit code %d: %s", code, &text)
	}
}

// TestBenchAuditedBadInput: what cannot be is named, and nothing is timed.
func TestBenchAuditedBadInput(t *testing.T) {
	full, none, alone := strangers(t), strangers(t), strangers(t)
	none.Audited = nil
	alone.Nearest = map[string]string{"leveldb": "classic"}
	for want, c := range map[string]struct {
		command runexp.Command
		args    string
	}{
		"bench: --audited: this program has no other people's libraries": {none, ""},
		"bench: --audited: nothing of ours is known to stand beside":     {alone, ""},
		"bench: --audited: sizes are those of equal rates":               {full, "-k 3"},
		`bench: --variant "classic": with --audited want`:                {full, "--variant classic"},
		"bench: --audited with --front or --goals":                       {full, "--front"},
	} {
		out := t.TempDir()
		var errs bytes.Buffer
		args := append([]string{"bench", "--audited", "--profile", "smoke", "--out", out}, strings.Fields(c.args)...)
		if code := c.command.Run(context.Background(), args, strings.NewReader(""), &errs, &errs); code != runexp.Wrong || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit code %d, %s", want, code, &errs)
		}
		if entries, _ := os.ReadDir(out); len(entries) > 0 {
			t.Errorf("%s: files are written", want)
		}
	}
}
