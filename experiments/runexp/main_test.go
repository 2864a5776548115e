package runexp_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/blocked"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/cuckoo"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the scripts")

// specFolder is the variable that tells a child process where the specs are.
const specFolder = "RUNEXP_TEST_SPECS"

func TestMain(m *testing.M) {
	if os.Getenv("RUNEXP_AUDIT") == "cell" { // a cell of an audit that a test has started
		os.Exit(auditCommand().Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	testscript.Main(m, map[string]func(){"runexp": func() {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(command(os.Getenv(specFolder)).Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}})
}

// command is a command with three variants and the experiments of a folder.
func command(folder string) runexp.Command {
	c := runexp.Command{
		Variants:  []*variants.Variant{classic.Variant, blocked.Variant, cuckoo.Variant},
		Functions: hashes.Functions(),
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.toml"))
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			panic(err)
		}
		spec, err := experiments.Parse(filepath.Base(name), string(text))
		if err != nil {
			panic(err)
		}
		c.Specs = append(c.Specs, spec)
	}
	return c
}

// TestScripts runs the scripts of testdata/script. Their command
//
//	code N runexp ARGUMENTS...
//
// wants exit code N; where N is not 0 standard error must be one line that
// begins with "runexp: ".
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some 200 processes")
	}
	specs, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           filepath.Join("testdata", "script"),
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv(specFolder, specs)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"code": code, "edit": edit},
	})
}

func code(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	got := 0
	if err != nil {
		if _, scanErr := fmt.Sscanf(err.Error(), "exit status %d", &got); scanErr != nil {
			ts.Fatalf("%v", err)
		}
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit code %d, want %s", got, args[0])
	}
	if got == runexp.Fine {
		return
	}
	text := ts.ReadFile("stderr")
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "runexp: ") || got == runexp.Wrong && len(lines) != 1 {
		ts.Fatalf("standard error is not one line of runexp's:\n%s", text)
	}
}

// edit changes one digit in the second line of a file.
func edit(ts *testscript.TestScript, _ bool, args []string) {
	path := ts.MkAbs(args[0])
	data := []byte(ts.ReadFile(args[0]))
	at := bytes.IndexByte(data, '\n') + bytes.IndexByte(data[bytes.IndexByte(data, '\n'):], ',') + 1
	data[at] ^= 1 // '0' and '1' change places, '2' and '3', ...
	ts.Check(os.WriteFile(path, data, 0o600))
}

// runHere runs the command in this process and returns what it printed.
func runHere(t *testing.T, ctx context.Context, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	if got := command("testdata").Run(ctx, args, strings.NewReader(""), &out, &errs); got != want {
		t.Fatalf("runexp %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, want, &out, &errs)
	}
	return out.String(), errs.String()
}
