// Package experiments says what an experiment is: a question, the grid of
// cells that answers it, and what each cell is expected to show.
//
// An experiment is one TOML file beside this package, embedded in the program;
// it is the first thing to read. Reading is strict: an unknown key, a wrong
// type or a missing reason is an error that names file and line. The package
// knows names, not code: whether a variant, a scheme or a parameter exists is
// found out by the plan, which holds the lists.
//
// The words of a grid are the columns of cells.csv. A grid is the product of
// its lists:
//
//	[[grid]]
//	variant      = ["classic"]
//	scheme       = ["xxh3+double", "sha256+sliced"] # "own": that of a variant which brings its own hash
//	keys         = ["uint64"]
//	n            = [500_000]      # or capacity and load: n = load x capacity
//	bits-per-key = [10]           # exactly one of bits, bits-per-key, fpr
//	k            = [5, 7, 9]      # left out: the best k by the variant's theory
//	[grid.params]                 # the variant's own, and churn
//	reduce       = ["fastrange"]
//	[grid.smoke]                  # lists that replace those above in a profile
//	n            = [20_000]
//
// A cell is expected to agree with theory within the tolerance of its profile.
// Whatever allows less, on a grid or in a [[gate]], carries a written reason.
package experiments
