// Package keys makes the keys of a trial: the members that go into a filter
// and the absent keys it is asked about.
//
// A wrong key is a wrong figure. An absent key that is a member is counted as a
// false positive, and a member that comes twice leaves the filter emptier than
// its prediction believes. Both are impossible here by construction, not by
// luck:
//
//   - Synthetic keys encode a number, and the number is a bijection of the key's
//     index: members have the indexes 0, 1, 2, ..., absent keys start at 2^63.
//     Different indexes give different numbers and so different keys.
//   - Keys of a file are its distinct lines, put in an order by a permutation:
//     the first are members, the next are absent keys.
//
// Key i of a trial is a pure function of the trial's seed and of i, so any part
// of a stream can be made again, in any order and on any goroutine. Everything
// else that is random in a trial (the hash seed, the filter's own randomness)
// derives from the same trial seed by label; see Derive.
//
// Nothing here reads a clock or a random source, and only Load reads a file.
package keys
