package runexp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FF-26: whatever measures first asks every hash function for known answers, in
// the forms that schemes use (hashes.SelfTest, not only the published functions
// of hashes/raw): a wrong hash makes figures that look right.
func TestEveryMeasurementBeginsWithTheSelfTest(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	measuring := 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") || !strings.Contains(string(text), "measure.Run(") {
			continue
		}
		measuring++
		if !strings.Contains(string(text), "hashes.SelfTest()") {
			t.Errorf("%s measures without hashes.SelfTest", name)
		}
	}
	if measuring < 3 {
		t.Errorf("%d files measure, want those of run, probe and verify", measuring)
	}
}
