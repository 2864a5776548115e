// Reproduce does what REPRODUCE.md tells a reviewer to do, in a clone of this
// repository that has measured nothing, and measures what each command takes:
//
//	go run .ci/reproduce.go [WORD...]
//
// It runs every command of the table of claims once, in a copy of the record, and checks
// that the file which the table names was written and has the columns, and that counts.csv
// and verdicts.csv are the committed ones byte for byte. Without words it writes REPRODUCE.csv, which runexp
// report --reproduce REPRODUCE.md puts into the page; with words it runs only commands
// that contain one of them, and writes nothing.
package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := reproduce(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "reproduce:", err)
		os.Exit(1)
	}
}

// step is a command of the page, and the files and columns that rows name for it.
type step struct {
	command string
	places  []string
}

func reproduce(words []string) error {
	page, err := os.ReadFile("REPRODUCE.md")
	if err != nil {
		return err
	}
	clone, err := os.MkdirTemp("", "reproduce-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(clone)
	for _, args := range [][]string{{"git", "clone", "--quiet", ".", clone}, {"make", "-s", "-C", clone, "build"},
		{"cp", "-r", filepath.Join(clone, "results"), filepath.Join(clone, "results-mine")}} {
		if text, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, text)
		}
	}
	rows := [][]string{{"command", "seconds", "processor_seconds", "peak_bytes", "disk_bytes", "measured_on"}}
	for _, s := range steps(string(page)) {
		if len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(s.command, w) }) {
			continue
		}
		row, err := s.run(clone)
		if err != nil {
			return fmt.Errorf("%s: %w", s.command, err)
		}
		fmt.Printf("%s s, %s processor-seconds, %s bytes of memory, %s of disk: %s\n", row[1], row[2], row[3], row[4], s.command)
		rows = append(rows, row)
	}
	switch {
	case len(rows) == 1:
		return fmt.Errorf("no command of REPRODUCE.md was run (%s)", strings.Join(words, " "))
	case len(words) > 0:
		return nil
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		return err
	}
	return os.WriteFile("REPRODUCE.csv", out.Bytes(), 0o666)
}

// steps reads both tables: cells with a command in backticks, and the cell after it
// that names a file and columns.
func steps(page string) []step {
	var all []step
	for _, line := range strings.Split(page, "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) < 5 || !strings.HasPrefix(cells[1], "`./") {
			continue
		}
		command := strings.Trim(cells[1], "`")
		at := slices.IndexFunc(all, func(s step) bool { return s.command == command })
		if at < 0 {
			at = len(all)
			all = append(all, step{command: command})
		}
		if strings.Contains(cells[2], ": ") {
			all[at].places = append(all[at].places, cells[2])
		}
	}
	return all
}

// run runs a step in the clone and measures it. What the shell holds before it becomes
// the program is less than the program holds.
func (s *step) run(clone string) ([]string, error) {
	cmd := exec.Command("sh", "-c", s.command)
	cmd.Dir = clone
	start := time.Now()
	text, err := cmd.CombinedOutput()
	seconds := time.Since(start).Seconds()
	if err != nil {
		return nil, fmt.Errorf("%w\n%s", err, text)
	}
	if strings.Contains(string(text), "nothing to do") {
		return nil, fmt.Errorf("it measures nothing:\n%s", text)
	}
	usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok {
		return nil, fmt.Errorf("this system does not tell what it took")
	}
	if err := s.check(clone, start); err != nil {
		return nil, err
	}
	processor := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return []string{s.command, fmt.Sprintf("%.2f", seconds), fmt.Sprintf("%.2f", processor.Seconds()), fmt.Sprint(usage.Maxrss << 10),
		fmt.Sprint(written(filepath.Join(clone, "results-mine"), start)), machine()}, nil
}

// check looks at the files that the rows name.
func (s *step) check(clone string, start time.Time) error {
	for _, place := range s.places {
		pattern, columns, _ := strings.Cut(place, ": ")
		found, err := fresh(filepath.Join(clone, strings.ReplaceAll(pattern, "MACHINE", "*")), start)
		if err != nil || len(found) != 1 {
			return fmt.Errorf("%s: %d such files were written, want one (%v)", pattern, len(found), err)
		}
		text, err := os.ReadFile(found[0])
		if err != nil {
			return err
		}
		header, _, _ := strings.Cut(string(text), "\n")
		for _, column := range strings.FieldsFunc(columns, func(r rune) bool { return r == ',' || r == '/' || r == ' ' }) {
			if !slices.Contains(strings.Split(header, ","), column) {
				return fmt.Errorf("%s has no column %s", pattern, column)
			}
		}
		for _, name := range []string{"counts.csv", "verdicts.csv"} {
			if err := same(clone, filepath.Dir(found[0]), name); err != nil {
				return err
			}
		}
	}
	return nil
}

// fresh lists the files of a pattern that were written since: the record may hold timings
// of other machines, too.
func fresh(pattern string, since time.Time) ([]string, error) {
	found, err := filepath.Glob(pattern)
	return slices.DeleteFunc(found, func(name string) bool {
		info, err := os.Stat(name)
		return err != nil || info.ModTime().Before(since)
	}), err
}

// same wants a file of an experiment to be the committed one.
func same(clone, folder, name string) error {
	mine, err := os.ReadFile(filepath.Join(folder, name))
	if os.IsNotExist(err) {
		return nil // times
	}
	theirs, err2 := os.ReadFile(filepath.Join(clone, "results", filepath.Base(folder), name))
	if err != nil || err2 != nil || !bytes.Equal(mine, theirs) {
		return fmt.Errorf("%s: %s is not that of results/ (%v, %v)", folder, name, err, err2)
	}
	return nil
}

// written is the sum of the sizes of the files in a folder that were written since.
func written(folder string, since time.Time) int64 {
	sum := int64(0)
	filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return nil // what cannot be read is not counted
		}
		if info, err := d.Info(); err == nil && info.Mode().IsRegular() && !info.ModTime().Before(since) {
			sum += info.Size()
		}
		return nil
	})
	return sum
}

// machine names the processor, as far as the system tells.
func machine() string {
	name := runtime.GOARCH
	text, _ := os.ReadFile("/proc/cpuinfo")
	for _, line := range strings.Split(string(text), "\n") {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			name = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%s, %d cores, %s", name, runtime.NumCPU(), runtime.Version())
}
