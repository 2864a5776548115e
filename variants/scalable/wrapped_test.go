package scalable_test

import (
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/scalable"
)

// eager is a filter around a classic one that says yes to every key with an even
// first word.
type eager struct{ *classic.Filter }

func (e eager) Contains(d hashes.Digest) bool { return d.A%2 == 0 || e.Filter.Contains(d) }

func (e eager) ContainsBatch(b *hashes.Batch, hits *variants.Hits) (count int) {
	*hits = variants.Hits{}
	for i := range b.A {
		if e.Contains(b.At(i)) {
			hits[i/64] |= 1 << (i % 64)
			count++
		}
	}
	return count
}

// TestAroundATable: a stage that wraps a classic filter is asked itself, not the table
// within that plain classic stages are asked by.
func TestAroundATable(t *testing.T) {
	v := *classic.Variant
	v.New = func(c variants.Config) (variants.Filter, error) {
		f, err := classic.New(c)
		if err != nil {
			return nil, err
		}
		return eager{f.(*classic.Filter)}, nil
	}
	f, err := scalable.Over(&v).New(variants.Config{
		Capacity: 100, FPR: 0.01, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double},
	})
	if err != nil {
		t.Fatal(err)
	}
	b := &hashes.Batch{A: []uint64{2, 3, 4, 5}, B: []uint64{9, 9, 9, 9}}
	var hits variants.Hits
	if count := f.(variants.BatchContainer).ContainsBatch(b, &hits); count != 2 || hits[0] != 0b0101 {
		t.Errorf("a batch: %d hits %b, want the two even ones", count, hits[0])
	}
	if !f.Contains(b.At(0)) || f.Contains(b.At(1)) {
		t.Error("one key: the wrapper is not asked")
	}
}
