package main_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// fakeGit knows the revision base only, and keeps what it is asked.
const fakeGit = `#!/bin/sh
echo "git $*" >>"$FAKE/log"
case "$1 $2" in
"rev-parse --verify") case "$4" in base^*) ;; *) exit 1 ;; esac ;;
"worktree add") mkdir "$5" ;;
"worktree remove") rm -r "$4" ;;
esac
`

// fakeGo builds a runexp that writes a line for each round, and fails where the
// test wants it: FAIL names the building or running side.
const fakeGo = `#!/bin/sh
# build -buildvcs=auto -o OUT ./cmd/runexp
side=$(basename "$4")
echo "build $side in $(basename "$PWD")" >>"$FAKE/log"
[ "$FAIL" != "build-$side" ] || exit 1
cat >"$4" <<'END'
#!/bin/sh
side=$(basename "$0")
echo "$side $*" >>"$FAKE/log"
[ "$FAIL" != "$1-$side" ] || exit 1
case $1 in
bench)
	mkdir -p "$8/timings/machine"
	echo BenchmarkX 1 1 ns/op >>"$8/timings/machine/$6.txt"
	;;
compare) cat "$2" "$3" ;;
esac
END
chmod +x "$4"
`

// regress runs .ci/regress with fakes of git and go, and returns its exit code,
// what it printed and what the fakes were asked.
func regress(t *testing.T, fail string, args ...string) (code int, stdout string, log []string) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the script wants bash")
	}
	fake := t.TempDir()
	for name, text := range map[string]string{"git": fakeGit, "go": fakeGo} {
		if err := os.WriteFile(filepath.Join(fake, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("../../.ci/regress", args...)
	cmd.Env = append(os.Environ(), "PATH="+fake+":"+os.Getenv("PATH"), "FAKE="+fake, "FAIL="+fail)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(fake, "log"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out), strings.Split(strings.TrimSpace(string(text)), "\n")
}

// The two sides are timed in turns, each first in every other round, with the
// flags given; then they are compared, and nothing of the worktree stays.
func TestRegressAlternates(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	stale := filepath.Join(out, "timings", "machine", "old.txt")
	if err := os.MkdirAll(filepath.Dir(stale), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(stale, []byte("BenchmarkStale 1 1 ns/op\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, stdout, log := regress(t, "", "base", "3", out, "--variant", "blocked", "-n", "1e6")
	if code != 0 {
		t.Fatalf("exit code %d: %q", code, log)
	}
	bench := func(side string) string {
		return side + " bench --rounds 1 --append --name " + side + " --out " + out + " --quiet --variant blocked -n 1e6"
	}
	timings := filepath.Join(out, "timings", "machine")
	want := []string{"build old in tree", "build new in " + filepath.Base(mustAbs(t, "../..")),
		bench("old"), bench("new"), bench("new"), bench("old"), bench("old"), bench("new"),
		"new compare " + filepath.Join(timings, "old.txt") + " " + filepath.Join(timings, "new.txt") + " --fail-on regression"}
	var got []string
	for _, line := range log {
		if !strings.HasPrefix(line, "git ") {
			got = append(got, line)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if n := strings.Count(stdout, "BenchmarkX"); n != 6 || strings.Contains(stdout, "Stale") {
		t.Errorf("compared %d rounds, want 6 and no stale ones:\n%s", n, stdout)
	}
	if last := log[len(log)-1]; !strings.HasPrefix(last, "git worktree remove --force ") {
		t.Errorf("the worktree stays: %s", last)
	}
}

// Exit code 1 is a regression and nothing else.
func TestRegressExitCodes(t *testing.T) {
	for _, c := range []struct {
		fail string
		args []string
		want int
	}{
		{"compare-new", []string{"base", "1"}, 1},
		{"build-old", []string{"base", "1"}, 2},
		{"build-new", []string{"base", "1"}, 2},
		{"bench-old", []string{"base", "1"}, 2},
		{"bench-new", []string{"base", "2"}, 2},
		{"", []string{"nowhere", "1"}, 2},
		{"", []string{"base", "0"}, 2},
		{"", []string{"base", "ten"}, 2},
		{"", nil, 2},
	} {
		args := c.args
		if len(args) == 2 {
			args = append(args, filepath.Join(t.TempDir(), "out"))
		}
		if code, _, log := regress(t, c.fail, args...); code != c.want {
			t.Errorf("%s %q: exit code %d, want %d: %q", c.fail, c.args, code, c.want, log)
		}
	}
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return abs
}
