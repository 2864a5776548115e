// Package theory predicts false-positive rates of filters from plain numbers.
//
// A prediction is the mean over all filters that ideal random hash values could
// build, not the limit for endless tables: small tables sit above the textbook
// (1-e^(-kn/m))^k, and a filter is never compared with the rate it was sized for
// but with the rate of the n, m and k really in use, at any load. Beside the mean
// stands the spread between filters, which more queries on one filter never
// remove, and the declared relative error of the formula itself.
//
// Words used throughout: n keys inserted (distinct), m bits, k probes, T = kn
// draws, c = kn/m, q = e^-c, p = 1-q the fill, X the number of set bits.
//
//	Classic      E[(X/m)^k] and its kin for every way to draw positions (Positions)
//	Partitioned  one slice of the table per probe
//	Blocked      a binomial mixture over block loads; SplitBlocked likewise
//	Cuckoo       exact from fingerprints and buckets; load limits
//	Compound     a row of filters asked one after the other (scalable filters)
//	GivenFill    the rate when the set bits were counted: no spread left
//	Sizing       bits and probes for a wanted rate, and the strict version
//
// Every function is pure: no globals, no files, no clock. Rates below about 1e-308
// underflow to 0; ClassicLog keeps the logarithm. m = 0 or k < 1 means a filter that
// cannot reject, so the rate is 1. Nothing returns a NaN except a field that is
// documented as undefined.
//
// What is exact says ModelError 0. The rest names its error and the reason in
// Reason; each file states how that error was checked.
package theory
