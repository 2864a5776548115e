// Package check turns cells and their counts into verdicts. It knows numbers only: no filter, no key, no formula but the
// ones it is handed, and it measures nothing.
//
// A cell is checked up to three times, each a row of verdicts.csv and a member of the run's family:
//
//   - fpr: hits of absent keys against the predicted rate, with both variances (package stats).
//   - fill: set bits against their predicted mean and spread. It is the sharpest look at the indices: one filter of
//     5,000,000 bits shows 0.1 %.
//   - conditional: hits against the rate expected of filters with the set bits that these have, where the variant has
//     such a formula. The spread between filters drops out; a filter that passes the fill check and fails this one has
//     dependent indices.
//
// All tests of a call are one family, corrected by Holm. Gates come after verdicts, and are no statistics: Gate compares
// what came out with what was expected.
//
// Counts that contradict themselves, that belong to no cell, that are missing, or that hold a false negative, are errors
// and not findings: the verdicts on the other cells are returned beside them.
package check
