package main

import (
	"math/rand"
	"slices"
	"testing"
)

// known is what Go's own source gives from seed 1: the numbers that programs printed before Go 1.20 seeded it by chance.
var known = []int{81, 87, 47, 59, 81, 18, 25, 40, 56, 0}

func drawn() (numbers []int) {
	for range known {
		numbers = append(numbers, rand.Intn(100))
	}
	return numbers
}

// Where filters are timed the source stays the runtime's, and where they are counted it begins with the same numbers.
func TestRepeatable(t *testing.T) {
	repeatable([]string{"bench", "--goals"})
	if got := drawn(); slices.Equal(got, known) {
		t.Errorf("bench draws from seed 1: %v", got)
	}
	for range 2 {
		repeatable([]string{"probe", "--variant", "x"})
		if got := drawn(); !slices.Equal(got, known) {
			t.Errorf("%v, want %v", got, known)
		}
	}
}
