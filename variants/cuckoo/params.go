package cuckoo

import (
	"fmt"
	"math/bits"
	"strconv"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// The fingerprint bits allowed. Below 4 the 2b slots of a pair would hold most
// of the values at once; above 32 a slot and its shift would not fit one load.
const (
	minF = 4
	maxF = 32
)

// maxKicks bounds the memory of the walk that an Add may have to undo (8 MB).
const maxKicks = 1_000_000

func params() []variants.Param {
	return []variants.Param{
		{Name: "f", Default: "auto", Doc: "fingerprint bits, 4 to 32; auto: as sizing asks (bits without capacity to fit: the largest that fits at the safe load)"},
		{Name: "b", Default: "4", Doc: "slots a bucket: 1, 2, 4 or 8"},
		{Name: "kicks", Default: "500", Doc: "evictions tried before an add is refused, 0 to 1000000"},
		{Name: "buckets", Default: "auto", Doc: "number of buckets, any from 1; auto: as sizing asks"},
		variants.ReduceParam,
	}
}

// layout is a table's shape: f and buckets are 0 as long as they are to be chosen.
type layout struct {
	buckets  uint64
	slots, f int
	kicks    int
	reduce   hashes.Reduction
	params   variants.Params
}

// parse reads the parameters of c.
func parse(c variants.Config) (l layout, err error) {
	if err = variants.CheckConfig(name, c); err != nil {
		return l, err
	}
	if c.K != 0 {
		return l, fmt.Errorf("%s: k %d: want none: a key has two buckets and a fingerprint, no probes; k is for classic, partitioned, blocked and counting", name, c.K)
	}
	if l.params, err = variants.FillParams(name, c.Params, params()); err != nil {
		return l, err
	}
	if l.slots, err = l.params.Int(name, "b", 1, 8); err != nil || bits.OnesCount(uint(l.slots)) != 1 {
		return l, fmt.Errorf("%s: parameter b=%s: want 1, 2, 4 or 8 slots", name, l.params["b"])
	}
	if l.params["f"] != "auto" {
		if l.f, err = l.params.Int(name, "f", minF, maxF); err != nil {
			return l, fmt.Errorf("%w, or auto", err)
		}
	}
	if l.kicks, err = l.params.Int(name, "kicks", 0, maxKicks); err != nil {
		return l, err
	}
	if word := l.params["buckets"]; word != "auto" {
		l.buckets, err = strconv.ParseUint(word, 10, 64)
		if err != nil || l.buckets == 0 || l.buckets > hashes.MaxBits/minF {
			return l, fmt.Errorf("%s: parameter buckets=%s: want a whole number from 1 to 2^38, or auto", name, word)
		}
	}
	l.reduce, err = l.params.Reduction(name)
	return l, err
}

// bits returns the bits of all slots.
func (l *layout) bits() uint64 { return l.buckets * uint64(l.slots*l.f) }

// check refuses tables that cannot be made.
func (l *layout) check() error {
	if l.bits() > hashes.MaxBits {
		return fmt.Errorf("%s: %d buckets of %d slots of %d bits: want at most 2^40 bits in all", name, l.buckets, l.slots, l.f)
	}
	if err := l.reduce.Check(l.buckets); err != nil {
		return fmt.Errorf("%s: buckets: %w", name, err)
	}
	return nil
}

// shape is the Shape of a chosen layout.
func (l *layout) shape(capacity uint64) variants.Shape {
	l.params["f"] = strconv.Itoa(l.f)
	return variants.Shape{
		Bits:      l.bits(),
		Allocated: 8 * dataBytes(l.buckets, l.slots, l.f),
		Capacity:  capacity,
		Params:    l.params,
		Buckets:   l.buckets,
		Slots:     l.slots,
		Remainder: l.f,
	}
}
