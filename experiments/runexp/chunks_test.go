package runexp_test

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
)

// chunksSpec is one cell whose queries are cut into chunks: 2^24 and the rest.
const chunksSpec = `
name     = "chunks"
question = "Can one cell be split?"
analysis = "Two filters, 17,000,000 queries each."
[[grid]]
variant  = ["classic"]
scheme   = ["xxh3+double"]
keys     = ["uint64"]
n        = [1000]
bits     = [10_000]
k        = [7]
trials   = 2
queries  = 17_000_000
expect   = "none"
reason   = "a test of the command"
`

// TestOneCellInShards splits a cell, in the middle of a trial, over two shards.
func TestOneCellInShards(t *testing.T) {
	if testing.Short() {
		t.Skip("68 million queries")
	}
	spec, err := experiments.Parse("chunks.toml", chunksSpec)
	if err != nil {
		t.Fatal(err)
	}
	c := command("testdata")
	c.Specs = []experiments.Spec{spec}
	dir := t.TempDir()
	run := func(args ...string) {
		t.Helper()
		var stderr bytes.Buffer
		if code := c.Run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr); code != runexp.Fine {
			t.Fatalf("runexp %v: exit code %d\n%s", args, code, &stderr)
		}
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	run("run", "--profile", "smoke", "--quiet", "--out", in("whole"))
	run("run", "--profile", "smoke", "--quiet", "--out", in("a"), "--shard", "0/2")
	run("run", "--profile", "smoke", "--quiet", "--out", in("b"), "--shard", "1/2", "--jobs", "1")
	run("merge", in("b"), in("a"), "--out", in("joined"))
	want, err := os.ReadFile(filepath.Join(in("whole"), "chunks", "counts.csv"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(in("joined"), "chunks", "counts.csv"))
	if err != nil || !bytes.Equal(want, got) {
		t.Errorf("joined counts differ (%v):\n%s\n%s", err, want, got)
	}
}
