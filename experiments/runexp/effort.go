package runexp

import (
	"fmt"
	"runtime"

	"github.com/spf13/pflag"

	"github.com/filterlab/filterlab/experiments/internal/measure"
)

// effort are the flags that say how to measure, never what comes out.
type effort struct {
	jobs   integer
	memory size
	quiet  bool
}

func (e *effort) register(flags *pflag.FlagSet) {
	e.jobs = integer{low: 1, high: 4096, value: uint64(runtime.GOMAXPROCS(0))}
	flags.Var(&e.jobs, "jobs", "workers")
	flags.Var(&e.memory, "memory", "memory for all filters together, such as 4G (default 3/4 of what is free)")
	flags.BoolVar(&e.quiet, "quiet", false, "no progress")
}

// fallbackMemory is the budget where the machine does not say what is free.
const fallbackMemory = 2 << 30

// budget returns the memory that all filters together may take.
func (e *effort) budget() uint64 {
	if e.memory.given {
		return e.memory.bytes
	}
	if free, ok := freeMemory(); ok {
		return free / 4 * 3
	}
	return fallbackMemory
}

// options makes measure's options; whoever calls it adds where counts go.
func (e *effort) options() measure.Options {
	return measure.Options{Jobs: int(e.jobs.value), MemoryBytes: e.budget()}
}

// fits refuses a filter that the memory can never hold, before anything is written.
func (e *effort) fits(name string, n, bytes uint64) error {
	if budget := e.budget(); bytes > budget {
		return fmt.Errorf("--memory %s: %s with n = %d takes %s, which can never fit; want more memory or a smaller filter",
			formatBytes(budget), name, n, formatBytes(bytes))
	}
	return nil
}
