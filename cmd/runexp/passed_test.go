package main_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// passing is what go test -json prints of a package with one test, as go doc
// test2json describes it.
const passing = `{"Action":"start","Package":"a"}
{"Action":"output","Package":"a","Test":"TestA","Output":"said by TestA: 1 \u003c 2\n"}
{"Action":"pass","Package":"a","Test":"TestA"}
{"Action":"output","Package":"a","Output":"PASS\n"}
{"Action":"output","Package":"a","Output":"ok  \ta\t0.1s\n"}
`

// .ci/passed.go, through which CI's tests go, counts them, shows what a failing one
// said, and fails where go test does: also where a build failed or nothing ended.
func TestPassedFailsWhereGoTestDoes(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "passed")
	if out, err := exec.Command("go", "build", "-o", program, "../../.ci/passed.go").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	ended := passing + `{"Action":"pass","Package":"a"}` + "\n"
	for name, c := range map[string]struct {
		in, want string
		code     int
	}{
		"passes":       {ended, "ok  \ta\t0.1s\n1 passed, 0 failed, 0 skipped\n", 0},
		"fails":        {strings.ReplaceAll(ended, `"pass"`, `"fail"`), "said by TestA: 1 < 2\nPASS\nok  \ta\t0.1s\n0 passed, 1 failed, 0 skipped\n", 1},
		"not finished": {passing, "PASS\nok  \ta\t0.1s\nFAIL\ta\t[not finished]\n1 passed, 0 failed, 0 skipped\n", 1},
		"not built": {`{"ImportPath":"b","Action":"build-output","Output":"b.go:1: no\n"}` + "\n" + `{"ImportPath":"b","Action":"build-fail"}` + "\n" + ended,
			"b.go:1: no\nok  \ta\t0.1s\n1 passed, 0 failed, 0 skipped\n", 1},
		"no test": {"go: no such folder\n", "go: no such folder\n0 passed, 0 failed, 0 skipped\n", 1},
	} {
		file := filepath.Join(t.TempDir(), "counted")
		cmd := exec.Command(program, file)
		cmd.Stdin = strings.NewReader(c.in)
		out, err := cmd.Output()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		if code := cmd.ProcessState.ExitCode(); string(out) != c.want || code != c.code {
			t.Errorf("%s: exit code %d, printed\n%s\nwant %d,\n%s", name, code, out, c.code, c.want)
		}
		if sum, err := os.ReadFile(file); err != nil || !strings.HasSuffix(c.want, "\n"+string(sum)) {
			t.Errorf("%s: the file has %q (%v)", name, sum, err)
		}
	}
}
