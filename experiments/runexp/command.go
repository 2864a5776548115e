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
	Interrupted = 130 // what run or bench recorded is valid; the same command goes on from there, or begins anew
)

// Command is everything the command knows. The zero value of a list is empty.
type Command struct {
	Variants  []*variants.Variant
	Functions []*hashes.Function
	Specs     []experiments.Spec
	Claims    []experiments.Claim // published statements that reports answer
	Goals     []experiments.Goal  // of speed, that bench --goals times and reports judge
	// Audited are the variants, of those above, that an audit is of where none is named;
	// empty is all.
	Audited []*variants.Variant
	// Nearest names of each audited variant which of those above has the nearest
	// structure, as an item of bench --variant without a size: bench --audited times both.
	Nearest map[string]string
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
	if err := c.validate(); err != nil {
		return s.exit(ctx, root, err)
	}
	verb, err := root.ExecuteContextC(ctx)
	if err == nil {
		err = s.noHelp
	}
	return s.exit(ctx, verb, err)
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
	args   []string
	in     io.Reader
	out    io.Writer
	err    io.Writer
	noHelp error // help was asked for, with a verb that there is not
}

// finding is an error that reports a result, not a mistake of the user.
type finding struct{ message string }

func (f finding) Error() string { return f.message }

func findingf(format string, args ...any) error { return finding{fmt.Sprintf(format, args...)} }

// exit prints what verb found wrong in one line and returns its code.
func (s *call) exit(ctx context.Context, verb *cobra.Command, err error) int {
	if err == nil {
		return Fine
	}
	code := Wrong
	var f finding
	switch {
	case errors.As(err, &f):
		code = Found
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		code, err = Interrupted, errors.New(interruption(verb))
	}
	fmt.Fprintf(s.err, "runexp: %s\n", oneLine(err.Error()))
	return code
}

// interruption says that verb was interrupted, and what remains; only run, audit and
// bench record.
func interruption(verb *cobra.Command) string {
	switch verb.Name() {
	case "run":
		return "interrupted; what is recorded stays, and the same command goes on from there"
	case "audit":
		return "interrupted; the answers that came stay, unless only some cells were wanted, and the same command goes on from there"
	case "bench":
		return "interrupted; what was timed is written and marked incomplete, and the same command begins anew"
	}
	return "interrupted"
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
		return unknownVerb(root, args[0])
	}
	root.SetFlagErrorFunc(flagError)
	s.refuseHelp(root)
	root.CompletionOptions.HiddenDefaultCmd = true
	for _, verb := range []*cobra.Command{
		s.list(), s.run(), s.check(), s.report(), s.merge(), s.verify(), s.explain(),
		s.probe(), s.theory(), s.size(), s.hash(), s.positions(), s.build(), s.query(),
		s.bench(), s.growth(), s.compare(), s.goals(), s.audit(),
		s.claims(), s.cite(),
	} {
		verb.Flags().SortFlags = false
		verb.DisableFlagsInUseLine = true
		verb.PreRunE = noEmptyFolder
		root.AddCommand(verb)
	}
	return root
}

// unknownVerb is the error for a verb that root does not have.
func unknownVerb(root *cobra.Command, name string) error {
	var verbs []string
	for _, sub := range root.Commands() {
		verbs = append(verbs, sub.Name())
	}
	return errors.New(hashes.Unknown("verb", name, verbs))
}

// refuseHelp makes help for an unknown verb an error: it would be root's help,
// as if all were well. So it is with arguments that the verb does not take.
func (s *call) refuseHelp(root *cobra.Command) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if verb := firstVerb(s.args); cmd == root && verb != "" {
			s.noHelp = unknownVerb(root, verb)
			return
		}
		if rest := arguments(cmd, s.args); cmd.Args != nil && cmd != root && len(rest) > 0 { // none may be too few, and help is how to learn it
			if s.noHelp = cmd.Args(cmd, rest); s.noHelp != nil {
				return
			}
		}
		show(cmd, args)
	})
}

// arguments returns what is left of args without help, the verb, flags and their
// values: the flag parser stops at --help.
func arguments(verb *cobra.Command, args []string) []string {
	var rest []string
	named := false
	for i := 0; i < len(args); i++ {
		name, isFlag := strings.CutPrefix(args[i], "-")
		f := verb.Flags().Lookup(strings.TrimPrefix(name, "-"))
		switch {
		case isFlag && f != nil && f.NoOptDefVal == "":
			i++ // its value
		case isFlag:
		case !named:
			named = args[i] == verb.Name() // and "help" before it
		default:
			rest = append(rest, args[i])
		}
	}
	return rest
}

// firstVerb returns the first argument that is no flag and not the verb help.
func firstVerb(args []string) string {
	for _, a := range args {
		if a != "help" && !strings.HasPrefix(a, "-") {
			return a
		}
	}
	return ""
}

// noEmptyFolder refuses --out "", which would stand for the default.
func noEmptyFolder(cmd *cobra.Command, _ []string) error {
	if f := cmd.Flags().Lookup("out"); f != nil && f.Changed && f.Value.String() == "" {
		return fmt.Errorf("%s: --out \"\": want a folder", cmd.Name())
	}
	return nil
}

// flagError words what the flag parser found wrong: verb, flag, value, and what
// is allowed.
func flagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var missing *pflag.NotExistError
	switch {
	case errors.As(err, &invalid):
		err = fmt.Errorf("%s %q: %w", flagWord(invalid.GetFlag()), invalid.GetValue(), invalid.Unwrap())
	case errors.As(err, &missing):
		err = errors.New(hashes.Unknown("flag", missing.GetSpecifiedName(), flagNames(cmd)))
	}
	if !cmd.HasParent() {
		return err // the program's name is there already
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
