package blocked

import (
	"strconv"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// FF-16: blocks beyond bit 2^32 are their own. The table takes 640 MB of
// addresses, of which a few pages are touched.
func TestBlocksPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	const block, blocks = 512, 5 << 21
	words := make([]uint64, block/64*blocks)
	for _, r := range []hashes.Reduction{hashes.Fastrange, hashes.Mod} {
		clear(words[:64])
		table := newTable(layout{blocks: blocks, block: block, k: 7, probing: hashes.Double, reduce: r}, words)
		for _, want := range []uint64{1<<22 + 3, 1<<23 + 3, blocks - 1} {
			word := want // mod
			if r == hashes.Fastrange {
				word = (1<<64-1)/blocks*want + 1<<30
			}
			mine := words[want*block/64 : (want+1)*block/64]
			clear(mine)
			if table.containsPair(word, 99) {
				t.Errorf("reduce=%s: block %d is not empty", r, want)
			}
			table.addPair(word, 99<<40)
			set := false
			for _, w := range mine {
				set = set || w != 0
			}
			if !set || !table.containsPair(word, 99<<40) {
				t.Errorf("reduce=%s: block %d did not take the key", r, want)
			}
		}
		for i, w := range words[:64] { // blocks 0 to 7, 3 among them
			if w != 0 {
				t.Errorf("reduce=%s: word %d is set by keys of blocks far above", r, i)
			}
		}
	}
}
