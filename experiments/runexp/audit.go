package runexp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// auditChild is the variable that is set in the processes of an audit's cells.
// A program that embeds the command needs it only where its executable is
// something else than the command, as a test's is.
const auditChild = "RUNEXP_AUDIT"

// auditFlags are the flags of the verb audit.
type auditFlags struct {
	profile, out string
	command      string
	race         string
	cell         string
	variants     []string
	limit        time.Duration
	memory       size
	jobs         integer
	seed         seed
	quiet        bool
	given        *pflag.FlagSet // which of them were: "" is given, too
}

// audit is the verb audit.
func (s *call) audit() *cobra.Command {
	f := auditFlags{jobs: integer{low: 1, high: 256, value: 2}, seed: seed{value: 1}, memory: size{bytes: 3 << 30}}
	cmd := &cobra.Command{
		Use:   "audit [--variant V]... [--command CMD] [--race PROGRAM] [--profile smoke|standard|full] [--cell NAME] [--out DIR]",
		Short: "put filters that are not ours through the same cells, each in a process of its own",
		Long: `Put filters that are not ours through the same cells, each in a process of its own,
and hold them against theory and against what their makers promise. Audited are the
variants that name a version, all variants if none does, or those of --variant;
with --command a program in any language, which is started anew for every filter,
reads

  filterlab-audit 1 members=N fpr=P queries=Q
  N lines, one member each, in hexadecimal digits
  Q lines, one query each

from standard input, answers each query with a line of 0 or 1 and ends. The table
goes to DIR/audit/audit.csv and DIR/audit/README.md. An audit that is interrupted
leaves its answers in DIR/audit/journal, and the same command goes on from there.

Four goroutines also ask one filter at once, after all keys are in; nothing is
added meanwhile. --race names this same program built with go build -race: cells of
it are asked of that, and what its detector reports is the row's verdict.`,
		Args: noArguments,
	}
	flags := cmd.Flags()
	f.given = flags
	flags.StringArrayVar(&f.variants, "variant", nil, "variant to audit; may be repeated")
	flags.StringVar(&f.command, "command", "", "program to audit, with its arguments, split at blanks (no shell)")
	flags.StringVar(&f.profile, "profile", audit.Standard, strings.Join(audit.Profiles(), ", "))
	flags.StringVar(&f.race, "race", "", "this program built with -race, for the cells of the race detector (default none)")
	flags.StringVar(&f.cell, "cell", "", "only cells whose name begins with this, e.g. rate/uint64/n=1e4")
	flags.StringVar(&f.out, "out", "", "folder of the records (default results, results-smoke, results-full; results-audit with --command)")
	flags.DurationVar(&f.limit, "limit", time.Minute, "processor time for one cell, its children's included, and the longest that hardly any is used (Linux; elsewhere time on the wall)")
	flags.Var(&f.memory, "memory", "memory for one cell, its children's included, where the system tells what a process holds (Linux) (default 3G)")
	flags.Var(&f.jobs, "jobs", "cells at a time")
	flags.Var(&f.seed, "seed", "decimal or 0x")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return s.auditAll(cmd.Context(), &f) }
	return cmd
}

// auditAll asks all questions and writes the table. What an audit finds is in the
// table: it is no error.
func (s *call) auditAll(ctx context.Context, f *auditFlags) error {
	if !slices.Contains(audit.Profiles(), f.profile) {
		return fmt.Errorf("audit: --profile %q: want %s", f.profile, strings.Join(audit.Profiles(), ", "))
	}
	if f.limit <= 0 {
		return fmt.Errorf("audit: --limit %v: want a time above 0", f.limit)
	}
	if f.out == "" && f.given.Changed("command") {
		f.out = "results-audit" // not the record of the libraries
	}
	f.out = outFolder(f.out, f.profile)
	if os.Getenv(auditChild) != "" {
		return errors.New("audit: this is a cell of an audit already; it starts no other")
	}
	questions, err := s.questions(f)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	if len(questions) == 0 {
		return fmt.Errorf("audit: --cell %q: no cell of profile %s begins with it; want e.g. rate/uint64/n=1e4", f.cell, f.profile)
	}
	if f.cell != "" { // its rows are printed, and kept nowhere
		if err := s.putAll(ctx, f, questions, nil); err != nil {
			return fmt.Errorf("audit: %w", err)
		}
		return audit.WriteCSV(s.out, judged(questions))
	}
	return s.auditOn(ctx, f, questions)
}

// auditOn asks what an audit that was interrupted has left, and writes the tables.
func (s *call) auditOn(ctx context.Context, f *auditFlags, questions []question) error {
	folder := filepath.Join(f.out, "audit")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	head, err := f.head()
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	journal, answers, err := audit.OpenJournal(filepath.Join(folder, audit.JournalFile), head)
	if err != nil {
		return fmt.Errorf("audit: %w", err)
	}
	there := 0
	for i := range questions {
		if q := &questions[i]; q.row.Take(answers) {
			there++
			q.ask = nil
		}
	}
	if there > 0 && !f.quiet {
		fmt.Fprintf(s.err, "%d of %d cells were answered before\n", there, len(questions))
	}
	if err := s.putAll(ctx, f, questions, journal); err != nil {
		journal.Close()
		return fmt.Errorf("audit: %w", err)
	}
	if err := s.writeAudit(folder, judged(questions)); err != nil {
		journal.Close()
		return err
	}
	return journal.Remove()
}

// head names all that answers depend on beside the cells: programs, by their bytes, and
// limits. An audit goes on from one that had the same.
func (f *auditFlags) head() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	files := []string{own}
	if f.race != "" {
		files = append(files, f.race)
	}
	for i, word := range strings.Fields(f.command) {
		if found, err := exec.LookPath(word); err == nil && i == 0 {
			word = found
		}
		if info, err := os.Stat(word); err == nil && info.Mode().IsRegular() {
			files = append(files, word)
		}
	}
	head := fmt.Sprintf("audit, limits %v and %d bytes", f.limit, f.memory.bytes)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		head += ", " + filepath.Base(name) + " " + record.Hash(data)
	}
	return head, nil
}

// writeAudit writes both files, each by a rename.
func (s *call) writeAudit(folder string, rows []audit.Row) error {
	var table, page strings.Builder
	if err := errors.Join(audit.WriteCSV(&table, rows), audit.WriteMarkdown(&page, rows)); err != nil {
		return err
	}
	if err := record.WriteFile(filepath.Join(folder, "audit.csv"), []byte(table.String())); err != nil {
		return err
	}
	if err := record.WriteFile(filepath.Join(folder, "README.md"), []byte(page.String())); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.out, "%d cells: %s\n", len(rows), filepath.Join(folder, "README.md"))
	return err
}
