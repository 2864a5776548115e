package runexp

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// defaultBenchFPR sizes what is timed where no size is asked for.
const defaultBenchFPR = 0.01

// leastRounds is how many rounds a comparison should have.
const leastRounds = 10

// benchFlags are the flags of the verb bench.
type benchFlags struct {
	variantList string
	variants    []string
	shape       shapeFlags // its n and variant are not used
	n           integers
	ops, from   choice
	hits        choice
	figures     choice
	caches      choice
	goroutines  choice
	rounds      integer
	time        benchTime
	pool        integer
	seed        seed
	profile     string
	name, out   string
	append      bool
	again       bool
	dryRun      bool
	quiet       bool
	memory      size
	front       bool
	audited     bool
	goals       wordFlag // "": none
}

// bench is the verb bench.
func (s *call) bench() *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Long:  benchHelp,
		Use:   "bench [--variant V[:NAME=VALUE]...,...] [-n N,...] [--ops LIST] [--rounds R] [--benchtime T|Nx] [--profile smoke|standard|full] [--name NAME] [--out DIR] [--append | --again] [--front | --audited | --goals[=all|portable|assembly]] [--dry-run]",
		Short: "time filters against each other, the noise and the memory's limit, interleaved",
		Args:  noArguments,
	}
	s.registerBench(cmd, &f)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		f.out = outFolder(f.out, f.profile)
		return s.benchOnce(cmd.Context(), &f)
	}
	return cmd
}

const benchHelp = `Time filters against each other, the noise and the memory's limit, interleaved.

Every sample is kept, in OUT/timings/MACHINE/NAME.txt (Go's benchmark format), .csv
and .json (who measured, and how quiet it was). Files are written after every n, and
when the run is interrupted: they are valid, and the .json says "incomplete" and what
is missing. The same command then begins that run anew; with --append the rounds of
runs before it stay.`

// registerBench declares the flags.
func (s *call) registerBench(cmd *cobra.Command, f *benchFlags) {
	var limits variants.Config
	flags := cmd.Flags()
	flags.StringVar(&f.variantList, "variant", "", "who is timed (default all that take any scheme); V:bits-per-key=12:block=256 gives one a size, k, scheme or parameters of its own; the first is the control")
	f.shape.fallback = s.defaultBenchScheme()
	f.shape.perKey, f.shape.fpr = fraction{low: 0, high: positiveInfinity}, fraction{low: 0, high: 1}
	f.shape.bits, f.shape.k = integer{low: 1, high: limits.MaxBits()}, integer{low: 1, high: uint64(limits.MaxK())}
	flags.StringVar(&f.shape.scheme, "scheme", "", schemeHelp(f.shape.fallback))
	flags.Var(&f.shape.perKey, "bits-per-key", "size: bits per key")
	flags.Var(&f.shape.bits, "bits", "size: bits in all")
	flags.Var(&f.shape.fpr, "fpr", "size: false-positive rate wanted, in (0, 1) (default 0.01; compare at equal measured rate with --front)")
	flags.VarP(&f.shape.k, "k", "k", "probes (default: the best by the variant's theory)")
	flags.StringArrayVar(&f.shape.params, "param", nil, "NAME=VALUE: a parameter of all variants timed; may be repeated")
	f.n = integers{low: 1, high: 1 << 30}
	flags.VarP(&f.n, "n", "n", "numbers of keys (default by profile)")
	for _, c := range []struct {
		choice  *choice
		flag    string
		allowed []string
		help    string
	}{
		{&f.ops, "ops", timing.Ops(), "operations"},
		{&f.from, "from", timing.Froms(), "what an operation starts from: a digest made before, or keys of 8, 16 or 64 bytes"},
		{&f.hits, "hits", []string{"0", "50", "100"}, "percent of present keys"},
		{&f.figures, "figures", []string{timing.Throughput, timing.Latency}, "figures"},
		{&f.caches, "caches", []string{timing.Warm, timing.Cold}, "states of the caches"},
		{&f.goroutines, "goroutines", []string{"1", "2"}, "goroutines at once"},
	} {
		*c.choice = choice{what: "value", allowed: c.allowed}
		flags.Var(c.choice, c.flag, c.help+": "+strings.Join(c.allowed, ",")+" (default by profile)")
	}
	f.rounds = integer{low: 1, high: timing.MaxRounds}
	flags.Var(&f.rounds, "rounds", "samples of every row (default 10; smoke 3)")
	flags.Var(&f.time, "benchtime", "length of a sample, or Nx for N operations (default by profile)")
	f.pool = integer{low: 256, high: 1 << 22}
	flags.Var(&f.pool, "pool", "keys asked for, a power of two (default by the size of the filters)")
	f.seed = seed{value: 1}
	flags.Var(&f.seed, "seed", "of keys and orders, decimal or 0x")
	flags.StringVar(&f.profile, "profile", experiments.Standard, "smoke, standard or full: what is timed by default")
	flags.StringVar(&f.name, "name", "", "name of the files (default the profile, matched, peers or rivals)")
	flags.StringVar(&f.out, "out", "", "folder of the records (default results, results-smoke, results-full); files go to OUT/timings/MACHINE/NAME.txt, .csv, .json")
	flags.BoolVar(&f.append, "append", false, "add rounds to the files that are there")
	flags.BoolVar(&f.again, "again", false, "replace the files that are there")
	flags.BoolVar(&f.dryRun, "dry-run", false, "print the rows and about how long they take, and stop")
	flags.BoolVar(&f.quiet, "quiet", false, "no progress")
	flags.Var(&f.memory, "memory", "memory for filters and keys, such as 4G (default 3/4 of what is free)")
	f.goals = wordFlag{known: goalSides}
	flags.Var(&f.goals, "goals", "time the pairs of the goals of speed and nothing else, at their n or those of -n; --variant picks those of ours (see runexp goals; the other libraries are in ./peers, by make peers). "+
		"--goals=portable and --goals=assembly time one side of the goals without assembly, which are two programs")
	flags.Lookup("goals").NoOptDefVal = goalsAll
	flags.BoolVar(&f.audited, "audited", false, "time other people's libraries, those of an audit or of --variant, each beside the nearest of ours, both with the same measured false-positive rate (0.01, or --fpr; else the nearest that the library allows), hashing included (the libraries are in ./peers, by make peers)")
	flags.BoolVar(&f.front, "front", false, "match the variants by false-positive rate (0.01 and 0.001, or --fpr) and by bits a key (8, 12, 16, or --bits-per-key), and print who is on the front of speed, rate and memory")
}

// benchOnce plans, times, writes and prints.
func (s *call) benchOnce(ctx context.Context, f *benchFlags) error {
	suites, err := s.benchSuites(ctx, f)
	if err != nil {
		return err
	}
	target, err := s.benchTarget(f, suites)
	if err != nil {
		return err
	}
	if err := s.benchFits(f, suites); err != nil {
		return err
	}
	if f.dryRun {
		return s.printBenchPlan(f, suites)
	}
	if err := hashes.SelfTest(); err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	if err := s.runBench(ctx, f, suites, target); err != nil {
		return err
	}
	return s.printBench(f, target)
}

// runBench times the suites one after another; after each n what there is is
// written.
func (s *call) runBench(ctx context.Context, f *benchFlags, suites []*timing.Suite, target *benchTarget) error {
	p := newProgress(s.err, f.quiet)
	defer p.close()
	all := uint64(0)
	for _, suite := range suites {
		for _, n := range suite.N {
			rows, err := suite.Rows(n)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			all += uint64(len(rows) * suite.Rounds)
		}
	}
	done, taken := uint64(0), uint64(0)
	run := s.benchRun(f, target)
	for _, suite := range suites {
		o := timing.Options{
			FirstRound: target.rounds + 1,
			OnProgress: func(now, _ uint64) {
				taken = done + now
				p.step(measure.Progress{Work: taken, AllWork: all})
			},
			OnSize: func(rows []record.Timing, size record.TimingSize) error {
				run.Sizes = append(run.Sizes, size)
				run.Incomplete = fmt.Sprintf("not finished: %d of %d samples were taken, the last at n=%s", taken, all, timing.Count(size.N))
				run.End = now()
				p.line("n=%s: %d rows, control apart by %s in the middle and %s at worst", timing.Count(size.N), len(rows), inPercent(size.AAMedian), inPercent(size.AAWorst))
				return target.add(rows, run)
			},
		}
		report, err := timing.Run(ctx, suite, o)
		run.PinnedTo, run.ClockNS = report.PinnedTo, record.Round(report.ClockNS, 4)
		if err != nil {
			return fmt.Errorf("bench: %w", err)
		}
		for _, n := range suite.N {
			rows, err := suite.Rows(n)
			if err != nil {
				return fmt.Errorf("bench: %w", err)
			}
			done += uint64(len(rows) * suite.Rounds)
		}
	}
	run.End, run.MHz, run.Incomplete = now(), coreMHz(), ""
	run.Warnings = benchWarnings(run)
	return target.finish(run)
}

// benchRun begins the description of this execution.
func (s *call) benchRun(f *benchFlags, target *benchTarget) *record.TimingRun {
	return &record.TimingRun{Machine: machine(), GOAMD64: goamd64(), Kernel: kernelVersion(), HugePages: hugePolicy(), Cores: runtime.NumCPU(),
		PinnedTo: -1, Profile: f.profile, Seed: f.seed.value, BenchTime: f.time.String(), FirstRound: target.rounds + 1, Rounds: f.rounds.value,
		Command: ownCommand(s.args), Start: now(), Sizes: []record.TimingSize{}, Warnings: []string{}, MHz: []float64{}}
}

// benchWarnings says in words what makes a run doubtful.
func benchWarnings(run *record.TimingRun) []string {
	out := []string{}
	if run.PinnedTo < 0 {
		out = append(out, "the timing thread is not pinned to a processor")
	}
	if all := run.FirstRound + run.Rounds - 1; all < leastRounds {
		out = append(out, fmt.Sprintf("%d rounds: want at least %d for a comparison", all, leastRounds))
	}
	for _, size := range run.Sizes {
		if size.CPUShare != 0 && size.CPUShare < 0.95 {
			out = append(out, fmt.Sprintf("n=%s: processor time is %.2g of wall time: other work took the rest", timing.Count(size.N), size.CPUShare))
		}
		if size.Unsettled > 0 {
			out = append(out, fmt.Sprintf("n=%s: the memory's limit kept moving around %d of %d blocks", timing.Count(size.N), size.Unsettled, size.Blocks))
		}
		if size.AAMedian > 0.05 {
			out = append(out, fmt.Sprintf("n=%s: equal rows are %s apart: read no smaller difference", timing.Count(size.N), inPercent(size.AAMedian)))
		}
	}
	return out
}

// defaultTime sets the default length of a sample.
func (f *benchFlags) defaultTime(d time.Duration) {
	if !f.time.given {
		f.time.time = d
	}
}
