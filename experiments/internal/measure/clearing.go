package measure

import (
	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
)

// Clearing removes keys from a classic filter as one must not: by clearing their bits,
// which other keys have set as well. No variant here does that, since a filter that
// loses keys is broken; what it costs is counted by this alone.
type Clearing struct {
	Scheme  hashes.Scheme
	Seed    uint64
	N, M    uint64 // keys put in; bits
	K       int    // probes
	Removed uint64 // of the keys, at most N
	Filters uint64
}

// Lost counts, filter by filter, the keys that were left in and are no longer found.
func (c *Clearing) Lost() ([]uint64, error) {
	source, err := keys.Parse("uint64", nil)
	if err != nil {
		return nil, err
	}
	lost := make([]uint64, c.Filters)
	for i := range lost {
		trial := keys.TrialSeed(c.Seed, "clearing", uint64(i))
		hasher := c.Scheme.NewHasher(keys.Derive(trial, "scheme"))
		lost[i] = c.lost(hasher, source.Stream(keys.Derive(trial, "keys"), c.N))
	}
	return lost, nil
}

// lost does it to one filter.
func (c *Clearing) lost(hasher *hashes.Hasher, stream keys.Stream) uint64 {
	var block keys.Block
	table := make([]bool, c.M)
	walk := hashes.NewWalker(c.Scheme.Probing, hashes.Fastrange, c.M, c.K)
	positions := make([]uint64, 0, c.N*uint64(c.K))
	for first := uint64(0); first < c.N; first += keys.BlockMax {
		stream.Members(first, int(min(keys.BlockMax, c.N-first)), &block)
		for i := range block.Len() {
			walk.Start(hasher.Digest(block.Key(i)))
			for range c.K {
				positions = append(positions, walk.Next())
			}
		}
	}
	cut := c.Removed * uint64(c.K)
	for _, p := range positions {
		table[p] = true
	}
	for _, p := range positions[:cut] {
		table[p] = false
	}
	lost := uint64(0)
	for at := cut; at < uint64(len(positions)); at += uint64(c.K) {
		if !all(table, positions[at:at+uint64(c.K)]) {
			lost++
		}
	}
	return lost
}

// all reports whether every position is set.
func all(table []bool, positions []uint64) bool {
	for _, p := range positions {
		if !table[p] {
			return false
		}
	}
	return true
}
