package peers

import (
	"sync"

	"github.com/dgraph-io/badger/v4/y"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// badgerAsk is what badger does with a rate: its BloomBitsPerKey turns it into the
// bits per key that its filter is made with.
func badgerAsk(a ask) ask {
	a.perKey = y.BloomBitsPerKey(int(a.n), a.p)
	return a
}

// badger is LevelDB's filter with badger's sizing.
func badger() *variants.Variant {
	return peer{
		name: "badger", doc: "table filter: LevelDB's Bloom filter, sized by badger, over []byte", module: "github.com/dgraph-io/badger/v4",
		scheme: hashes.KeyScheme(), theory: ideal, promise: asAsked,
		size: func(a ask) variants.Shape { return whole(badgerAsk(a)) },
		make: func(a ask) filter {
			var all []uint32
			seal := sync.OnceValue(func() y.Filter { return y.NewFilter(all, badgerAsk(a).perKey) }) // with the first question
			return filter{
				addKey: func(key []byte) bool { all = append(all, y.Hash(key)); return true },
				hasKey: func(key []byte) bool { return seal().MayContainKey(key) },
			}
		},
	}.variant()
}
