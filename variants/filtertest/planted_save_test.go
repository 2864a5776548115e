package filtertest_test

import (
	"encoding/binary"
	"errors"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/filtertest"
)

// saveFaults are wrong ways to save, load and merge (FF-44, FF-46, FF-47).
func saveFaults() []fault {
	return []fault{
		{"a load that counts words, not bits", "save", "the shape was", loading(loadWords)},
		{"a load that refuses an empty filter", "save", "0 keys: Load of what was saved", loading(loadFull)},
		{"a load that forgets the seed", "save", "saving the loaded filter gives other bytes", loading(loadUnseeded)},
		{"Merge changes before it refuses", "merge", "a refused Merge changes the filter",
			wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &meddler{f} })},
		{"Merge does not name the field", "merge", "without naming it",
			wrapped(func(_ variants.Config, f *classic.Filter) variants.Filter { return &curt{f} })},
	}
}

// loadWords gives a filter that says it has all the bits of its words.
func loadWords(data []byte, s hashes.Scheme) (variants.Filter, error) {
	f, err := classic.Variant.Load(data, s)
	if err != nil {
		return nil, err
	}
	shape := f.Shape()
	shape.Bits = shape.Allocated
	return &disguised{f.(*classic.Filter), shape}, nil
}

func loadFull(data []byte, s hashes.Scheme) (variants.Filter, error) {
	f, err := classic.Variant.Load(data, s)
	if err == nil && f.(*classic.Filter).SetBits() == 0 {
		return nil, errors.New("nothing in it")
	}
	return f, err
}

// loadUnseeded makes another filter of the same shape and merges what it can.
func loadUnseeded(data []byte, s hashes.Scheme) (variants.Filter, error) {
	f, err := classic.Variant.Load(data, s)
	if err != nil {
		return nil, err
	}
	shape := f.Shape()
	return classic.New(variants.Config{Capacity: shape.Capacity, Bits: shape.Bits, K: shape.K, Params: shape.Params, Scheme: s})
}

// TestClaimsGrow: a load that makes a table as long as it is told is found while the lies
// are small. Lies of terabytes would follow, which no machine of a reader has.
func TestClaimsGrow(t *testing.T) {
	const claimed, bearable = 52, 1 << 30 // where the saved capacity stands, 8 bytes
	var largest uint64
	believer := loading(func(data []byte, s hashes.Scheme) (variants.Filter, error) {
		if len(data) >= claimed+8 {
			claim := binary.LittleEndian.Uint64(data[claimed:])
			largest = max(largest, claim)
			sink = make([]byte, min(claim, 1<<20))
		}
		return classic.Variant.Load(data, s)
	})
	broken := filtertest.Check(believer, filtertest.Options{Only: []string{"damage"}})
	if len(broken) != 1 || !strings.Contains(broken[0].Detail, "allocates") {
		t.Errorf("want one line about memory, got %v", broken)
	}
	if largest > bearable {
		t.Errorf("a table of %d bytes was asked for, want %d at most", largest, bearable)
	}
}

// sink keeps what is made on the heap.
var sink []byte

// meddler adds a key of its own when it refuses to merge.
type meddler struct{ *classic.Filter }

func (m *meddler) Merge(other variants.Filter) error {
	if o, ok := other.(*meddler); ok {
		other = o.Filter
	}
	err := m.Filter.Merge(other)
	if err != nil {
		return errors.Join(err, m.Add(hashes.Digest{A: 1 << 62, B: 1 << 61}))
	}
	return nil
}

// curt says no and not why.
type curt struct{ *classic.Filter }

func (c *curt) Merge(other variants.Filter) error {
	if o, ok := other.(*curt); ok && c.Filter.Merge(o.Filter) == nil {
		return nil
	}
	return errors.New("no")
}
