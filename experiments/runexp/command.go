package runexp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Exit codes of Run.
const (
	Fine        = 0
	Found       = 1   // a finding: see the package comment
	Wrong       = 2   // wrong use or bad input
	Interrupted = 130 // what is recorded is valid, and the same command goes on from there
)

// Command is everything the command knows. The zero value of a list is empty.
type Command struct {
	Variants  []*variants.Variant
	Functions []*hashes.Function
	Specs     []experiments.Spec
	Claims    []experiments.Claim // published statements that reports answer
}

// Run executes one command line, without the program's name, and returns its
// exit code. It ends early, with what is recorded valid, when ctx is cancelled.
func (c Command) Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	s := &call{Command: c, args: args, in: stdin, out: stdout, err: stderr}
	root := s.root()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := c.validate()
	if err == nil {
		err = root.ExecuteContext(ctx)
	}
	return s.exit(ctx, err)
}

// validate finds a stranger's mistake before anything runs.
func (c Command) validate() error {
	seen := map[string]bool{}
	for _, v := range c.Variants {
		if err := v.Validate(); err != nil {
			return err
		}
		if seen[v.Name] {
			return fmt.Errorf("variant %s: two of that name", v.Name)
		}
		seen[v.Name] = true
	}
	return nil
}

// call is one execution of the command.
type call struct {
	Command
	args []string
	in   io.Reader
	out  io.Writer
	err  io.Writer
}

// finding is an error that reports a result, not a mistake of the user.
type finding struct{ message string }

func (f finding) Error() string { return f.message }

func findingf(format string, args ...any) error { return finding{fmt.Sprintf(format, args...)} }

// exit prints err in one line and returns its code.
func (s *call) exit(ctx context.Context, err error) int {
	if err == nil {
		return Fine
	}
	code := Wrong
	var f finding
	switch {
	case errors.As(err, &f):
		code = Found
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		code, err = Interrupted, errors.New("interrupted; what is recorded stays, and the same command goes on from there")
	}
	fmt.Fprintf(s.err, "runexp: %s\n", oneLine(err.Error()))
	return code
}

// oneLine joins the lines of a message.
func oneLine(message string) string {
	lines := strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "; ")
}

// root builds the tree of verbs.
func (s *call) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "runexp",
		Short:         "measure approximate membership filters and hold them against theory",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return cmd.Help()
		}
		var verbs []string
		for _, sub := range cmd.Commands() {
			verbs = append(verbs, sub.Name())
		}
		return errors.New(hashes.Unknown("verb", args[0], verbs))
	}
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.HiddenDefaultCmd = true
	for _, verb := range []*cobra.Command{
		s.list(), s.run(), s.check(), s.report(), s.merge(), s.verify(), s.explain(),
		s.probe(), s.theory(), s.size(), s.hash(), s.positions(),
	} {
		verb.Flags().SortFlags = false
		verb.DisableFlagsInUseLine = true
		root.AddCommand(verb)
	}
	return root
}

// flagError words what the flag parser found wrong: flag, value, and what is
// allowed.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return fmt.Errorf("%s: %s %q: %w", cmd.Name(), flagWord(invalid.GetFlag()), invalid.GetValue(), invalid.Unwrap())
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		return fmt.Errorf("%s: %s", cmd.Name(), hashes.Unknown("flag", missing.GetSpecifiedName(), flagNames(cmd)))
	}
	return fmt.Errorf("%s: %w", cmd.Name(), err)
}

// flagWord is how a flag is typed: -n, --bits-per-key.
func flagWord(f *pflag.Flag) string {
	if len(f.Name) == 1 {
		return "-" + f.Name
	}
	return "--" + f.Name
}

func flagNames(cmd *cobra.Command) []string {
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, strings.TrimLeft(flagWord(f), "-")) })
	return known
}
