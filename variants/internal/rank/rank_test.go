package rank

import (
	"math/bits"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// TestSelect holds Select against counting through, for every rank of words of
// every density.
func TestSelect(t *testing.T) {
	x := uint64(1)
	for i := range 3000 {
		x = hashes.SplitMix64(x)
		w := x | 1<<(i&63)
		for range i % 4 {
			w &= hashes.SplitMix64(w) | 1<<(i&63)
		}
		if i%5 == 4 {
			w = ^w | 1
		}
		rest := w
		for k := range bits.OnesCount64(w) {
			if got, want := Select(w, k), uint64(bits.TrailingZeros64(rest)); got != want {
				t.Fatalf("Select(%x, %d) = %d, want %d", w, k, got, want)
			}
			rest &= rest - 1
		}
	}
}
