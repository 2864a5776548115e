//go:build !race

package measure

// raceDetector is whether the race detector slows the tests down.
const raceDetector = false
