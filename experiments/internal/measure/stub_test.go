package measure

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"
	"testing"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// number is a hash function that hashes nothing: the first word of a sequential
// key is its index, so members are 0 to n-1 and absent keys 2^63 + j, and a stub
// filter can tell exactly which key it is asked for.
var number = &hashes.Function{
	Name: "number", Doc: "the key itself", Paper: "none", Width: 64,
	Sum64: func(key []byte, _ uint64) uint64 { return binary.LittleEndian.Uint64(key) },
	Sum128: func(key []byte, _ uint64) (a, b uint64) {
		a = binary.LittleEndian.Uint64(key)
		return a, a
	},
}

const absentFrom = 1 << 63

// stub is a filter made of functions of the key's number; each nil one is the
// honest answer of an exact set that refuses nothing.
type stub struct {
	rules *rules
	log   []int64 // what happened to keys: number+1 added, -(number+1) removed
}

type rules struct {
	refuse   func(i uint64) bool  // Add answers ErrFull
	lose     func(i uint64) bool  // a member is said not to be in
	find     func(j uint64) bool  // absent key j is said to be in
	deny     func(i uint64) bool  // Remove answers false
	made     func(f *stub)        // a filter was made
	asked    func(f *stub, n int) // it was asked for n keys
	setBits  uint64
	shape    variants.Shape
	addError error
}

func (f *stub) Contains(d hashes.Digest) bool {
	if f.rules.asked != nil {
		f.rules.asked(f, 1)
	}
	return f.answer(d.A)
}

func (f *stub) answer(i uint64) bool {
	r := f.rules
	if i >= absentFrom {
		return r.find != nil && r.find(i-absentFrom)
	}
	return !(r.refuse != nil && r.refuse(i)) && !(r.lose != nil && r.lose(i))
}

func (f *stub) Shape() variants.Shape { return f.rules.shape }
func (f *stub) SetBits() uint64       { return f.rules.setBits }

func (f *stub) Add(d hashes.Digest) error {
	if f.rules.addError != nil {
		return f.rules.addError
	}
	if f.rules.refuse != nil && f.rules.refuse(d.A) {
		return variants.ErrFull
	}
	f.log = append(f.log, int64(d.A)+1)
	return nil
}

func (f *stub) Remove(d hashes.Digest) bool {
	f.log = append(f.log, -int64(d.A)-1)
	return f.rules.deny == nil || !f.rules.deny(d.A)
}

// batchStub is a stub with the batch abilities.
type batchStub struct{ *stub }

func (f batchStub) AddBatch(b *hashes.Batch) (int, error) {
	for i := range b.Len() {
		if err := f.Add(b.At(i)); err != nil {
			return i, err
		}
	}
	return b.Len(), nil
}

func (f batchStub) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	if f.rules.asked != nil {
		f.rules.asked(f.stub, b.Len())
	}
	*hits = variants.Hits{}
	n := 0
	for i, a := range b.A {
		if f.answer(a) {
			hits[i/64] |= 1 << (i % 64)
			n++
		}
	}
	return n
}

// stubTask measures stubs that follow r.
func stubTask(r *rules, batch bool, n, trials, perTrial uint64) Task {
	source, err := keys.Parse("sequential", nil)
	if err != nil {
		panic(err)
	}
	v := &variants.Variant{
		Name: "stub", Doc: "stub", Paper: "none",
		Can:   []variants.Ability{variants.CanAdd, variants.CanRemove},
		Shape: func(variants.Config, uint64) (variants.Shape, error) { return r.shape, nil },
		New: func(variants.Config) (variants.Filter, error) {
			f := &stub{rules: r}
			if r.made != nil {
				r.made(f)
			}
			if batch {
				return batchStub{f}, nil
			}
			return f, nil
		},
	}
	return Task{
		Cell:      record.Cell{ID: "0123456789", N: n, Trials: trials, Queries: trials * perTrial},
		Canonical: "stub", Seed: 1, Variant: v, Keys: source,
		Config: variants.Config{Capacity: n, Bits: 1, Scheme: hashes.Scheme{Function: number, Probing: hashes.Double}},
	}
}

// measured runs tasks to the end and returns the pieces in order.
func measured(t *testing.T, tasks []Task, o Options) []record.Piece {
	t.Helper()
	var pieces []record.Piece
	o.Append = func(p record.Piece) error {
		pieces = append(pieces, p)
		return nil
	}
	o.Jobs = max(1, o.Jobs)
	if err := Run(context.Background(), tasks, o); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(pieces, func(a, b record.Piece) int {
		return cmp.Or(cmp.Compare(a.CellID, b.CellID), cmp.Compare(a.FirstTrial, b.FirstTrial), cmp.Compare(a.FirstQuery, b.FirstQuery))
	})
	return pieces
}

// both calls f for filters with and without batch abilities.
func both(t *testing.T, f func(t *testing.T, batch bool)) {
	t.Run("batch=no", func(t *testing.T) { f(t, false) })
	t.Run("batch=yes", func(t *testing.T) { f(t, true) })
}
