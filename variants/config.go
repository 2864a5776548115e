package variants

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/hashes"
)

// Config asks for a filter. Exactly one of Bits, BitsPerKey and FPR is set.
type Config struct {
	Capacity   uint64        // keys it is sized for, >= 1
	Bits       uint64        // memory bits by the variant's formula, 1 to 2^40
	BitsPerKey float64       // Bits / Capacity, > 0
	FPR        float64       // requested false-positive rate, in (0, 1)
	K          int           // probes, 1 to 64; 0 means the best by the variant's theory at capacity
	Params     Params        // the variant's own parameters; missing ones take their defaults
	Scheme     hashes.Scheme // how digests are made: the filter's probing loop depends on it
	Seed       uint64        // the filter's own randomness (cuckoo's kicks), never the hash seed

	// Unbounded raises the limits to what theory can still answer for, 2^60 bits
	// and 255 probes. It is for Shape and Predict only: New needs real memory.
	Unbounded bool
}

// MaxBits returns the largest number of bits that c may ask for.
func (c *Config) MaxBits() uint64 {
	if c.Unbounded {
		return 1 << 60
	}
	return hashes.MaxBits
}

// MaxK returns the largest number of probes that c may ask for.
func (c *Config) MaxK() int {
	if c.Unbounded {
		return 255
	}
	return MaxK
}

// Params are named parameters with their values as text, as they stand in a
// spec, on the command line and in cells.csv.
type Params map[string]string

// String is the canonical form: NAME=VALUE sorted by name, joined by ";".
func (p Params) String() string {
	var b strings.Builder
	for i, name := range slices.Sorted(maps.Keys(p)) {
		if i > 0 {
			b.WriteByte(';')
		}
		b.WriteString(name + "=" + p[name])
	}
	return b.String()
}

// ParseParams reads the canonical form back; "" is no parameters.
func ParseParams(text string) (Params, error) {
	p := Params{}
	if text == "" {
		return p, nil
	}
	for pair := range strings.SplitSeq(text, ";") {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("parameter %q: want NAME=VALUE", pair)
		}
		if _, twice := p[name]; twice {
			return nil, fmt.Errorf("parameter %q given twice", name)
		}
		p[name] = value
	}
	return p, nil
}

// Shape is what a configuration is and costs. A plan knows it before anything
// is allocated.
type Shape struct {
	Bits      uint64 // memory bits by the variant's formula (counting: width * counters)
	Allocated uint64 // bits of all memory that answering touches, rounding included
	K         int    // probes a key; 0 where the structure has none (cuckoo)
	Capacity  uint64
	Params    Params // every parameter in force, defaults included

	Positions uint64 // m: the range of the probes (bits, counters); 0 for bucketed structures
	Blocks    uint64 // blocked: number of blocks
	BlockBits uint64 // blocked: bits a block; partitioned: bits a slice
	Buckets   uint64 // cuckoo: number of buckets
	Slots     int    // cuckoo: slots a bucket
	Remainder int    // cuckoo: fingerprint bits
}

// BitsPerKey returns Bits over n keys; 0 for n = 0.
func (s Shape) BitsPerKey(n uint64) float64 {
	if n == 0 {
		return 0
	}
	return float64(s.Bits) / float64(n)
}
