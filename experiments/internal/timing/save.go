package timing

import (
	"encoding"
	"errors"

	"github.com/filterlab/filterlab/variants"
)

// errUnsaved is what a variant earns that says it can be saved and cannot.
var errUnsaved = errors.New("the filter has no MarshalBinary")

// saving times MarshalBinary, or the variant's Load of what it wrote, of the whole
// filter; n operations are one of either.
type saving struct {
	n      uint64
	each   func() error
	failed error
}

func (s *saving) granule() uint64 { return s.n }
func (s *saving) fixed() uint64   { return 0 }

func (s *saving) run(t timer, ops uint64) {
	for ; ops > 0 && s.failed == nil; ops -= min(ops, s.n) {
		t.StartTimer()
		s.failed = s.each()
		t.StopTimer()
	}
}

// newSaving makes one ready.
func newSaving(op string, c *Contestant, f variants.Filter, n uint64) (*saving, error) {
	m, ok := f.(encoding.BinaryMarshaler)
	if !ok {
		return nil, errUnsaved
	}
	if op == Save {
		return &saving{n: n, each: func() error { _, err := m.MarshalBinary(); return err }}, nil
	}
	data, err := m.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return &saving{n: n, each: func() error { _, err := c.Variant.Load(data, c.Config.Scheme); return err }}, nil
}
