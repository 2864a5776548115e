package rocksdb

import (
	"bytes"
	"encoding/binary"
	"sync"
	"sync/atomic"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/hashes/raw"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/system"
	"github.com/filterlab/filterlab/variants/theory"
)

const ribbon = "rocksdb-ribbon"

// StandardRibbon is the filter of RocksDB's ribbon policy.
var StandardRibbon = system.OfOne(&variants.Variant{
	Name: ribbon, Doc: "RocksDB's Standard128 ribbon filter: one equation a key over 128 slots; a Bloom filter where that is smaller",
	Paper:  "RocksDB 7.8.3, util/ribbon_impl.h; Dillinger, Walzer: Ribbon filter: practically smaller than Bloom and Xor, 2021",
	Can:    []variants.Ability{variants.CanAdd},
	Scheme: ribbonScheme(), OrderFree: true,
	Version: release, Promise: sameRate,
	Shape: func(c variants.Config, n uint64) (variants.Shape, error) {
		p, err := planned(c)
		return p.holding(n), err
	},
	New:    newRibbon,
	NoBits: noBits(ribbon),
	Predict: func(c variants.Config, _ variants.Shape, n uint64) theory.Rate {
		p, err := planned(c)
		if err != nil {
			return theory.Rate{ModelError: 1, Reason: err.Error()}
		}
		return p.rate(n)
	},
})

// keyFunction is one value, so that schemes are equal.
var keyFunction = &hashes.Function{
	Name: "rocksdb_xxph3_64_of_key", Doc: "the key itself: the ribbon filter hashes it by RocksDB's XXPH3, and needs to know which key is the smallest",
	Paper: "RocksDB 7.8.3, util/xxph3.h", Raw: true,
}

func ribbonScheme() *hashes.Scheme { return &hashes.Scheme{Function: keyFunction, Probing: hashes.Own} }

// ribbonFilter holds hashes until it is asked: the first question after an addition
// solves for all of them, which is what RocksDB's builder does at the end of a file.
// Additions and questions may not run at once; questions may.
type ribbonFilter struct {
	plan    plan
	words   []uint64 // of the table, made with the filter
	hashes  []uint64
	least   []byte // the smallest key
	first   uint64 // its hash
	solving sync.Mutex
	done    atomic.Pointer[answerer]
}

// answerer is a finished filter; both nil: it contains nothing.
type answerer struct {
	bloom  *filter
	ribbon *solved
}

func newRibbon(c variants.Config) (variants.Filter, error) {
	p, err := planned(c)
	if err != nil {
		return nil, err
	}
	f := &ribbonFilter{plan: p}
	if !p.bloom {
		f.words = hugepage.Words(2 * p.ribbon.segments)
	}
	return f, nil
}

// Shape returns what the filter is and costs: with keys in it, what they made.
func (f *ribbonFilter) Shape() variants.Shape {
	s := sizing.Copy(f.plan.shape)
	switch a := f.finished(); {
	case a.ribbon != nil:
		s.Bits = 64 * uint64(len(a.ribbon.words))
	case a.bloom != nil:
		s.Bits, s.K = a.bloom.Bits.Len(), a.bloom.K()
		s.Blocks, s.BlockBits = s.Bits/line, line
	}
	s.Allocated = s.Bits
	return s
}

// Add takes the key of d. It never fails.
func (f *ribbonFilter) Add(d hashes.Digest) error {
	key := d.Key()
	h := raw.XXPH3(key)
	if len(f.hashes) == 0 || bytes.Compare(key, f.least) < 0 {
		f.least, f.first = append(f.least[:0], key...), h
	}
	f.hashes = append(f.hashes, h)
	f.done.Store(nil)
	return nil
}

// Contains reports whether the key of d may have been added.
func (f *ribbonFilter) Contains(d hashes.Digest) bool {
	return f.finished().contains(raw.XXPH3(d.Key()))
}

func (a *answerer) contains(hash uint64) bool {
	switch {
	case a.ribbon != nil:
		return a.ribbon.contains(hash)
	case a.bloom != nil:
		return a.bloom.Contains(hashes.Digest{A: hash})
	}
	return false
}

// Finish solves for all keys added so far, as RocksDB's builder does at its end.
func (f *ribbonFilter) Finish() { f.finished() }

// finished returns the filter of all keys added so far.
func (f *ribbonFilter) finished() *answerer {
	if a := f.done.Load(); a != nil {
		return a
	}
	f.solving.Lock()
	defer f.solving.Unlock()
	if a := f.done.Load(); a != nil {
		return a
	}
	a := f.solve()
	f.done.Store(a)
	return a
}

func (f *ribbonFilter) solve() *answerer {
	n, perKey := f.plan.shape.Capacity, f.plan.perKey
	if len(f.hashes) == 0 {
		return &answerer{}
	}
	if r, ok := RibbonSize(n, perKey, uint32(f.first>>32)); ok {
		b := make(band, r.blocks*block)
		if seed, ok := b.solve(f.hashes, byte(f.first), r.starts()); ok {
			words := f.words
			if uint64(len(words)) != 2*r.segments {
				words = hugepage.Words(2 * r.segments)
			}
			b.back(r, words)
			return &answerer{ribbon: newSolved(r, seed, words)}
		}
	}
	m, k := Size(n, Millibits(perKey))
	bloom := &filter{system.NewBody(variants.Shape{Bits: uint64(m), K: k})}
	for _, h := range f.hashes {
		bloom.Add(hashes.Digest{A: h})
	}
	return &answerer{bloom: bloom}
}

// NativeBytes is the contents of a filter block.
func (f *ribbonFilter) NativeBytes() ([]byte, error) {
	switch a := f.finished(); {
	case a.ribbon != nil:
		return a.ribbon.bytes(), nil
	case a.bloom != nil:
		return a.bloom.NativeBytes()
	}
	return nil, nil
}

// ReadNative reads the contents of a filter block: of a ribbon filter or of the Bloom
// filter that the policy writes instead. No bytes at all are the filter of no keys, which
// contains nothing: RocksDB's builder writes it so, and its reader reads it so.
func (f *ribbonFilter) ReadNative(data []byte) error {
	a, err := readRibbon(data)
	if err != nil {
		return err
	}
	f.words, f.hashes, f.least, f.first = nil, nil, nil, 0
	f.done.Store(a)
	return nil
}

func readRibbon(data []byte) (*answerer, error) {
	bad := func(format string, args ...any) (*answerer, error) {
		return nil, system.Foreign(ribbon, format, args...)
	}
	size := len(data) - tail
	switch {
	case len(data) == 0:
		return &answerer{}, nil
	case size < 0:
		return bad("%d bytes: want none, or at least 5", len(data))
	case data[size] == 0xff:
		bloom := &filter{}
		if err := bloom.ReadNative(data); err != nil {
			return bad("a Bloom filter: %v", err)
		}
		return &answerer{bloom: bloom}, nil
	case data[size] != 0xfe:
		return bad("it ends in %x: want fe and a seed and blocks, or ff 00 k 00 00", data[size:])
	}
	r := Ribbon{uint64(data[size+2]) | uint64(data[size+3])<<8 | uint64(data[size+4])<<16, uint64(size) / 16}
	if r.blocks < 2 || size%16 != 0 || r.segments < 1 || r.segments > mostColumns*r.blocks {
		return bad("%d bytes for %d blocks of 128 slots: want 16 bytes for each of 1 to 32 columns of a block, and 2 blocks or more", size, r.blocks)
	}
	words := hugepage.Words(2 * r.segments)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return &answerer{ribbon: newSolved(r, data[size+1], words)}, nil
}
