package runexp

import (
	"strings"
	"testing"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// TestAppendOfOtherSamples: samples of another length have another spread, and do
// not go into one file with those that are there.
func TestAppendOfOtherSamples(t *testing.T) {
	f := &benchFlags{time: benchTime{time: time.Millisecond}}
	run := record.TimingRun{Machine: machine(), BenchTime: "1ms"}
	target := &benchTarget{file: record.TimingFile{Runs: []record.TimingRun{run}}}
	if err := target.goesOn(f, nil); err != nil {
		t.Error(err)
	}
	target.file.Runs[0].BenchTime = "3x"
	if err := target.goesOn(f, nil); err == nil || !strings.HasSuffix(err.Error(), "--benchtime 3x and not 1ms") {
		t.Errorf("%v", err)
	}
}
