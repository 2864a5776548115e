// Package race tells tests whether the race detector is on, which makes everything some
// ten times slower: statistics, and large cases in one goroutine, are then left to the
// other run.
package race
