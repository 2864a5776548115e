package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// FF-55: what go build makes knows the versions of its modules and, where it could
// look, its revision; both stand in the manifest of a run. (Only a built command
// knows them, not a test.)
func TestBuiltCommandNamesItsModules(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command")
	}
	dir := t.TempDir()
	command := filepath.Join(dir, "runexp")
	if out, err := exec.Command("go", "build", "-buildvcs=auto", "-o", command, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	run(t, dir, "./runexp run tiny --profile smoke --quiet --out r")
	data, err := os.ReadFile(filepath.Join(dir, "r", "tiny", "manifest.json"))
	if err != nil {
		t.Fatal(err)
	}
	var m struct {
		Revision string
		Modules  map[string]string
	}
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"github.com/zeebo/xxh3", "github.com/minio/highwayhash"} {
		if !strings.HasPrefix(m.Modules[module], "v") {
			t.Errorf("modules %v: want the version of %s", m.Modules, module)
		}
	}
	stamp, err := exec.Command("go", "version", "-m", command).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(stamp), "vcs.revision=")
	if revision, _, _ := strings.Cut(after, "\n"); m.Revision != revision {
		t.Errorf("revision %q, the command is of %q", m.Revision, revision)
	}
}

// Every command that the Makefile builds knows its revision, whatever GOFLAGS says: what
// it writes into results/ names it.
func TestMakefileStampsCommands(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	for line := range strings.Lines(string(text)) {
		if !strings.Contains(line, "go build ") {
			continue
		}
		if built++; !strings.Contains(line, "go build -buildvcs=auto ") {
			t.Errorf("%swant -buildvcs=auto after go build: the record would name no revision", line)
		}
	}
	if built < 4 {
		t.Errorf("%d commands built, want runexp, peers, peers-portable and peers-race", built)
	}
}
