package audit

import (
	"bytes"
	"context"
	"encoding/csv"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// counted is a row with counts: t filters of q queries, each with the hits given.
func counted(promise, theory, sd float64, q uint64, hits ...uint64) *Row {
	r := &Row{Library: "lib", Version: "v1", Cell: Cell{Check: "rate", Keys: "uint64", N: 1000, FPR: promise, Jobs: 1},
		Expected: Expected{Promise: promise, Theory: theory, TheorySD: sd}}
	r.Trials, r.Inserted, r.Queries, r.FalsePositives = uint64(len(hits)), 1000, q*uint64(len(hits)), hits
	return r
}

// TestJudge: intervals against promise and theory. The interval of 10,000 hits in
// 1e6 queries at 99% is 0.00975 to 0.01026 (normal approximation: +- 2.576%), of
// 100 in 1e4 it is 0.0076 to 0.0129.
func TestJudge(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name          string
		row           *Row
		promise, held string
		verdict       string
	}{
		{"exact", counted(0.01, 0.01, 0, 1e6, 10_000), "keeps", "agrees", "agrees"},
		{"too many", counted(0.01, 0.01, 0, 1e6, 11_000), "exceeds", "deviates", "deviates"},
		{"too few for theory, and the promise is kept", counted(0.01, 0.01, 0, 1e6, 9_000), "keeps", "deviates", "deviates"},
		{"as theory, above the promise", counted(0.005, 0.01, 0, 1e6, 10_000), "exceeds", "agrees", "deviates"},
		{"few queries decide nothing", counted(0.01, 0.01, 0, 1e4, 100), "undecided", "undecided", "undecided"},
		{"no promise", counted(nan, 0.01, 0, 1e6, 10_000), "", "agrees", "agrees"},
		{"no theory", counted(0.01, nan, 0, 1e6, 5_000), "keeps", "", "agrees"},
		{"filters differ by theory: 10% of the rate", counted(0.01, 0.01, 0.001, 1e6, 11_000), "undecided", "undecided", "undecided"},
		{"filters differ as seen", counted(0.01, nan, 0, 1e6, 5_000, 17_000, 9_000, 13_000), "undecided", "", "undecided"},
		{"none at all", counted(0.01, 0.01, 0, 1e6, 0), "keeps", "deviates", "deviates"},
	} {
		c.row.Judge(1)
		if c.row.Promised != c.promise || c.row.Held != c.held || c.row.Verdict != c.verdict {
			t.Errorf("%s: [%v, %v] %q %q %q, want %q %q %q", c.name, c.row.Low, c.row.High, c.row.Promised, c.row.Held, c.row.Verdict, c.promise, c.held, c.verdict)
		}
	}
	one := counted(0.01, 0.01, 0, 1e6, 10_000)
	one.Judge(1)
	if math.Abs(one.Low-0.00975) > 2e-5 || math.Abs(one.High-0.01026) > 2e-5 || one.Confidence != 0.99 {
		t.Errorf("[%v, %v] at %v", one.Low, one.High, one.Confidence)
	}
	many := counted(0.01, 0.01, 0, 1e6, 10_000)
	if many.Judge(500); many.Confidence != 1-0.01/500 || many.Low >= one.Low {
		t.Errorf("of 500 cells: low %v at %v, of one %v", many.Low, many.Confidence, one.Low)
	}
}

// TestGravest: a lost key counts for more than any rate.
func TestGravest(t *testing.T) {
	r := counted(0.01, 0.01, 0, 1e6, 50_000)
	r.Rejected = 3
	if r.Judge(1); r.Verdict != "refuses keys" || r.Detail != "3 of 1003 keys find no place" {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
	r.FalseNegatives = 2
	if r.Judge(1); r.Verdict != "loses keys" || r.Detail != "2 of 1000 keys are not found" {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
	r.Cell.Jobs = 4
	if r.Judge(1); r.Verdict != "races" {
		t.Errorf("%s: %s", r.Verdict, r.Detail)
	}
}

// TestCells: names are apart, and every cell has queries within the bounds, as many
// as decide at rates of a thousandth and more.
func TestCells(t *testing.T) {
	for _, profile := range Profiles() {
		seen := map[string]bool{}
		for _, c := range Cells(profile, []string{"url", "sequential"}, Wanted{Large: true, Shared: true, Detector: true}) {
			if seen[c.Name()] {
				t.Errorf("%s: %s twice", profile, c.Name())
			}
			seen[c.Name()] = true
			total := c.Trials * c.Queries
			if c.Check == "large" || c.Jobs > 1 {
				continue
			}
			if total < fewest || total > most+c.Trials || c.Rate() >= 1e-3 && float64(total+1)*c.Rate() < hits {
				t.Errorf("%s: %d queries", c.Name(), total)
			}
			if c.Keys == "sequential" && c.Trials != 1 {
				t.Errorf("%s: %d trials of the same keys", c.Name(), c.Trials)
			}
		}
		if profile != Smoke && (!seen["at-once/uint64/n=4e6/fpr=0.01"] || !seen["race-detector/uint64/n=2e6/fpr=0.01"]) {
			t.Errorf("cells of %s: %v", profile, seen)
		}
		for _, n := range []string{"100", "1e3", "1e4", "1e5", "1e6", "1e7"} { // what issue and page promise of the profile
			for _, p := range []string{"0.1", "0.01", "0.001", "0.0001", "1e-05", "1e-06"} {
				if name := "rate/uint64/n=" + n + "/fpr=" + p; profile == Full && !seen[name] {
					t.Errorf("full has no %s", name)
				}
			}
		}
		if profile == Standard && (!seen["rate/uint64/n=1e6/fpr=1e-06"] || !seen["size/uint64/n=1e7/bits-per-key=14"] || !seen["large/uint64/n=1e6/fpr=0.01"]) {
			t.Errorf("cells: %v", seen)
		}
	}
}

// TestTables: as many columns as there are meanings; a row without an answer has
// empty figures; the page names what was found.
func TestTables(t *testing.T) {
	good, bad := counted(0.01, 0.01, 0, 1e6, 10_000), counted(0.01, 0.01, 0, 1e6, 20_000)
	bad.Command = "runexp probe | cat"
	good.Judge(2)
	bad.Judge(2)
	nan := math.NaN()
	hung := Row{Library: "other", Version: "v2", Cell: good.Cell, Expected: Expected{Promise: nan, Theory: nan}, BitsPerKey: nan, FPR: nan, Low: nan, High: nan, Confidence: nan, Verdict: Hangs, Detail: "no answer, and nothing done for 1m0s"}
	var table, page bytes.Buffer
	rows := []Row{*good, *bad, hung}
	if err := WriteCSV(&table, rows); err != nil {
		t.Fatal(err)
	}
	records, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(records) != 4 || len(records[0]) != len(columns()) || records[3][14] != "" {
		t.Errorf("%v: %v", err, records)
	}
	if err := WriteMarkdown(&page, rows); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"| lib | v1 | 2 | 1 | 0 | 1 | 2 times (rate/uint64/n=1e3/fpr=0.01) | 2 times (rate/uint64/n=1e3/fpr=0.01) |  |\n",
		"| other | v2 | 1 | 0 | 0 | 0 |  |  | hangs (1) |\n", `runexp probe \| cat`, "| false_negatives | accepted keys",
	} {
		if !strings.Contains(page.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &page)
		}
	}
}

// raceReport begins as go help buildmode and the race detector's article show it.
const raceReport = `==================
WARNING: DATA RACE
Write at 0x00c0000140a8 by goroutine 9:
  hash/fnv.(*sum64).Reset()
      /usr/local/go/src/hash/fnv/fnv.go:92 +0x2c
  example.org/boom.(*Filter).Test()
      /tmp/boom.go:10 +0x2c

Previous write at 0x00c0000140a8 by goroutine 8:
`

// TestMain lets the tests start their own program as what they watch.
func TestMain(m *testing.M) {
	switch os.Getenv("AUDIT_TEST") {
	case "hang":
		<-time.After(time.Hour)
	case "spin":
		for i := 0; i >= 0; i = (i + 1) % 1000 {
			runtime.Gosched()
		}
	case "race":
		os.Stderr.WriteString(raceReport)
		os.Exit(66)
	case "eat":
		var kept [][]byte
		for {
			kept = append(kept, bytes.Repeat([]byte{1}, 1<<20))
			runtime.KeepAlive(kept)
		}
	case "panic":
		panic("planted")
	case "answer":
		os.Stdout.WriteString("42")
		os.Exit(3)
	}
	os.Exit(m.Run())
}

// TestStart: how a process ends is told apart.
func TestStart(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := func(what string, l Limits) Ended {
		e, err := Start(context.Background(), l, []string{"AUDIT_TEST=" + what}, []string{self}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	if e := run("hang", Limits{Time: time.Second / 2}); e.Fault != "hangs" {
		t.Errorf("%+v", e)
	}
	if e := run("spin", Limits{Time: time.Second / 2}); runtime.GOOS == "linux" && e.Fault != Slow {
		t.Errorf("%+v", e)
	}
	if e := run("race", Limits{Time: time.Minute}); e.Fault != Races || e.Detail != "data race: write in hash/fnv.(*sum64).Reset()" {
		t.Errorf("%+v", e)
	}
	if e := run("panic", Limits{Time: time.Minute}); e.Fault != "crashes" || e.Detail != "panic: planted" {
		t.Errorf("%+v", e)
	}
	if e := run("answer", Limits{Time: time.Minute}); e.Fault != "" || e.Code != 3 || string(e.Output) != "42" {
		t.Errorf("%+v", e)
	}
	if runtime.GOOS == "linux" { // no other system tells what a process holds
		if e := run("eat", Limits{Time: time.Minute, Memory: 256 << 20}); e.Fault != "memory" || e.Detail != "took more than 256 MiB" {
			t.Errorf("%+v", e)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Start(ctx, Limits{Time: time.Minute}, []string{"AUDIT_TEST=hang"}, []string{self}, nil); err == nil {
		t.Error("an audit that is interrupted goes on")
	}
}
