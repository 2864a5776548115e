package timing

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// Contestant is one configuration that is timed. Its capacity is each n of the
// suite in turn.
type Contestant struct {
	Variant *variants.Variant
	Config  variants.Config // Capacity and Seed are set by the suite
	// Words distinguish it from others of the variant: the size as it was asked
	// for (bpk=10, fpr=0.01), k and params where they were given. Each is a
	// key=value part of the rows' names.
	Words []string
	// Asks, where there are some, are all that is timed of it, whatever the suite asks
	// of the others: independent, warm, on one goroutine. The first contestant of the
	// same question is then the control of that question.
	Asks []Ask
	// Unlimited: its rows are not held against the reading of random lines, of which
	// every size of filter needs its own.
	Unlimited bool
}

// Ask is one question to a contestant.
type Ask struct {
	Op, From string
	Hits     int // percent; -1 where nothing is asked
}

// The operations. One operation is always one key.
const (
	Contains      = "Contains"      // asked one by one through variants.Filter
	ContainsBatch = "ContainsBatch" // asked in batches of hashes.BatchMax
	Add           = "Add"           // n keys one by one into an empty filter
	AddBatch      = "AddBatch"      // n keys in batches into an empty filter
	Build         = "Build"         // making the filter and adding n keys the fastest way it has
	Remove        = "Remove"        // n keys out of a filter that holds them
	Save          = "Save"          // MarshalBinary of the filter with n keys
	Load          = "Load"          // reading that back
	Hash          = "Hash"          // a digest alone; a reference
	HashBatch     = "HashBatch"     // digests of a batch alone; a reference
	Empty         = "Empty"         // the loop around a filter that does nothing; a reference
	Limit         = "Limit"         // reading random cache lines; a reference
)

// Ops returns the operations that a suite may ask for, in the order of its rows.
func Ops() []string {
	return []string{Contains, ContainsBatch, Build, Add, AddBatch, Remove, Save, Load}
}

// The starting points of an operation.
const (
	Digest  = "digest"  // a digest made before
	Bytes8  = "bytes8"  // keys of 8 bytes (kind uint64)
	Bytes16 = "bytes16" // of 16 (uuid)
	Bytes64 = "bytes64" // of 64 (prefixed)
)

// Froms returns the starting points.
func Froms() []string { return []string{Digest, Bytes8, Bytes16, Bytes64} }

// The figures and the states of the caches.
const (
	Throughput = "throughput"
	Latency    = "latency"
	Warm       = "warm"
	Cold       = "cold"
)

// Suite says what is timed. The first value of From, Figures, Caches and
// Goroutines is the base: it is crossed with all Hits, and each other value is
// timed with everything else at the base.
type Suite struct {
	Contestants []Contestant // the first is the control: each of its rows is there twice
	N           []uint64
	Ops         []string
	From        []string // of Contains and ContainsBatch
	BuildFrom   []string // of Build, Add, AddBatch, Remove
	Hits        []int    // percent, 0, 50 or 100
	Figures     []string
	Caches      []string
	Goroutines  []int
	Rounds      int
	FillRounds  int           // how many of the rounds, the first, time what needs a filter of its own for n keys; 0: all
	BenchTime   time.Duration // wanted length of a sample
	FixedOps    uint64        // instead: exactly so many operations a sample, at most so many cold ones
	LeastOps    uint64        // of a sample of warm questions, however long they take: so many touch enough of a large filter to be warm
	Pool        uint64        // keys asked for, a power of two >= 256; 0: by the size of the filters
	Absent      uint64        // absent keys behind the false-positive rate; at least those of the pool
	Seed        uint64

	cpus   []int // those of the process; asked for before a thread is pinned
	shapes map[shapeKey]variants.Shape
}

// shapeKey is a contestant, by its number, at n keys.
type shapeKey struct {
	contestant int
	n          uint64
}

// shape is what contestant i takes at n keys. It is worked out once: a size for a rate
// may be a long search.
func (s *Suite) shape(i int, n uint64) (variants.Shape, error) {
	if shape, ok := s.shapes[shapeKey{i, n}]; ok {
		return shape, nil
	}
	c := &s.Contestants[i]
	shape, err := c.Variant.Shape(c.config(n, 0), n)
	if err != nil {
		return shape, err
	}
	if s.shapes == nil {
		s.shapes = map[shapeKey]variants.Shape{}
	}
	s.shapes[shapeKey{i, n}] = shape
	return shape, nil
}

// processors returns how many goroutines can work at once.
func (s *Suite) processors() int {
	if n := len(s.processorList()); n > 0 {
		return min(n, runtime.GOMAXPROCS(0))
	}
	return runtime.GOMAXPROCS(0)
}

// processorList returns the processors that the process may run on, nil where the
// system does not tell. Once a thread is pinned it could only tell its own.
func (s *Suite) processorList() []int {
	if s.cpus == nil {
		s.cpus = allowed()
	}
	return s.cpus
}

// roundsOf is how many rounds time an operation.
func (s *Suite) roundsOf(op string) int {
	if s.FillRounds > 0 && fills(op) {
		return min(s.FillRounds, s.Rounds)
	}
	return s.Rounds
}

// MaxRounds bounds the rounds of one run.
const MaxRounds = 10_000

// Validate refuses what cannot be timed. Names of operations and the like have
// been looked up by who made the suite; what is wrong here is a programming error
// except for the sizes.
func (s *Suite) Validate() error {
	switch {
	case len(s.Contestants) == 0:
		return errors.New("no variant to time")
	case len(s.N) == 0 || slices.Min(s.N) == 0:
		return errors.New("n: want at least one number of keys, each at least 1")
	case len(s.Ops) == 0 || len(s.From) == 0 || len(s.BuildFrom) == 0 || len(s.Hits) == 0 || len(s.Figures) == 0 || len(s.Caches) == 0 || len(s.Goroutines) == 0:
		return errors.New("an empty list of operations, starting points, hits, figures, caches or goroutines")
	case s.Rounds < 1 || s.Rounds > MaxRounds:
		return fmt.Errorf("rounds %d: want 1 to %d", s.Rounds, MaxRounds)
	case s.BenchTime <= 0 && s.FixedOps == 0:
		return errors.New("benchtime: want a time above 0 or a number of operations")
	case s.Pool != 0 && (s.Pool < hashes.BatchMax || s.Pool&(s.Pool-1) != 0 || s.Pool > maxPool):
		return fmt.Errorf("pool %d: want a power of two from %d to %d", s.Pool, hashes.BatchMax, maxPool)
	}
	seen := map[string]bool{}
	for i := range s.Contestants {
		for _, n := range s.N {
			if _, err := s.shape(i, n); err != nil {
				return err
			}
		}
		name := s.Contestants[i].name()
		if seen[name] {
			return fmt.Errorf("%s given twice", name)
		}
		seen[name] = true
	}
	return nil
}

// config is what the variant is asked for at n keys.
func (c *Contestant) config(n, seed uint64) variants.Config {
	config := c.Config
	config.Capacity, config.Seed = n, seed
	return config
}

// resolved is the configuration of contestant i at n keys with the size and the
// parameters that came out of it, where they alone give the same shape: making a
// filter over and over shall not include the search for its size.
func (s *Suite) resolved(i int, n, seed uint64) variants.Config {
	c := &s.Contestants[i]
	config := c.config(n, seed)
	want, err := s.shape(i, n)
	if err != nil {
		return config
	}
	plain := config
	plain.Bits, plain.BitsPerKey, plain.FPR, plain.K, plain.Params = want.Bits, 0, 0, want.K, want.Params
	if got, err := c.Variant.Shape(plain, n); err == nil && reflect.DeepEqual(got, want) {
		return plain
	}
	return config
}

// name is the part of a row's name that says who is timed.
func (c *Contestant) name() string {
	name := part("variant", c.Variant.Name) + "/" + part("scheme", c.Config.Scheme.Name())
	for _, w := range c.Words {
		name += "/" + record.BenchWord(w)
	}
	return name
}

// part is one key=value part of a name.
func part(key, value string) string { return key + "=" + record.BenchWord(value) }

// Count writes a number of keys: 1e6, 3e5, and in full where that is no shorter.
func Count(n uint64) string {
	zeros, head := 0, n
	for head >= 10 && head%10 == 0 {
		head, zeros = head/10, zeros+1
	}
	if zeros < 3 || head >= 10 {
		return strconv.FormatUint(n, 10)
	}
	return fmt.Sprintf("%de%d", head, zeros)
}
