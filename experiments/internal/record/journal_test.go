package record

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func header() Header {
	return Header{Identity: Identity{SchemaVersion: 1, Experiment: "sample", SpecSHA256: "aa", CellsSHA256: "bb", Seed: 1, Profile: "smoke"}, Start: "2026-01-02T03:04:05Z"}
}

// written makes a journal with every piece of sample and returns its path.
func written(t *testing.T) (string, Pieces) {
	t.Helper()
	path := filepath.Join(t.TempDir(), JournalFile)
	j, err := CreateJournal(path, header(), 0)
	if err != nil {
		t.Fatal(err)
	}
	all := allPieces(t, sample())
	for _, u := range (Pieces{}).Missing(sample()) {
		if err := j.Append(all[u]); err != nil {
			t.Fatal(err)
		}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	return path, all
}

func TestJournalRoundTrip(t *testing.T) {
	path, all := written(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, back, good, err := ReadJournal("journal", data)
	if err != nil || good != len(data) || h != header() || !reflect.DeepEqual(back, all) {
		t.Errorf("came back unlike: %v, %d of %d bytes, header %v", err, good, len(data), h)
	}
}

// TestJournalSurvivesAnyCut: whatever a kill leaves of the file, the whole lines
// are read, the torn one is dropped, and what is appended after that is read too.
func TestJournalSurvivesAnyCut(t *testing.T) {
	path, all := written(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := 0; cut <= len(data); cut += 1 + cut/50 {
		_, got, good, err := ReadJournal("journal", data[:cut])
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if lines := bytes.Count(data[:cut], []byte("\n")); lines > 0 && len(got) != lines-1 {
			t.Fatalf("cut at %d: %d pieces of %d whole lines", cut, len(got), lines)
		}
		if good == 0 {
			continue
		}
		if err := os.WriteFile(path, data[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		j, err := ResumeJournal(path, good, cut)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range got.Missing(sample()) {
			if err := j.Append(all[u]); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(whole, data) {
			t.Fatalf("cut at %d and resumed: the journal differs (%v)", cut, err)
		}
	}
}

func TestJournalDamageIsAnError(t *testing.T) {
	path, _ := written(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(data), "\n")
	for name, bad := range map[string]string{
		"a digit changed":   strings.Replace(string(data), ",1000,", ",1001,", 1),
		"a line doubled":    lines[0] + lines[1] + lines[1],
		"no header":         strings.Join(lines[1:], ""),
		"a line of nothing": lines[0] + "\n" + lines[1],
		"zeros at the end":  string(data) + "\x00\x00\n",
	} {
		if _, _, _, err := ReadJournal("journal", []byte(bad)); err == nil || !strings.HasPrefix(err.Error(), "journal:") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestJournalRefusesASecondRun(t *testing.T) {
	path, _ := written(t)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	j, err := ResumeJournal(path, len(data), len(data))
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if _, err := CreateJournal(path, header(), len(data)); err == nil || !strings.Contains(err.Error(), "another run") {
		t.Errorf("error %v", err)
	}
}

// TestJournalRefusesWhatAnotherRunDid between a look at the folder and the lock:
// ended and took its journal away, or began one, or made it longer.
func TestJournalRefusesWhatAnotherRunDid(t *testing.T) {
	path, _ := written(t)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	size := len(before)
	refused := func(what string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), path+": another run is writing here; wait") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = CreateJournal(path, header(), 0)
	refused("begun", err)
	_, err = ResumeJournal(path, size-9, size-9)
	refused("longer", err)
	if now, err := os.ReadFile(path); err != nil || string(now) != string(before) {
		t.Errorf("the other run's journal was changed (%v)", err)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	_, err = ResumeJournal(path, size, size)
	refused("ended", err)
}

func FuzzJournal(f *testing.F) {
	all := Pieces{}
	line := SealLine(`{"schema_version":1,"experiment":"sample","spec_sha256":"aa","cells_sha256":"bb","seed":1,"profile":"smoke","revision":"","shard":"","start":""}`)
	for _, u := range all.Missing(sample()) {
		payload, _ := pieceLine(pieceOf(u))
		line += SealLine(payload)
	}
	f.Add([]byte(line))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, pieces, good, err := ReadJournal("x", data)
		if err != nil {
			return
		}
		_, again, good2, err := ReadJournal("x", data[:good])
		if err != nil || good2 != good || !reflect.DeepEqual(pieces, again) {
			t.Errorf("its good part reads otherwise: %v", err)
		}
	})
}
