package timing

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// stage is all that is timed at one n, in memory.
type stage struct {
	suite *Suite
	n     uint64
	pool  uint64
	seed  uint64 // as of a trial: everything random derives from it

	streams   map[string]keys.Stream // by kind
	instances map[instanceKey]*instance
	members   map[listKey]*list
	questions map[listKey]*list
	flusher   flusher

	table      []uint64
	tableHuge  uint64
	release    func()
	limitWords *list

	benches []*bench
	absent  []record.Timing // rows that cannot be timed
}

type instanceKey struct {
	contestant int
	kind, aa   string
}

type listKey struct {
	from   string
	hits   int
	scheme string // "" for keys
}

// bench is a row made ready.
type bench struct {
	row     Row
	work    work
	ops     uint64 // of a sample; 0 until calibrated
	facts   record.Timing
	samples []record.Timing
}

// newStage makes everything ready that is timed at n.
func (s *Suite) newStage(n uint64) (*stage, error) {
	st := s.bareStage(n)
	rows, err := s.Rows(n)
	if err != nil {
		return nil, err
	}
	if st.pool, err = s.poolAt(n); err != nil {
		return nil, err
	}
	st.makeTable(rows)
	for _, r := range rows {
		if r.Missing != "" {
			st.absent = append(st.absent, st.without(r))
			continue
		}
		b, err := st.bench(r)
		if err != nil {
			st.close()
			return nil, fmt.Errorf("%s: %w", s.Name(&r), err)
		}
		st.benches = append(st.benches, b)
	}
	return st, nil
}

// bareStage has the seed and nothing ready yet.
func (s *Suite) bareStage(n uint64) *stage {
	return &stage{suite: s, n: n, seed: keys.TrialSeed(s.Seed, "bench/n="+strconv.FormatUint(n, 10), 0), release: func() {},
		streams: map[string]keys.Stream{}, instances: map[instanceKey]*instance{}, members: map[listKey]*list{}, questions: map[listKey]*list{}}
}

// close gives back what the garbage collector does not know of.
func (st *stage) close() { st.release() }

// poolAt is how many keys are asked for at n.
func (s *Suite) poolAt(n uint64) (uint64, error) {
	if s.Pool > 0 {
		return s.Pool, nil
	}
	largest := uint64(0)
	for i := range s.Contestants {
		shape, err := s.shape(i, n)
		if err != nil {
			return 0, err
		}
		largest = max(largest, shape.Allocated/8)
	}
	return poolKeys(largest), nil
}

// makeTable allocates the table of the limit, large enough for all rows.
func (st *stage) makeTable(rows []Row) {
	bytes := uint64(0)
	for _, r := range rows {
		bytes = max(bytes, r.Bytes)
	}
	if bytes == 0 {
		return
	}
	before := hugeBytes()
	st.table, st.release = newTable(bytes / 8)
	if after := hugeBytes(); after > before {
		st.tableHuge = after - before
	}
	r := st.rand("limit")
	st.limitWords = &list{keys: int(st.pool), a: make([]uint64, st.pool), b: make([]uint64, st.pool)}
	for i := range st.limitWords.a {
		st.limitWords.a[i], st.limitWords.b[i] = r.Uint64(), r.Uint64()
	}
}

// rand is the randomness of a purpose.
func (st *stage) rand(label string) *rand.Rand {
	return rand.New(rand.NewPCG(keys.Derive(st.seed, label), st.n))
}

// facts are the columns of a row that are not of a sample.
func (st *stage) facts(r Row) record.Timing {
	t := record.Timing{Name: st.suite.Name(&r), Op: r.Op, Scheme: r.Scheme, N: r.N, From: r.From, Figure: r.Figure, Cache: r.Cache,
		Goroutines: r.Goroutines, AA: r.AA, NSPerOp: math.NaN(), Lines: math.NaN(), LimitRatio: math.NaN(), LineNS: math.NaN(), LimitNS: math.NaN(), BitsPerKey: math.NaN(), Status: record.StatusOK}
	if r.Hits >= 0 {
		t.Hits = strconv.Itoa(r.Hits)
	}
	if asks(r.Op) || r.Op == Empty || r.Op == Hash || r.Op == HashBatch || r.Op == Limit {
		t.PoolKeys = st.pool
	}
	if r.Op == Limit {
		t.K, t.AllocatedBits, t.HugeBytes = r.Lines, r.Bytes*8, min(st.tableHuge, r.Bytes)
	}
	if r.Contestant >= 0 {
		c := &st.suite.Contestants[r.Contestant]
		t.Variant, t.Scheme = c.Variant.Name, c.Config.Scheme.Name()
	}
	return t
}

// without is the row of what cannot be timed.
func (st *stage) without(r Row) record.Timing {
	t := st.facts(r)
	t.Status = r.Missing
	return t
}

// hashSeed is the seed of every hasher at this n.
func (st *stage) hashSeed() uint64 { return keys.Derive(st.seed, keys.LabelScheme) }

// stream returns the keys of a starting point.
func (st *stage) stream(from string) (keys.Stream, error) {
	k := kind(from)
	if s := st.streams[k]; s != nil {
		return s, nil
	}
	source, err := keys.Parse(k, nil)
	if err != nil {
		return nil, err
	}
	st.streams[k] = source.Stream(st.seed, st.n)
	return st.streams[k], nil
}

// instance returns the filter of a row that asks or saves.
func (st *stage) instance(r Row) (*instance, error) {
	key := instanceKey{r.Contestant, kind(r.From), r.AA}
	if x := st.instances[key]; x != nil {
		return x, nil
	}
	stream, err := st.stream(r.From)
	if err != nil {
		return nil, err
	}
	c := &st.suite.Contestants[r.Contestant]
	x, err := newInstance(c, st.n, stream, st.hashSeed(), keys.Derive(st.seed, keys.LabelFilter))
	if err != nil {
		return nil, err
	}
	x.askAbsent(c.Config.Scheme.NewHasher(st.hashSeed()), stream, max(st.suite.Absent, st.pool))
	st.instances[key] = x
	return x, nil
}

// ask returns the list of keys to ask for, as digests of scheme or as keys.
func (st *stage) ask(from string, hits int, scheme hashes.Scheme) (*list, error) {
	key := listKey{from: from, hits: hits}
	if from == Digest {
		key.scheme = scheme.Name()
	}
	if l := st.questions[key]; l != nil {
		return l, nil
	}
	var l *list
	if from == Digest {
		raw, err := st.ask(Bytes8, hits, scheme)
		if err != nil {
			return nil, err
		}
		l = raw.digests(scheme.NewHasher(st.hashSeed()))
	} else {
		stream, err := st.stream(from)
		if err != nil {
			return nil, err
		}
		l = questions(stream, st.n, st.pool, hits, int(width(from)), st.rand("questions "+strconv.Itoa(hits)))
	}
	st.questions[key] = l
	return l, nil
}

// all returns the members, as digests of scheme or as keys.
func (st *stage) all(from string, scheme hashes.Scheme) (*list, error) {
	key := listKey{from: from}
	if from == Digest {
		key.scheme = scheme.Name()
	}
	if l := st.members[key]; l != nil {
		return l, nil
	}
	stream, err := st.stream(from)
	if err != nil {
		return nil, err
	}
	l := members(stream, st.n, int(width(from)))
	if from == Digest {
		l = l.digests(scheme.NewHasher(st.hashSeed()))
	}
	st.members[key] = l
	return l, nil
}

var errNoBatch = errors.New("the filter has no batch form though its variant lists it")

// batchContainer is f as one.
func batchContainer(f variants.Filter) (variants.BatchContainer, error) {
	if b, ok := f.(variants.BatchContainer); ok {
		return b, nil
	}
	return nil, errNoBatch
}
