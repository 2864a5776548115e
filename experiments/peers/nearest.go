package peers

// Nearest names of each peer the one of our variants whose structure is nearest, which
// it is timed beside at equal rates. Scalable filters both begin with the 10,000 keys
// that are the library's default.
func Nearest() map[string]string {
	return map[string]string{
		"peer-bits-and-blooms": "classic", "peer-boom-classic": "classic", "peer-boom-deletable": "classic", "peer-holiman": "classic",
		"peer-ristretto": "classic", "peer-ipfs-bbloom": "classic", "peer-badger": "classic", "peer-goleveldb": "classic",
		"peer-boom-counting": "counting", "peer-boom-partitioned": "partitioned", "peer-boom-scalable": "scalable:initial=10000",
		"peer-boom-cuckoo": "cuckoo", "peer-seiflotfy-cuckoo": "cuckoo", "peer-xor8": "xor", "peer-fuse8": "fuse", "peer-fuse16": "fuse",
		"peer-parquet-go": "splitblock", "peer-arrow-go": "splitblock", "peer-pebble": "blocked",
	}
}
