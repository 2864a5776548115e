// Package compare holds two files of Go benchmarks against each other: which rows became better, which worse, and which
// cannot say. It knows the benchmark format and nothing of filters. Medians, their intervals and p-values are those of
// golang.org/x/perf/benchmath; what is added is what a verdict needs besides a p-value:
//
//   - Rows meet by name, processors and unit, never by position and never by configuration lines. What only one file has
//     is named, and no mean is taken over it.
//   - A unit has a direction. The files say it (Unit ns/op better=lower); for common units there are defaults. Without a
//     direction a difference is shown and judged by nobody.
//   - A unit that both files declare exact (Unit fpr assume=exact) is compared by value: any worsening counts.
//   - All other rows are tested by Mann and Whitney's U, and all the tests together are corrected by Holm. Where the
//     numbers of runs are so small that even fully separated samples would stay above the corrected level, the answer is
//     "too few runs" and not "no difference".
//   - A significant difference may still be the machine's. Rows that differ only in a part aa=a and aa=b of their names
//     time the same code twice; what lies between them is the floor, and a change within it is no finding.
//
// # The floor
//
// The floor of a unit is the largest difference between the medians of an A/A pair, over all pairs of both files. It
// stands for what is wrong with a run and is not chance: memory that one of two copies got and the other did not, a
// neighbour who came and went. Chance is what the test is for. So the medians themselves are taken, and not the ends of
// their intervals: with those, recorded timings in which the test finds three tenths more time nine times in ten would
// show it once in ten, and cry wolf no less often.
//
// A file without such pairs, or with too few runs to say where a median lies (below 6), has no floor: its times are
// reported and gate nothing. The same holds where the two files come from different machines (configuration keys
// machine, goos, goarch, cpu).
//
// # The family
//
// The family of the correction is every row that could be significant at all: one whose smallest attainable p-value,
// given the numbers of runs and that not all values are equal, is at most alpha. The others can be left out without
// harm to the error rate (Tarone 1990), since what puts them out does not depend on which file a value came from.
package compare
