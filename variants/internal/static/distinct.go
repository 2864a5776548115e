package static

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/filterlab/filterlab/hashes"
)

// Distinct returns the digests without duplicates, two words each, sorted: keys
// given twice, and keys that no filter could tell apart. The argument stays as it is.
func Distinct(digests []hashes.Digest) []hashes.Digest {
	out := make([]hashes.Digest, len(digests))
	for i, d := range digests {
		out[i].A, out[i].B = d.Pair()
	}
	slices.SortFunc(out, func(x, y hashes.Digest) int {
		return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B))
	})
	return slices.Compact(out)
}

// Solve makes attempts, each under a seed of its own by the number of tries in b, until
// one is able to give every key of digests a slot of its own; it keeps their number in b. An
// attempt that fails leaves a clear table. One seed may be unlucky; two tell of a key
// given twice, and only then, unless the digests are distinct, are they made so:
// sorting costs more than a try. The error names the filter and its number of slots.
func (b *Built) Solve(name string, slots int, digests []hashes.Digest, distinct bool, attempt func([]hashes.Digest) bool) error {
	for try := 1; try <= MaxTries; try++ {
		b.Tries = try
		if attempt(digests) {
			b.Keys = uint64(len(digests))
			return nil
		}
		if !distinct && try > 1 {
			digests, distinct = Distinct(digests), true
		}
	}
	return fmt.Errorf("%s: build: %d distinct keys in %d slots: none of %d seeds gives every key a slot of its own; want digests of a better hash function",
		name, len(digests), slots, MaxTries)
}
