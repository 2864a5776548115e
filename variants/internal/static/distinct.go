package static

import (
	"cmp"
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
