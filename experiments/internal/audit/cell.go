package audit

import (
	"fmt"
	"strconv"
	"strings"
)

// Cell is one question to a filter. Exactly one of FPR and PerKey is set.
type Cell struct {
	Check    string // rate, size, keys, large, at-once or race-detector
	Keys     string // kind of keys
	N        uint64
	Capacity uint64 // keys it is sized for; N unless Check is large
	FPR      float64
	PerKey   float64 // bits per key
	Trials   uint64  // filters
	Queries  uint64  // of absent keys, a trial
	Jobs     int     // goroutines that ask one filter at once
}

// Name is how a cell is chosen and cited: check, keys, n and size.
func (c *Cell) Name() string {
	return fmt.Sprintf("%s/%s/n=%s/%s", c.Check, c.Keys, short(float64(c.N)), c.Size())
}

// Size is what is asked for, in the words of the flags.
func (c *Cell) Size() string {
	if c.FPR != 0 {
		return "fpr=" + short(c.FPR)
	}
	return "bits-per-key=" + short(c.PerKey)
}

// short writes 1e+06 as 1e6 and 4e+06 as 4e6, as the command reads them.
func short(x float64) string {
	if text := strconv.FormatFloat(x, 'e', -1, 64); x >= 1000 && len(text) == len("1e+06") {
		return text[:2] + strings.TrimLeft(text[3:], "0")
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// The smallest and the largest number of queries of a cell, all trials together,
// and the hits that decide where they can be had.
const (
	fewest = 200_000
	most   = 20_000_000
	hits   = 16_000
)

// at makes a cell of one filter size with the effort that its rate needs: many
// small filters, since they differ, and few large ones.
func at(check, keys string, n uint64, fpr, perKey float64) Cell {
	c := Cell{Check: check, Keys: keys, N: n, Capacity: n, FPR: fpr, PerKey: perKey, Trials: trials(n), Jobs: 1}
	if keys == "sequential" {
		c.Trials = 1 // the same keys in every trial
	}
	total := min(max(uint64(hits/c.Rate()), fewest), most)
	c.Queries = (total + c.Trials - 1) / c.Trials
	return c
}

// trials is how many filters of n keys are made.
func trials(n uint64) uint64 {
	switch {
	case n <= 100:
		return 256
	case n <= 1000:
		return 64
	case n <= 10_000:
		return 16
	case n <= 100_000:
		return 8
	case n <= 1_000_000:
		return 2
	}
	return 1
}

// Smoke, Standard and Full are how thorough an audit can be.
const (
	Smoke    = "smoke"
	Standard = "standard"
	Full     = "full"
)

// Profiles returns them.
func Profiles() []string { return []string{Smoke, Standard, Full} }

// Wanted says which cells are of use with a filter, beside those of every filter;
// none of them is in Smoke.
type Wanted struct {
	Large    bool // a filter of more than 2^32 bits that holds a million keys
	Shared   bool // one that four goroutines ask at once
	Detector bool // the same in a program with Go's race detector
}

// Cells returns the questions of a profile, in a fixed order.
func Cells(profile string, kinds []string, w Wanted) []Cell {
	if profile == Smoke {
		return []Cell{at("rate", "uint64", 1e4, 1e-1, 0), at("rate", "uint64", 1e4, 1e-3, 0), at("size", "uint64", 100, 0, 14), at("keys", "url", 1e4, 1e-2, 0)}
	}
	all := append(rateCells(profile), kindCells(profile, kinds)...)
	if w.Large {
		c := at("large", "uint64", 1e6, 1e-2, 0)
		c.Capacity, c.Trials, c.Queries = 5e8, 1, fewest
		all = append(all, c)
	}
	shared := func(check string, n uint64) {
		c := at(check, "uint64", n, 1e-2, 0)
		c.Trials, c.Queries, c.Jobs = 1, n, 4
		all = append(all, c)
	}
	if w.Shared {
		shared("at-once", 4e6)
	}
	if w.Shared && w.Detector {
		shared("race-detector", 2e6) // enough for four goroutines; each step takes ten times as long
	}
	return all
}

// rateCells ask for rates at some numbers of keys, in Full at all, and for one
// number of bits a key at all.
func rateCells(profile string) []Cell {
	sizes := []uint64{1e2, 1e3, 1e4, 1e5, 1e6, 1e7}
	rated := []uint64{1e4, 1e6}
	if profile == Full {
		rated = sizes
	}
	var all []Cell
	for _, n := range rated {
		for _, p := range []float64{1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6} {
			all = append(all, at("rate", "uint64", n, p, 0))
		}
	}
	for _, n := range sizes {
		all = append(all, at("size", "uint64", n, 0, 14))
	}
	return all
}

// kindCells ask with every kind of keys, in Full for two rates at three sizes.
func kindCells(profile string, kinds []string) []Cell {
	sizes, rates := []uint64{1e5}, []float64{1e-2}
	if profile == Full {
		sizes, rates = []uint64{1e3, 1e5, 1e6}, []float64{1e-2, 1e-4}
	}
	var all []Cell
	for _, kind := range kinds {
		for _, n := range sizes {
			for _, p := range rates {
				all = append(all, at("keys", kind, n, p, 0))
			}
		}
	}
	return all
}
