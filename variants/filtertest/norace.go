//go:build !race

package filtertest

// underRace says whether the race detector is on, which makes everything some
// ten times slower: statistics are then left to the other run.
const underRace = false
