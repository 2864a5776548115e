package system

import (
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/hashes/raw"
	"github.com/filterlab/filterlab/variants/theory"
)

// LevelK is LevelDB's k of so many bits per key, which its descendants kept: 0.69 for
// ln 2, cut to a whole number, 1 to most.
func LevelK(perKey float64, most int) int {
	return int(math.Max(1, math.Min(float64(most), math.Trunc(perKey*0.69))))
}

// Equal32 is r of filters that know a key by a hash of 32 bits: an absent key whose
// hash is that of one of the n keys is found.
func Equal32(r theory.Rate, n uint64) theory.Rate {
	floor := theory.TruncatedFloor(n, 32)
	r.FPR = floor + float64((1-floor)*r.FPR)
	r.Formula += ", and equal hashes of 32 bits"
	return r
}

// XXH64 returns, as a new value each time, the function of the systems that hash by
// XXH64 with seed 0.
func XXH64() *hashes.Function {
	sum := func(key []byte, _ uint64) uint64 { return raw.XXH64(key, 0) }
	return &hashes.Function{
		Name: "xxh64_seed0", Doc: "XXH64, seed 0: A the hash, B 0", Paper: "Collet, xxHash specification 0.1.1",
		Width: 64, Unseeded: true, Sum64: sum,
		Sum128: func(key []byte, s uint64) (a, b uint64) { return sum(key, s), 0 },
	}
}
