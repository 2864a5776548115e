// Package measure turns cells into counts. It knows no theory: it cannot agree
// with a prediction by accident, since it never sees one used.
//
// A trial is one filter and its queries:
//
//  1. the filter and the hasher are made, with seeds derived from the trial's;
//  2. keys are inserted, and those that a full filter refuses are remembered;
//     where the cell asks for churn, further keys go in first and out again last;
//  3. every accepted member is asked for: a no is a false negative. This check
//     cannot be switched off;
//  4. absent keys are asked for: a yes is a false positive. Nothing else is in the
//     denominator of a false-positive rate;
//  5. the filter's set bits, sizes and own tallies are read.
//
// All that is counted are integers, and each is a pure function of (seed, cell,
// trial, query). So the work can be cut anywhere: trials run on any worker, the
// questions to one large filter are shared by all of them, and a run that was
// stopped does only the units that are missing. The counts come out the same.
//
// The cuts that are recorded are those of record.Cell.Units and depend on the
// cell alone; inside a unit work is handed out in smaller parts so that all
// workers end together and a stop takes effect at once. Several workers then ask one
// filter at a time: Contains and ContainsBatch must not write to it.
package measure
