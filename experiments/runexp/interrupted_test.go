package runexp_test

import (
	"context"
	"testing"
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
