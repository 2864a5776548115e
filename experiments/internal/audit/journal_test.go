package audit

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestJournal: cut off after any byte, a journal gives the answers that were whole, and
// goes on with the next; one of another audit, or with a byte changed, gives none of
// what follows.
func TestJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), JournalFile)
	rows := []*Row{counted(0.01, 0.01, 0, 1e6, 10_000, 9_000), counted(0.01, 0.01, 0, 1e6, 1), {Library: "other", Verdict: Hangs, Detail: "no answer"}}
	rows[0].BitsPerKey, rows[0].Command, rows[1].Cell.N = 9.6, "probe", 7
	j, was, err := OpenJournal(path, "head")
	if err != nil || len(was) != 0 {
		t.Fatal(was, err)
	}
	ends := []int64{0}
	for _, r := range rows {
		if err := j.Add(r); err != nil {
			t.Fatal(err)
		}
		info, _ := os.Stat(path)
		ends = append(ends, info.Size())
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	open := func(data []byte, head string) []Answer {
		t.Helper()
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		j, answers, err := OpenJournal(path, head)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Add(rows[2]); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		now, err := os.ReadFile(path)
		if after, _ := readJournal(now, head); err != nil || len(after) != len(answers)+1 {
			t.Fatalf("%d answers, and %d after one more (%v)", len(answers), len(after), err)
		}
		return answers
	}
	for cut := range int64(len(whole) + 1) {
		want := 0
		for _, end := range ends[1:] {
			if cut >= end {
				want++
			}
		}
		if got := open(whole[:cut], "head"); len(got) != want {
			t.Fatalf("cut after %d of %d bytes: %d answers, want %d", cut, len(whole), len(got), want)
		}
	}
	if got := open(whole, "another"); len(got) != 0 {
		t.Errorf("%d answers of another audit", len(got))
	}
	flipped := append([]byte(nil), whole...)
	flipped[ends[1]+12] ^= 1
	if got := open(flipped, "head"); len(got) != 1 {
		t.Errorf("%d answers with a byte changed in the second, want the first", len(got))
	}
	answers := open(whole, "head")
	for i, r := range rows {
		again := Row{Library: r.Library, Cell: r.Cell, Command: r.Command}
		if !again.Take(answers) || !reflect.DeepEqual(again.Counts, r.Counts) || again.Verdict != r.Verdict || again.Detail != r.Detail || again.BitsPerKey != r.BitsPerKey {
			t.Errorf("row %d: %+v, want %+v", i, again, r)
		}
	}
	if (&Row{Library: "nobody"}).Take(answers) {
		t.Error("an answer of nobody's")
	}
}
