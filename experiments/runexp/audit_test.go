package runexp_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// sick is a classic filter behind keys, with one thing wrong in it.
type sick struct {
	variants.Filter
	illness string
	hoard   [][]byte
}

func (f *sick) Add(d hashes.Digest) error {
	switch f.illness {
	case "panics":
		if d.Key()[0] == 7 {
			panic("index out of range, planted")
		}
	case "eats":
		f.hoard = append(f.hoard, bytes.Repeat([]byte{1}, 1<<20))
	case "full":
		if d.Key()[0] < 8 {
			return variants.ErrFull
		}
	}
	return f.Filter.(variants.Adder).Add(d)
}

func (f *sick) Contains(d hashes.Digest) bool {
	switch f.illness {
	case "hangs":
		<-make(chan bool)
	case "spins":
		for {
			runtime.Gosched()
		}
	case "forgets":
		if d.Key()[0] == 7 {
			return false
		}
	case "generous":
		if d.Key()[0] < 8 {
			return true // one key in 32 more
		}
	}
	return f.Filter.Contains(d)
}

// illnesses are what is planted, and the verdict that it must get.
var illnesses = map[string]string{
	"none": "agrees", "hangs": "hangs", "spins": "time", "panics": "crashes", "eats": "memory", "forgets": "loses keys", "full": "refuses keys", "generous": "deviates",
}

// patients are variants with planted faults, each with a version and a promise.
func patients() []*variants.Variant {
	var all []*variants.Variant
	for illness := range illnesses {
		v := *bytesVariant()
		v.Name, v.Version = illness, "example.org/"+illness+" v1.2.3"
		v.Promise = func(c variants.Config, _ variants.Shape, _ uint64) variants.Promise {
			return variants.Promise{FPR: cmp.Or(c.FPR, math.NaN()), Source: "the rate asked for"}
		}
		check := v.New
		v.New = func(c variants.Config) (variants.Filter, error) {
			f, err := check(c)
			return &sick{Filter: f, illness: illness}, err
		}
		all = append(all, &v)
	}
	return all
}

// auditCommand is the command of the tests and of the cells that they start.
func auditCommand() runexp.Command {
	return runexp.Command{Variants: append(patients(), classic.Variant), Functions: hashes.Functions()}
}

// audited runs an audit of one cell and returns its row by column.
func audited(t *testing.T, args ...string) map[string]string {
	t.Helper()
	var out, errs bytes.Buffer
	args = append([]string{"audit", "--quiet", "--cell", "rate/uint64/n=1e4/fpr=0.1"}, args...)
	if code := auditCommand().Run(context.Background(), args, strings.NewReader(""), &out, &errs); code != runexp.Fine {
		t.Fatalf("%v: exit code %d: %s", args, code, &errs)
	}
	table, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(table) != 2 {
		t.Fatalf("%v: %d rows, %v", args, len(table), err)
	}
	row := map[string]string{}
	for i, name := range table[0] {
		row[name] = table[1][i]
	}
	return row
}

// TestAuditVerdicts: each planted fault is a row that says so, and takes nobody
// else with it; a filter without a fault agrees.
func TestAuditVerdicts(t *testing.T) {
	for illness, want := range illnesses {
		limits := []string{"--limit", "1m"}
		switch illness {
		case "hangs", "spins":
			if runtime.GOOS != "linux" {
				continue // no other system tells how long it worked
			}
			limits = []string{"--limit", "2s"}
		case "eats":
			limits = []string{"--memory", "600M"}
			if runtime.GOOS != "linux" {
				continue // no other system tells what a process holds
			}
		}
		row := audited(t, append(limits, "--variant", illness)...)
		if row["verdict"] != want || row["version"] != "example.org/"+illness+" v1.2.3" {
			t.Errorf("%s: verdict %q (%s), want %q\n%v", illness, row["verdict"], row["detail"], want, row)
		}
	}
}

// TestAuditFigures: what stands in the row of a filter that keeps its promise, and
// of one that loses a key in 256.
func TestAuditFigures(t *testing.T) {
	row := audited(t, "--variant", "none")
	for name, want := range map[string]string{
		"n": "10000", "promised_fpr": "0.1", "promise": "keeps", "theory": "agrees", "false_negatives": "0", "inserted": "160000", "trials": "16",
		"command": "runexp probe --experiment audit --variant none -n 10000 --fpr 0.1 --keys uint64 --trials 16 --queries 24908 --jobs 1 --seed 1 --quiet --format json",
	} {
		if row[name] != want {
			t.Errorf("%s is %q, want %q", name, row[name], want)
		}
	}
	lost := audited(t, "--variant", "forgets")
	var n int
	if _, err := fmt.Sscanf(lost["detail"], "%d of 160000 keys are not found", &n); err != nil || n < 500 || n > 750 {
		t.Errorf("%q, want about 625 keys: one in 256", lost["detail"])
	}
	if crash := audited(t, "--variant", "panics"); crash["detail"] != "panic: index out of range, planted" {
		t.Errorf("detail %q", crash["detail"])
	}
}

// TestAuditRaceDetector: what the program with the detector reports is the verdict of
// its cells. Its report is a script's here: a build with -race takes a minute.
func TestAuditRaceDetector(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	program := filepath.Join(t.TempDir(), "runexp-race")
	script := "#!" + sh + "\nprintf 'WARNING: DATA RACE\\nRead at 0x1 by goroutine 7:\\n  example.org/f.Test()\\n' >&2\nexit 66\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	row := audited(t, "--variant", "none", "--race", program, "--cell", "race-detector")
	if row["verdict"] != "races" || row["detail"] != "data race: read in example.org/f.Test()" || !strings.HasPrefix(row["command"], "runexp-race probe --experiment audit --variant none") {
		t.Errorf("%v", row)
	}
}

// TestAuditTable: the whole of a smoke audit is written as CSV and as Markdown,
// for the variants that name a version and not for ours.
func TestAuditTable(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some twenty processes")
	}
	c := auditCommand()
	for _, v := range c.Variants {
		if v.Name == "none" || v.Name == "forgets" {
			c.Audited = append(c.Audited, v)
		}
	}
	out := t.TempDir()
	var text bytes.Buffer
	if code := c.Run(context.Background(), []string{"audit", "--profile", "smoke", "--out", out, "--quiet"}, strings.NewReader(""), &text, &text); code != runexp.Fine {
		t.Fatalf("exit code %d: %s", code, &text)
	}
	page, err := os.ReadFile(filepath.Join(out, "audit", "README.md"))
	table, err2 := os.ReadFile(filepath.Join(out, "audit", "audit.csv"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	for _, want := range []string{"| none | example.org/none v1.2.3 | 4 |", "| loses keys (3) |", "## forgets, example.org/forgets v1.2.3", "keys are not found", "`runexp probe --experiment audit --variant forgets"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%q is missing in\n%s", want, page)
		}
	}
	if strings.Contains(string(page), "classic") || strings.Contains(string(page), "## none") || strings.Count(string(table), "\n") != 9 {
		t.Errorf("the page or the table has more than two variants' findings:\n%s", page)
	}
}

// TestAuditGoesOn: what an interrupted audit has answered is not asked again, and the
// table is that of one that was not interrupted; with another limit all is asked anew.
func TestAuditGoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("starts some ten processes")
	}
	c := auditCommand()
	for _, v := range c.Variants {
		if v.Name == "none" {
			c.Audited = append(c.Audited, v)
		}
	}
	out := t.TempDir()
	journal := filepath.Join(out, "audit", "journal")
	audit := func(ctx context.Context, want int, args ...string) string {
		t.Helper()
		var errs bytes.Buffer
		w := &watched{Buffer: &errs}
		if cancelling, ok := ctx.(interface{ after(line string) bool }); ok {
			w.after = cancelling.after
		}
		code := c.Run(ctx, append([]string{"audit", "--profile", "smoke", "--jobs", "1", "--out", out}, args...), strings.NewReader(""), &bytes.Buffer{}, w)
		if code != want {
			t.Fatalf("exit code %d, want %d: %s", code, want, &errs)
		}
		return errs.String()
	}
	ctx, cancel := context.WithCancel(context.Background())
	first := audit(interrupting{ctx, cancel}, runexp.Interrupted)
	if !strings.Contains(first, "goes on from there") {
		t.Errorf("%s", first)
	}
	if _, err := os.Stat(journal); err != nil {
		t.Fatal(err)
	}
	if said := audit(context.Background(), runexp.Fine); !strings.Contains(said, "1 of 4 cells were answered before") {
		t.Errorf("%s", said)
	}
	if _, err := os.Stat(journal); err == nil {
		t.Error("the journal stays when all is written")
	}
	table, err := os.ReadFile(filepath.Join(out, "audit", "audit.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if said := audit(context.Background(), runexp.Fine); strings.Contains(said, "before") {
		t.Errorf("%s", said)
	}
	again, err := os.ReadFile(filepath.Join(out, "audit", "audit.csv"))
	if err != nil || !bytes.Equal(again, table) {
		t.Errorf("%v\n%s\nthe one that went on has\n%s", err, again, table)
	}
	ctx, cancel = context.WithCancel(context.Background())
	audit(interrupting{ctx, cancel}, runexp.Interrupted)
	if said := audit(context.Background(), runexp.Fine, "--limit", "50s"); strings.Contains(said, "before") {
		t.Errorf("%s", said)
	}
}

// interrupting is a context that ends when a first cell has been told of.
type interrupting struct {
	context.Context
	cancel func()
}

func (i interrupting) after(line string) bool {
	if strings.Contains(line, "rate/uint64") {
		i.cancel()
	}
	return true
}

// watched hands what is written to after as well.
type watched struct {
	*bytes.Buffer
	after func(line string) bool
}

func (w *watched) Write(p []byte) (int, error) {
	if w.after != nil {
		w.after(string(p))
	}
	return w.Buffer.Write(p)
}

// TestAuditBadInput: what is wrong is named before anything is started.
func TestAuditBadInput(t *testing.T) {
	for args, want := range map[string]string{
		"--limit -1s":                     `audit: --limit -1s: want a time above 0`,
		"--profile all":                   `audit: --profile "all": want smoke, standard, full`,
		"--race no-such-program-here":     "audit: --race exec:",
		"--race x --command ./none":       "audit: --command and --race: want one of them",
		"--variant nobody":                `--variant: unknown variant "nobody"`,
		"--cell rates":                    `audit: --cell "rates": no cell of profile standard begins with it`,
		"--variant none --command ./none": "audit: --command and --variant: want one of them",
		"--command no-such-program-here":  "audit: no-such-program-here: exec:",
	} {
		var errs bytes.Buffer
		code := auditCommand().Run(context.Background(), append([]string{"audit", "--quiet", "--out", t.TempDir()}, strings.Fields(args)...), strings.NewReader(""), &errs, &errs)
		if code != runexp.Wrong || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: exit code %d, %s, want %q", args, code, &errs, want)
		}
	}
}

// example is where the programs of the protocol's page are.
var example = filepath.Join("..", "example", "audit")

// TestAuditPrograms: both examples are built, agree, and a broken one is seen.
func TestAuditPrograms(t *testing.T) {
	t.Run("python", func(t *testing.T) {
		python, err := exec.LookPath("python3")
		if err != nil {
			t.Skip("no python3")
		}
		agrees(t, python+" "+filepath.Join(example, "bloom.py"))
	})
	t.Run("c", func(t *testing.T) {
		cc, err := exec.LookPath("cc")
		if err != nil {
			t.Skip("no C compiler")
		}
		program := filepath.Join(t.TempDir(), "bloom")
		if text, err := exec.Command(cc, "-O2", "-o", program, filepath.Join(example, "bloom.c"), "-lm").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		agrees(t, program)
	})
}

func agrees(t *testing.T, command string) {
	t.Helper()
	row := audited(t, "--command", command)
	if row["verdict"] != "agrees" || row["false_negatives"] != "0" || row["inserted"] != "40000" || row["promise"] != "keeps" {
		t.Errorf("%v", row)
	}
}

// TestAuditProgramAgain: the command in a row asks within the limits of that row, and has no word of those that nobody set.
func TestAuditProgramAgain(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	file := filepath.Join(t.TempDir(), "program.sh")
	if err := os.WriteFile(file, []byte("exit 3"), 0o600); err != nil {
		t.Fatal(err)
	}
	const cell = " --cell rate/uint64/n=1e4/fpr=0.1"
	asked := "runexp audit --command '" + sh + " " + file + "' --profile standard --seed 7"
	for want, args := range map[string][]string{
		asked + cell: nil,
		asked + " --limit 1m30s --memory 1610612736" + cell: {"--limit", "90s", "--memory", "1.5G"},
	} {
		row := audited(t, append(args, "--seed", "7", "--command", sh+" "+file)...)
		if row["command"] != want {
			t.Errorf("%q, want %q", row["command"], want)
		}
	}
}

// TestAuditBrokenPrograms: programs that answer otherwise than the protocol says,
// each by the shell's own means.
func TestAuditBrokenPrograms(t *testing.T) {
	for script, want := range map[string][2]string{
		"echo yes":                   {"crashes", `answer 1 is "yes": want 0 or 1`},
		"echo 1; echo 1":             {"crashes", "it ended after 2 of 60000 answers"},
		"exit 3":                     {"crashes", "it ended after 0 of 60000 answers"},
		"cat >/dev/null; sleep 1000": {"hangs", "no answer, and nothing done for 2s"},
		"cat >/dev/null; yes 1 | head -n 60000; exit 3": {"fails", "exit code 3"},
		"cat >/dev/null; yes 1 | head -n 60001":         {"crashes", "more than 60000 answers"},
		"cat >/dev/null; yes 0 | head -n 60000":         {"loses keys", "40000 of 40000 keys are not found"},
		"cat >/dev/null; yes 1 | head -n 60000":         {"deviates", "10 times the promise"},
		"cat >/dev/null; echo out of luck >&2; exit 1":  {"crashes", "out of luck"},
	} {
		sh, err := exec.LookPath("sh")
		if err != nil {
			t.Skip("no sh")
		}
		file := filepath.Join(t.TempDir(), "program.sh")
		if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		limit := "1m"
		if want[0] == "hangs" {
			limit = "2s"
		}
		row := audited(t, "--command", sh+" "+file, "--limit", limit)
		if row["verdict"] != want[0] || !strings.Contains(row["detail"], want[1]) {
			t.Errorf("%s: %s (%s), want %v", script, row["verdict"], row["detail"], want)
		}
	}
}
