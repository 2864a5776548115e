package plan

import (
	"math"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Cost is what a cell is estimated to take. It decides how the work is split
// into filters and queries and whether a profile is within its budget, never
// what is right; being off by a factor of two does no harm.
type Cost struct {
	TrialSeconds float64 // to set up and build one filter, churn and check for false negatives included
	QuerySeconds float64 // for one absent key
	CoreSeconds  float64 // for the cell
	Bytes        uint64  // of one filter
}

// The cost model in nanoseconds of one core: CPU time of package measure with
// 8-byte keys, on a virtual x86 machine of 2.8 GHz with two hyper-threads that
// had other work to do; one left alone is faster.
const (
	trialNS  = 5_000 // set-up of one trial
	lazyNS   = 3_000 // further, to seed a scheme with lazily made words
	hitNS    = 1.5   // testing or setting one position in the second-level cache
	stepNS   = 0.4   // one further position of a derived probing
	cubicNS  = 2.5   // the same where values are reduced first or there are three of them
	wordNS   = 7     // handling one lazily made word
	bucketNS = 6     // looking at two buckets
	moveNS   = 20    // adding to a cuckoo table, moves included, up to its practical load
	kickNS   = 15    // one kick of a key that finds no place
	stageNS  = 5     // asking one stage of a growing filter
	growNS   = 5     // adding to a growing filter, per key
	ownNS    = 25    // a filter's own hash, one key at a time: 27 to 36 with key and table at 1 %
	rehashNS = 35    // the same where the filter hashes the key's bytes itself, twice: 39 to 50
)

// kicks is how often a cuckoo table that is full tries before it says so.
const kicks = 500

// digestNS is what one digest of a short key costs, by the function's name.
func digestNS(f *hashes.Function) float64 {
	switch f.Name {
	case "xxh3":
		return 4
	case "xxh64", "murmur3", "fnv1a":
		return 6
	case "farmhash":
		return 10
	case "siphash":
		return 13
	case "highwayhash":
		return 62
	case "sha1", "sha256":
		return 100
	}
	return 50 // one we do not know
}

// keyNS is what making a key costs, and what hashing it costs beyond 8 bytes.
func keyNS(kind string) float64 {
	switch kind {
	case "uint64", "sequential":
		return 3
	case "uuid":
		return 5
	case "prefixed":
		return 35
	}
	return 90 // of any length, which no branch can foretell
}

// missNS is what one position costs beyond hitNS, by the size of the table.
func missNS(bytes uint64) float64 {
	switch {
	case bytes <= 1<<20:
		return 0
	case bytes <= 1<<25:
		return 1
	}
	return 5
}

// estimate fills in the costs of one trial: keys are added and asked for once,
// those of the churn added and removed.
func (c *Cell) estimate() {
	k, asked := c.probesOfMember(), c.probesOfQuery()
	key := keyNS(c.Row.Keys)
	add := key + c.hashNS(k) + c.tableNS(k)
	query := key + c.hashNS(asked) + c.tableNS(asked)
	perKey := 2 * add * (1 + c.Churn)
	if c.Shape.Buckets > 0 && c.Variant.Has(variants.CanAdd) {
		perKey += moveNS*(1+2*c.Churn) + kickNS*kicks*c.refused()
	}
	if c.Variant.Has(variants.CanGrow) {
		stages := math.Max(1, math.Log2(c.Row.Load)+1)
		further := stages*stageNS + (stages-1)*c.tableNS(1)
		perKey += growNS + further
		query += further
	}
	setUp := float64(trialNS)
	if c.Scheme.Lazy() {
		setUp += lazyNS
	}
	bytes := c.Shape.Allocated / 8
	c.Cost = Cost{
		TrialSeconds: (setUp + float64(c.Row.N)*perKey + float64(bytes)/8) * 1e-9,
		QuerySeconds: query * 1e-9,
		Bytes:        bytes,
	}
}

// tableNS is the cost of looking at so many positions.
func (c *Cell) tableNS(positions float64) float64 {
	miss := missNS(c.Shape.Allocated / 8)
	switch {
	case c.Shape.Buckets > 0:
		return bucketNS + 2*miss
	case c.Shape.Blocks > 0:
		return positions*hitNS/2 + miss
	}
	return positions * (hitNS + miss)
}

// refused is the share of keys that find no place in a cuckoo table.
func (c *Cell) refused() float64 {
	slots := float64(c.Shape.Buckets) * float64(c.Shape.Slots)
	most := theory.CuckooMaxLoad(c.Shape.Slots) * slots
	return math.Max(0, float64(c.Row.N)-most) / float64(c.Row.N)
}

// hashNS is the cost of hashing a key for so many of its positions.
func (c *Cell) hashNS(probes float64) float64 {
	digest := digestNS(c.Scheme.Function)
	if c.Shape.Buckets > 0 {
		probes = 2 // bucket and fingerprint
	}
	switch c.Scheme.Probing {
	case hashes.Own:
		if c.Scheme.Function.Raw {
			return rehashNS
		}
		return ownNS
	case hashes.Independent:
		return (digest + wordNS) * probes
	case hashes.Sliced:
		words := float64(c.Scheme.Function.Width / 64)
		return wordNS*probes + 1.1*digest*math.Ceil(probes/words)
	case hashes.Triple:
		return wordNS + 2*digest + cubicNS*probes
	}
	if c.Scheme.Function.Width == 64 {
		digest *= 2
	}
	if c.Scheme.Probing == hashes.Enhanced {
		return digest + cubicNS*probes
	}
	return digest + stepNS*probes
}

// probesOfMember is the number of positions of a key; in a growing filter that
// of its last stages, which take most keys and are the strictest.
func (c *Cell) probesOfMember() float64 {
	if c.Variant.Has(variants.CanGrow) {
		return 2 + math.Log2(1+c.Row.Load) - math.Log2(c.Row.TheoryFPR)
	}
	return float64(max(c.Shape.K, 1))
}

// probesOfQuery is the mean number of positions that an absent key looks at
// before it finds a zero: (1-p^k)/(1-p) at fill p.
func (c *Cell) probesOfQuery() float64 {
	k := float64(max(c.Shape.K, 1))
	if c.Variant.Has(variants.CanGrow) {
		return 2
	}
	if c.Shape.Positions == 0 || math.IsNaN(c.Row.TheorySetBits) {
		return math.Min(k, 2)
	}
	p := c.Row.TheorySetBits / float64(c.Shape.Positions)
	if !(p < 1) {
		return k
	}
	return (1 - math.Pow(p, k)) / (1 - p)
}

// total sets the cell's cost once its trials and queries are known.
func (c *Cell) total() {
	c.Cost.CoreSeconds = float64(c.Row.Trials)*c.Cost.TrialSeconds + float64(c.Row.Queries)*c.Cost.QuerySeconds
}
