package runexp_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// TestInterruptedProbe holds that probe, which records nothing, promises nothing
// when it is interrupted.
func TestInterruptedProbe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, stderr := runHere(t, ctx, 130, "probe", "--variant", "classic", "--scheme", "xxh3+double", "-n", "1000", "--fpr", "0.01")
	if stderr != "runexp: interrupted\n" {
		t.Errorf("standard error is %q", stderr)
	}
}

// ended is a context that ends once it has been asked so many times.
type ended struct {
	context.Context
	left atomic.Int64
}

func (c *ended) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// benchArgs is a small bench into a folder.
func benchArgs(out string, more ...string) []string {
	args := strings.Fields("bench --quiet --profile smoke --variant classic -n 300,400 --ops Contains --from digest --figures throughput --caches warm --goroutines 1 --benchtime 64x --pool 256 --name x --out")
	return append(append(args, out), more...)
}

// timed reads the files of a bench, and fails where they are not valid.
func timed(t *testing.T, out string) (rows []record.Timing, file record.TimingFile, text string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(out, "timings", "*", "x.*"))
	if err != nil || len(names) != 3 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch filepath.Ext(name) {
		case ".csv":
			rows, err = record.DecodeTimings(name, data)
		case ".json":
			file, err = record.DecodeTimingFile(name, data)
		case ".txt":
			text = string(data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return rows, file, text
}

// counted returns the fewest and the most rounds in which a row was timed, and the last round.
// A block that was repeated, because the machine was busy, leaves more than one sample a round.
func counted(rows []record.Timing) (fewest, most int, last uint64) {
	rounds := map[string]map[uint64]bool{}
	for i := range rows {
		if rounds[rows[i].Name] == nil {
			rounds[rows[i].Name] = map[uint64]bool{}
		}
		rounds[rows[i].Name][rows[i].Round] = true
		last = max(last, rows[i].Round)
	}
	fewest = len(rows)
	for _, timed := range rounds {
		fewest, most = min(fewest, len(timed)), max(most, len(timed))
	}
	return fewest, most, last
}

// TestInterruptedBench: files of a bench that was interrupted are valid, and marked;
// the same command begins anew, and one that appends keeps the runs before it.
func TestInterruptedBench(t *testing.T) {
	out := t.TempDir()
	interrupt := func(after int64, more ...string) {
		t.Helper()
		ctx := &ended{Context: t.Context()}
		ctx.left.Store(after)
		if _, stderr := runHere(t, ctx, 130, benchArgs(out, more...)...); !strings.Contains(stderr, "the same command begins anew") {
			t.Errorf("standard error is %q", stderr)
		}
	}
	interrupt(100, "--rounds", "20")
	rows, file, text := timed(t, out)
	if _, most, last := counted(rows); most == 0 || last >= 20 || len(file.Runs) != 1 ||
		!strings.HasPrefix(file.Runs[0].Incomplete, "not finished: ") || !strings.HasPrefix(text, "# not finished: ") {
		t.Fatalf("round %d, runs %+v, %.80q", last, file.Runs, text)
	}
	runHere(t, t.Context(), 0, benchArgs(out, "--rounds", "3")...)
	rows, file, text = timed(t, out)
	if fewest, most, last := counted(rows); fewest != 3 || most != 3 || last != 3 || len(file.Runs) != 1 || file.Runs[0].Incomplete != "" || strings.Contains(text, "not finished") {
		t.Fatalf("%d to %d rounds, the last %d, runs %+v", fewest, most, last, file.Runs)
	}
	interrupt(100, "--rounds", "20", "--append")
	if _, file, _ = timed(t, out); len(file.Runs) != 2 || file.Runs[1].Incomplete == "" {
		t.Fatalf("runs %+v", file.Runs)
	}
	runHere(t, t.Context(), 2, benchArgs(out, "--rounds", "2")...)
	runHere(t, t.Context(), 0, benchArgs(out, "--rounds", "2", "--append")...)
	rows, file, text = timed(t, out)
	if fewest, most, last := counted(rows); fewest != 5 || most != 5 || last != 5 || len(file.Runs) != 2 || file.Runs[1].FirstRound != 4 || strings.Contains(text, "not finished") {
		t.Errorf("%d to %d rounds, the last %d, runs %+v", fewest, most, last, file.Runs)
	}
}
