package compare_test

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/compare"
)

func parse(t *testing.T, name, text string) *compare.File {
	t.Helper()
	f, err := compare.Read(strings.NewReader(text), name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
