package exact

import (
	"testing"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/filtertest"
)

// The memory of a map is estimated: TestMemory holds it against the heap.
func TestConformance(t *testing.T) {
	filtertest.RunWith(t, Variant, filtertest.Options{Short: testing.Short(), OffHeap: true})
	t.Run("digest=64", func(t *testing.T) {
		filtertest.RunWith(t, Variant, filtertest.Options{Short: true, OffHeap: true, Params: variants.Params{"digest": "64"}})
	})
}
