package runexp_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

// TestNoPredictionSaysWhy: where theory has no rate, its reason is told, whatever the form
// of the output.
func TestNoPredictionSaysWhy(t *testing.T) {
	command := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions()}
	for _, format := range []string{"table", "json"} {
		var out, errs bytes.Buffer
		args := "theory --variant prefix --scheme xxh3+double --capacity 1000 -n 1e9 --fpr 0.01 --param spare=quotient --format " + format
		code := command.Run(context.Background(), strings.Fields(args), nil, &out, &errs)
		const want = "theory: prefix has no prediction for n = 1000000000: "
		if text := errs.String(); code != runexp.Wrong || out.Len() > 0 || !strings.Contains(text, want) || !strings.Contains(text, "the spare has no room for all that is sent to it") {
			t.Errorf("%s: exit code %d, %s%s", args, code, &out, text)
		}
	}
	var out bytes.Buffer
	args := "theory --variant prefix --scheme xxh3+double -n 1e12 --fpr 0.01 --format csv" // more than 2^32 bins
	if code := command.Run(context.Background(), strings.Fields(args), nil, &out, &out); code != runexp.Fine {
		t.Errorf("%s: exit code %d, %s", args, code, &out)
	}
}
