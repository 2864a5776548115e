// Package filtertest is the conformance kit of filters: what every Variant
// promises, as one call.
//
//	func TestConformance(t *testing.T) { filtertest.Run(t, blocked.Variant) }
//
// It is public, so a stranger's variant in a stranger's module is tested as ours
// are. Each section below checks one promise and reports, in one line, which was
// broken, with which scheme and configuration first, and how often again. Everything
// is seeded: a variant passes always or never.
//
//	valid      the Variant describes itself completely
//	config     bad configurations are refused, naming the variant, and cost nothing
//	shape      Shape is known before New, is what New makes, and is the memory held
//	abilities  what is declared is there, and nothing else
//	empty      an empty filter contains nothing
//	members    an added key is always found: sizes x schemes x kinds of keys, a million keys among them
//	full       ErrFull is the only error, and loses nothing accepted
//	same       the same keys and seed give the same filter; in any order where promised
//	apart      filters share no state; queries may run at once
//	rate       false positives are as many as Predict says, neither more nor fewer
//	allocs     queries and additions allocate nothing
//	batch      batches answer and add as single keys do, at every length
//	remove     removed keys go, the others stay, absent ones change nothing
//	merge      equal filters merge into that of the union, unlike ones are refused
//	estimate   0 for an empty filter, +Inf for a full one, near n between
//	save       a loaded filter is the saved one
//	damage     damaged data is an error: no panic, no memory by its word
//	build      static filters: from any set, an empty one too
//	finish     filters that finish: nothing is left for the first question, and keys may follow
//
// The statistics: a rate is measured over several filters so that the spread
// between filters averages out, with enough queries that a rate 5% off lies 7
// or more standard deviations away, and the bound is 5 (about one false alarm in
// two million checks, and with fixed seeds always the same one). A model error
// that Predict declares widens the bound.
package filtertest
