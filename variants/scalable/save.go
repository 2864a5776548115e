package scalable

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/save"
)

// MarshalBinary saves the filter: package save's header, with the bits of the
// bound P and the keys held by each stage as further numbers, and as payload the
// saved stages, each after its length in 8 bytes. The Hasher's seed is not part of
// a filter.
func (f *Filter) MarshalBinary() ([]byte, error) {
	extra := []uint64{math.Float64bits(f.plan.bound)}
	var payload []byte
	for i := range f.stages {
		m, ok := f.stages[i].Filter.(encoding.BinaryMarshaler)
		if !ok {
			return nil, fmt.Errorf("%s: %s cannot be saved", name, f.plan.inner.Name)
		}
		data, err := m.MarshalBinary()
		if err != nil {
			return nil, fmt.Errorf("%s: stage %d: %w", name, i, err)
		}
		extra = append(extra, f.stages[i].held)
		payload = append(binary.LittleEndian.AppendUint64(payload, uint64(len(data))), data...)
	}
	return save.Bytes(save.Of(name, f.plan.config, f.Shape(), extra...), payload), nil
}

// load reads what MarshalBinary wrote. Stages are loaded by the inner variant,
// which guards its own sizes, and must be the ones that the plan would make.
func (f family) load(data []byte, scheme hashes.Scheme) (variants.Filter, error) {
	return save.Load(data, name, scheme, f.restore)
}

func (f family) restore(h save.Header, payload []byte, scheme hashes.Scheme) (*Filter, error) {
	if len(h.Extra) < 2 {
		return nil, fmt.Errorf("damaged: %d further numbers, want at least 2", len(h.Extra))
	}
	c := h.Config(scheme)
	c.Bits, c.FPR = 0, math.Float64frombits(h.Extra[0])
	p, err := f.plan(c)
	if err != nil {
		return nil, err
	}
	out := &Filter{plan: p}
	for i, held := range h.Extra[1:] {
		var one []byte
		if one, payload, err = cut(payload); err != nil {
			return nil, fmt.Errorf("stage %d: %w", i, err)
		}
		if err := out.restoreStage(i, one, held); err != nil {
			return nil, fmt.Errorf("stage %d: %w", i, err)
		}
	}
	if len(payload) != 0 {
		return nil, fmt.Errorf("damaged: %d bytes after the last stage", len(payload))
	}
	return out, h.Fits(out.Shape())
}

// cut takes one saved stage off the front of data.
func cut(data []byte) (one, rest []byte, err error) {
	if len(data) < 8 {
		return nil, nil, fmt.Errorf("damaged: no length in %d bytes", len(data))
	}
	n := binary.LittleEndian.Uint64(data)
	if data = data[8:]; n > uint64(len(data)) {
		return nil, nil, fmt.Errorf("damaged: %d bytes claimed, %d there", n, len(data))
	}
	return data[:n], data[n:], nil
}

func (f *Filter) restoreStage(i int, data []byte, held uint64) error {
	inner, err := f.plan.inner.Load(data, f.plan.config.Scheme)
	if err != nil {
		return err
	}
	s, err := f.plan.stage(i)
	switch {
	case err != nil:
		return err
	case !reflect.DeepEqual(inner.Shape(), s.shape):
		return fmt.Errorf("damaged: not the shape that the plan gives it")
	case held > s.capacity:
		return fmt.Errorf("damaged: %d keys in a stage for %d", held, s.capacity)
	}
	return f.append(inner, s.capacity, held)
}
