package main

import (
	"math/rand"
	"slices"
)

// repeatable gives libraries that draw from the process's random source the same numbers in every execution, as a cuckoo
// filter does where it moves fingerprints: what is counted can be had again then. Without this the runtime seeds that
// source by chance. Timings keep the runtime's own source, which is the faster one and what users of a library get.
//
// A source of our own cannot be handed to them, so the common one is seeded: what rand.Seed is deprecated for in Go that
// draws from it itself. Since Go 1.24 it does nothing unless randseednop=0 is said beside package main.
func repeatable(args []string) {
	if !slices.Contains(args, "bench") {
		rand.Seed(1)
	}
}
