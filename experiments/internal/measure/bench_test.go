package measure

import (
	"context"
	"runtime"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
)

// benchTask is the figure everybody asks for first: a million keys at 10 bits.
func benchTask(queries uint64) Task {
	scheme := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	source, err := keys.Parse("uint64", nil)
	if err != nil {
		panic(err)
	}
	return Task{
		Cell:      record.Cell{ID: "bench", N: 1_000_000, Trials: 1, Queries: queries},
		Canonical: "bench", Seed: 1,
		Variant: classic.Variant,
		Config:  variants.Config{Capacity: 1_000_000, BitsPerKey: 10, Scheme: scheme},
		Keys:    source,
	}
}

// BenchmarkQuery puts the harness's loop beside what it cannot do without. All
// report ns a query on one core; run with -bench Query -cpu 1.
//
//	part=contains   ContainsBatch alone, over digests made before
//	part=bare       digests made of keys that lie ready, and ContainsBatch
//	part=loop       the harness's loop: keys, digests, ContainsBatch, counting
//	part=all        a whole Run of 2^24 queries: insertions and the check of members too
func BenchmarkQuery(b *testing.B) {
	s := &scheduler{ctx: context.Background(), options: Options{Jobs: 1}}
	sub, err := prepare(benchTask(1))
	if err != nil {
		b.Fatal(err)
	}
	w := new(worker)
	t, err := s.build(w, sub, 0)
	if err != nil {
		b.Fatal(err)
	}
	const blocks = 64
	var ready [blocks]struct {
		keys   keys.Block
		digest hashes.Batch
		hits   variants.Hits
	}
	var hashers [blocks]*hashes.Hasher // each keeps the columns of its batch
	for i := range ready {
		hashers[i] = sub.Config.Scheme.NewHasher(t.hashSeed)
		t.stream.Absent(uint64(i)*keys.BlockMax, keys.BlockMax, &ready[i].keys)
		hashers[i].DigestBatch(ready[i].keys.Data, ready[i].keys.Off, &ready[i].digest)
	}
	perQuery := func(b *testing.B, each int) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(each), "ns/query")
	}
	found := uint64(0)
	b.Run("part=contains", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			r := &ready[i%blocks]
			found += uint64(t.batchContainer.ContainsBatch(&r.digest, &r.hits))
		}
		perQuery(b, keys.BlockMax)
	})
	b.Run("part=bare", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			r := &ready[i%blocks]
			hashers[0].DigestBatch(r.keys.Data, r.keys.Off, &w.batch)
			found += uint64(t.batchContainer.ContainsBatch(&w.batch, &r.hits))
		}
		perQuery(b, keys.BlockMax)
	})
	b.Run("part=loop", func(b *testing.B) {
		for i := uint64(0); b.Loop(); i++ {
			n, err := s.count(w, t, part{0, i * partKeys, partKeys})
			if err != nil {
				b.Fatal(err)
			}
			found += n
		}
		perQuery(b, partKeys)
	})
	if found == 0 {
		b.Error("no false positive at all")
	}
	b.Run("part=all", func(b *testing.B) {
		const queries = 1 << 24
		for b.Loop() {
			o := Options{Jobs: 1, Append: func(record.Piece) error { return nil }}
			if err := Run(context.Background(), []Task{benchTask(queries)}, o); err != nil {
				b.Fatal(err)
			}
		}
		perQuery(b, queries)
	})
}

// BenchmarkProbe is the whole of `runexp probe -n 1e6 --bits-per-key 10 --queries
// 1e8` on all cores, in ns a query and core (wall time x cores / queries).
func BenchmarkProbe(b *testing.B) {
	const queries = 100_000_000
	jobs := runtime.GOMAXPROCS(0)
	for b.Loop() {
		o := Options{Jobs: jobs, Append: func(record.Piece) error { return nil }}
		if err := Run(context.Background(), []Task{benchTask(queries)}, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)*float64(jobs)/queries, "ns/query-core")
}

// BenchmarkTinyTrials is what a trial costs beside its keys: one key, 10 bits, 16
// queries.
func BenchmarkTinyTrials(b *testing.B) {
	for _, p := range []hashes.Probing{hashes.Double, hashes.Independent} {
		b.Run("probing="+p.String(), func(b *testing.B) {
			t := benchTask(0)
			t.Cell.N, t.Cell.Trials, t.Cell.Queries = 1, 10_000, 160_000
			t.Config = variants.Config{Capacity: 1, Bits: 10, K: 2, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: p}}
			for b.Loop() {
				o := Options{Jobs: 1, Append: func(record.Piece) error { return nil }}
				if err := Run(context.Background(), []Task{t}, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/10_000, "ns/trial")
		})
	}
}
