// Package plan turns experiments into cells: it looks up the names, asks each
// variant for its shape and its prediction, says what each cell must show and
// how well, and chooses how many filters and queries that takes.
//
// Everything that can be known before measuring is found out here, and what is
// wrong is refused in one line: an unknown name, a scheme that a variant cannot
// use, a removal from a filter that has none, a key kind with too few keys, a
// tolerance no wider than the theory's own error, a profile over its budget.
//
// A cell is known by its canonical name alone, so that adding one changes
// nothing about the others: not their id, seed, filters nor queries. The number
// of tests that the power calculation corrects for is therefore the profile's
// (Profile.Family), not the number of cells at hand, and one experiment run
// alone counts exactly what it counts in the whole.
package plan
