package timing

import (
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// bench makes a row ready, its counted facts included.
func (st *stage) bench(r Row) (*bench, error) {
	b := &bench{row: r, facts: st.facts(r)}
	var err error
	switch r.Op {
	case Limit:
		b.work = st.limit(r)
		return b, nil
	case Empty:
		b.work, err = st.empty(r)
		return b, err
	case Hash, HashBatch:
		b.work, err = st.hash(r)
		return b, err
	}
	x, err := st.instance(r)
	if err != nil {
		return nil, err
	}
	b.of(x)
	switch {
	case asks(r.Op):
		b.work, err = st.asking(r, x)
	case fills(r.Op):
		b.work, err = st.fill(r)
	default:
		b.work, err = newSaving(r.Op, &st.suite.Contestants[r.Contestant], x.filter, st.n)
	}
	if err != nil {
		return nil, err
	}
	b.facts.BytesPerOp = allocated(b.work)
	return b, b.broken()
}

// of copies what was counted of the filter.
func (b *bench) of(x *instance) {
	t := &b.facts
	t.Params, t.K, t.BitsPerKey, t.AllocatedBits, t.HugeBytes = x.shape.Params.String(), x.shape.K, x.shape.BitsPerKey(t.N), x.shape.Allocated, x.huge
	t.FalsePositives, t.Queries, t.FalseNegatives = x.falsePositives, x.queries, x.falseNegatives
	if len(x.refused) > 0 {
		t.Warnings = addWarning(t.Warnings, "refused", float64(len(x.refused))/float64(t.N))
	}
}

// broken is the error that the work met, if any.
func (b *bench) broken() error {
	switch w := b.work.(type) {
	case *filling:
		return w.failed
	case *saving:
		return w.failed
	}
	return nil
}

// scheme is that of a row's contestant; references name theirs.
func (st *stage) scheme(r Row) hashes.Scheme {
	if r.Contestant >= 0 {
		return st.suite.Contestants[r.Contestant].Config.Scheme
	}
	for i := range st.suite.Contestants {
		if s := st.suite.Contestants[i].Config.Scheme; s.Name() == r.Scheme || r.Scheme == "" && !s.Lazy() {
			return s
		}
	}
	return st.suite.Contestants[0].Config.Scheme
}

// asking makes a row ready that asks x.
func (st *stage) asking(r Row, x *instance) (work, error) {
	l, err := st.ask(r.From, r.Hits, st.scheme(r))
	if err != nil {
		return nil, err
	}
	op, hasher := r.Op, st.scheme(r).NewHasher(st.hashSeed())
	if r.Figure == Latency {
		return chasing(r.From, x.filter, hasher, l), nil
	}
	if r.Goroutines > 1 {
		return newParallel(r.Goroutines, st.suite.processorList(), func() (*walk, error) {
			return walking(op, r.From, x.filter, st.scheme(r).NewHasher(st.hashSeed()), l)
		})
	}
	w, err := walking(op, r.From, x.filter, hasher, l)
	if err != nil || r.Cache != Cold {
		return w, err
	}
	lines := x.shape.Allocated / 8 / lineBytes
	return newCold(w, l, lines, leastLines(x.shape, 100), &st.flusher), nil
}

// walking makes independent questions.
func walking(op, from string, f variants.Filter, h *hashes.Hasher, l *list) (*walk, error) {
	w := &walk{length: l.keys}
	if op == Contains {
		w.loop = askDigests(f, l)
		if from != Digest {
			w.loop = askKeys(f, h, l)
		}
		return w, nil
	}
	b, err := batchContainer(f)
	if err != nil {
		return nil, err
	}
	w.loop = askBatches(b, l)
	if from != Digest {
		w.loop = askKeyBatches(b, h, l)
	}
	return w, nil
}

// chasing makes questions that depend on each other.
func chasing(from string, f variants.Filter, h *hashes.Hasher, l *list) *chase {
	if from == Digest {
		return &chase{next: chaseDigests(f, l)}
	}
	return &chase{next: chaseKeys(f, h, l)}
}

// empty makes the loop around nothing.
func (st *stage) empty(r Row) (work, error) {
	l, err := st.ask(r.From, r.Hits, st.scheme(r))
	if err != nil {
		return nil, err
	}
	h := st.scheme(r).NewHasher(st.hashSeed())
	if r.Figure == Latency {
		return chasing(r.From, nothing{}, h, l), nil
	}
	return walking(r.Of, r.From, nothing{}, h, l)
}

// hash makes digests alone.
func (st *stage) hash(r Row) (work, error) {
	l, err := st.ask(r.From, 0, st.scheme(r))
	if err != nil {
		return nil, err
	}
	h := st.scheme(r).NewHasher(st.hashSeed())
	if r.Op == Hash {
		return &walk{length: l.keys, loop: hashKeys(h, l)}, nil
	}
	return &walk{length: l.keys, loop: hashBatches(h, l)}, nil
}

// fill makes a row ready that needs a new filter for every n keys.
func (st *stage) fill(r Row) (work, error) {
	c := &st.suite.Contestants[r.Contestant]
	l, err := st.all(r.From, c.Config.Scheme)
	if err != nil {
		return nil, err
	}
	f := &filling{op: r.Op, n: st.n, feed: newFeed(l, c.Config.Scheme.NewHasher(st.hashSeed()))}
	config := st.suite.resolved(r.Contestant, st.n, keys.Derive(st.seed, keys.LabelFilter))
	f.make = func() (variants.Filter, error) { return c.Variant.New(config) }
	if !c.Variant.Has(variants.CanBuild) {
		return f, nil
	}
	if l.a != nil {
		f.digest = f.feed.digests(int(st.n))
		return f, nil
	}
	seed := st.hashSeed()
	f.rehash = func() *hashes.Hasher {
		seed++
		return c.Config.Scheme.NewHasher(seed)
	}
	return f, nil
}

// limit makes a reading of random lines.
func (st *stage) limit(r Row) work {
	lines, words, k := r.Bytes/lineBytes, st.limitWords, r.Lines
	table := st.table[:lines*8]
	if r.Figure == Latency {
		return &chase{next: func(at, count uint64) uint64 { return chaseLines(table, lines, words.a, words.b, k, at, count) }}
	}
	one := func() (*walk, error) {
		return &walk{length: words.keys, loop: func(at, count int) uint64 {
			a, b := words.a[at:at+count], words.b[at:at+count]
			switch {
			case r.Kernel == loads:
				return readLines(table, lines, a, b, k)
			case k == 1:
				return prefetchLine(&table[0], lines, &a[0], uint64(count))
			}
			return prefetchLines(&table[0], lines, &a[0], &b[0], uint64(count), uint64(k))
		}}, nil
	}
	if r.Goroutines > 1 {
		p, _ := newParallel(r.Goroutines, st.suite.processorList(), one) // one never fails
		return p
	}
	w, _ := one()
	if r.Cache == Cold {
		return newCold(w, words, lines, k, &st.flusher)
	}
	return w
}

// addWarning appends name=value to warnings.
func addWarning(warnings, name string, value float64) string {
	return strings.TrimSpace(warnings + " " + name + "=" + short(value))
}
