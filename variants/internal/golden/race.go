//go:build race

package golden

// underRace says whether the race detector is on: large cases are then left to the
// other run, since what they do more they do in one goroutine.
const underRace = true
