package report

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// MineFolder is the folder that pages name for measuring anew, which leaves the
// record's own as it is.
const MineFolder = "results-mine"

// program is the name of the program that made a record: runexp, or one of the
// reader's own.
func program(m *record.Manifest) string {
	if len(m.Command) == 0 {
		return "runexp"
	}
	return m.Command[0]
}

// outOf is the folder that a record was put into, as its command says; that of the
// profile where it says none. Of an absolute path, which is another machine's,
// stands DIR.
func outOf(m *record.Manifest) string {
	out := "results"
	if m.Profile != experiments.Standard {
		out += "-" + m.Profile
	}
	for i, word := range m.Command {
		if word == "--out" && i+1 < len(m.Command) {
			out = m.Command[i+1]
		} else if value, ok := strings.CutPrefix(word, "--out="); ok {
			out = value
		}
	}
	if filepath.IsAbs(out) || strings.HasPrefix(out, "..") {
		return "DIR"
	}
	return filepath.ToSlash(filepath.Clean(out))
}

// outFlag is the flag by which check, report, explain and cite find a record; they
// look into results first.
func outFlag(m *record.Manifest) string {
	if out := outOf(m); out != "results" {
		return " --out " + out
	}
	return ""
}

// runFlag is the same of run, which has a folder for each profile.
func runFlag(m *record.Manifest) string {
	if outOf(m) == outOf(&record.Manifest{Profile: m.Profile}) {
		return ""
	}
	return outFlag(m)
}

// RunCommand is the command that made the record, with the program and the folder
// that it was made by and put into.
func RunCommand(m *record.Manifest) string {
	return fmt.Sprintf("%s run %s --profile %s --seed %d%s", program(m), m.Experiment, m.Profile, m.Seed, runFlag(m))
}

// freshFolder is another folder than the record's.
func freshFolder(m *record.Manifest) string {
	if outOf(m) == MineFolder {
		return MineFolder + "-2"
	}
	return MineFolder
}

// built is what stands before the commands of pages: how the program is made, where
// it is this repository's, and how it is then called.
func built(name string) (first []string, call string) {
	if name == "runexp" {
		first = []string{"make build"}
	}
	return first, "./" + name
}

// commandsOf are the commands that measure an experiment anew and make everything
// beside its page, in a copy of the folder: verdicts are corrected over all records of
// a folder, so that alone it might be judged otherwise.
func commandsOf(m *record.Manifest) []string {
	all, call := built(program(m))
	out := " --out " + freshFolder(m)
	return append(all, CopyCommand(m), fmt.Sprintf("%s run %s --again --profile %s --seed %d%s", call, m.Experiment, m.Profile, m.Seed, out),
		call+" check "+m.Experiment+out, call+" report "+m.Experiment+out)
}

// verifySentence says how a record is checked against a second measurement.
func verifySentence(w *catalogue.Words, m *record.Manifest) string {
	return w.Say("again.verify", program(m), outOf(m))
}

// CopyCommand makes the folder that the commands of pages write into: a copy of the
// record's.
func CopyCommand(m *record.Manifest) string { return "cp -r " + outOf(m) + " " + freshFolder(m) }

// commands are the commands that made the records, one a program, profile, seed and
// folder where they are alike; with fresh, those that measure all of it anew.
func commands(all []Experiment, fresh bool) []string {
	type shared struct{ before, after string } // of the commands, around the names
	groups := map[shared][]string{}
	var order []shared
	for i := range all {
		m := &all[i].Manifest
		before, after, out := program(m)+" run ", fmt.Sprintf(" --profile %s --seed %d", m.Profile, m.Seed), runFlag(m)
		if fresh {
			before, out = "./"+before, " --out "+freshFolder(m)
		}
		key := shared{before, after + out}
		if groups[key] == nil {
			order = append(order, key)
		}
		groups[key] = append(groups[key], m.Experiment)
	}
	var out []string
	for _, key := range order {
		out = append(out, key.before+strings.Join(groups[key], " ")+key.after)
	}
	return out
}

// afresh are the commands that make a whole folder of records anew.
func afresh(all []Experiment) []string {
	var out []string
	add := func(lines ...string) {
		for _, line := range lines {
			if !slices.Contains(out, line) {
				out = append(out, line)
			}
		}
	}
	for i := range all {
		first, _ := built(program(&all[i].Manifest))
		add(first...)
	}
	add(commands(all, true)...)
	for _, verb := range []string{" check", " report"} {
		for i := range all {
			m := &all[i].Manifest
			add("./" + program(m) + verb + " --out " + freshFolder(m))
		}
	}
	return out
}
