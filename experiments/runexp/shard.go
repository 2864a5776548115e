package runexp

import (
	"fmt"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// shard is the flag --shard I/N: part I, from 0, of N.
type shard struct{ index, of uint64 }

func (f *shard) String() string {
	if f.of == 0 {
		return ""
	}
	return fmt.Sprintf("%d/%d", f.index, f.of)
}

// Type is the word that help shows for the value.
func (f *shard) Type() string { return "I/N" }

// maxShards bounds N.
const maxShards = 100_000

// Set reads text.
func (f *shard) Set(text string) error {
	first, second, _ := strings.Cut(text, "/")
	index, err := parseInteger(first)
	of, err2 := parseInteger(second)
	if err != nil || err2 != nil || index >= of || of > maxShards {
		return fmt.Errorf("want I/N, part I of N with 0 <= I < N, N to %d", maxShards)
	}
	f.index, f.of = index, of
	return nil
}

// take returns the part's share of an experiment's units: every N-th, so that
// all parts get some of each cell.
func (f *shard) take(units []record.Unit) []record.Unit {
	if f.of == 0 {
		return units
	}
	var mine []record.Unit
	for i := f.index; i < uint64(len(units)); i += f.of {
		mine = append(mine, units[i])
	}
	return mine
}
