// Package goals judges goals of speed by recorded timings. It knows rows and goals,
// and no filter and no clock.
//
// Both sides of a goal were timed in turns in one run, once a round, in random order.
// What is judged is the ratio of their times within a round, so that a slow minute,
// which hits both, cancels: its median over the rounds, with the interval that order
// statistics give (golang.org/x/perf/benchmath, AssumeNothing). Then the interval is
// widened by the A/A floor, what two equal filters differed by in the same operation
// at the same n:
//
//	low / (1+floor)  ...  high * (1+floor)
//
//	met        the whole of it is at or above what is wanted
//	missed     the whole of it is below
//	undecided  it holds what is wanted, or the rounds are too few for an interval
//
// A ratio says nothing where ours is another filter. It is incomparable where the
// measured false-positive rate of ours is above the other's by more than both
// counts' intervals, where it takes more bits a key, and where it lost a key.
// What was published of another machine is held against the median of ours here, and
// marked: two processors apart, it is a hint and no finding.
package goals
