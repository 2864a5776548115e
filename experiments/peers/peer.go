package peers

import (
	"cmp"
	"fmt"
	"math"
	"runtime/debug"

	"github.com/cespare/xxhash/v2"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// Variants returns all peers, in a fixed order in a fresh slice.
func Variants() []*variants.Variant {
	return []*variants.Variant{
		bitsAndBlooms(), boomClassic(), boomCounting(), boomPartitioned(), boomDeletable(), boomScalable(), boomCuckoo(),
		seiflotfy(), xor8(), fuse8(), fuse16(), holiman(), parquet(), arrow(), pebble(), ristretto(), bbloomPeer(), badger(), goleveldb(),
	}
}

// Timed returns peers beside those that are only timed: libraries in another use
// than an audit's.
func Timed() []*variants.Variant { return []*variants.Variant{boomScalableTenth()} }

// peer is what a file of this package says of one filter of a library.
type peer struct {
	name, doc string
	module    string // path; the version is what the program was built with
	scheme    *hashes.Scheme
	can       []variants.Ability // CanAdd where left out

	size    func(a ask) variants.Shape                   // the library's own rule; Allocated 0 stands for Bits
	theory  func(s variants.Shape, n uint64) theory.Rate // ideal hashing
	promise func(a ask) variants.Promise
	make    func(a ask) filter

	direct   func(a ask, s sized) variants.Filter // instead of make: a filter with methods of its own
	compound func(a ask) theory.Rate              // instead of theory: of what a shape does not tell
}

// ask is what is asked of a library.
type ask struct {
	n      uint64  // keys to size for
	p      float64 // the rate
	perKey int     // the same as whole bits per key, for libraries that want those
	keys   uint64  // those that will be in, for filters that grow
	seed   uint64  // for libraries that would draw their own
}

// asked turns a configuration into what libraries are asked for.
func asked(c variants.Config) ask {
	a := ask{n: c.Capacity, p: c.FPR, seed: c.Seed}
	if c.FPR == 0 {
		a.p = math.Exp(-c.BitsPerKey * math.Ln2 * math.Ln2)
		a.perKey = int(c.BitsPerKey)
		return a
	}
	a.perKey = int(math.Ceil(-math.Log2(c.FPR) / math.Ln2))
	return a
}

// variant makes the Variant of p.
func (p peer) variant() *variants.Variant {
	v := &variants.Variant{
		Name: "peer-" + p.name, Doc: p.doc, Paper: p.module, Version: p.module + " " + version(p.module),
		Can: []variants.Ability{variants.CanAdd}, Scheme: p.scheme, Shape: p.shape,
		Promise: func(c variants.Config, _ variants.Shape, _ uint64) variants.Promise { return p.promise(asked(c)) },
	}
	if p.can != nil {
		v.Can = p.can
	}
	v.New = func(c variants.Config) (variants.Filter, error) {
		s, err := p.shape(c, 0)
		if err != nil {
			return nil, err
		}
		if p.direct != nil {
			return p.direct(asked(c), sized{s}), nil
		}
		return &growing{p.make(asked(c)), sized{s}}, nil
	}
	v.Predict = func(c variants.Config, s variants.Shape, n uint64) theory.Rate {
		r := p.rate(c, s, n)
		r.SetBits, r.SetBitsSD = math.NaN(), math.NaN() // what is set inside is not to be seen
		return r
	}
	return v
}

// rate is that of ideal hashing with n keys in.
func (p peer) rate(c variants.Config, s variants.Shape, n uint64) theory.Rate {
	if p.compound == nil {
		return p.theory(s, n)
	}
	a := asked(c)
	a.keys = n
	return p.compound(a)
}

// shape checks what can be asked of every library and asks for its own rule.
func (p peer) shape(c variants.Config, n uint64) (variants.Shape, error) {
	name := "peer-" + p.name
	if err := variants.CheckFixed(name, c, *p.scheme); err != nil {
		return variants.Shape{}, err
	}
	if _, err := variants.FillParams(name, c.Params, nil); err != nil {
		return variants.Shape{}, err
	}
	switch {
	case c.K != 0:
		return variants.Shape{}, fmt.Errorf("%s: k %d: the library chooses it; want none", name, c.K)
	case c.Bits != 0:
		return variants.Shape{}, fmt.Errorf("%s: bits %d: the library sizes itself; want fpr or bits-per-key", name, c.Bits)
	}
	a := asked(c)
	a.keys = n
	s := p.size(a)
	s.Capacity, s.Allocated = c.Capacity, max(s.Allocated, s.Bits)
	return s, nil
}

// version returns that of a module in this program.
func version(module string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, dep := range info.Deps {
			if dep.Path == module {
				return dep.Version
			}
		}
	}
	return "of unknown version"
}

// xxHash64 is what the libraries that take a hash are given.
func xxHash64() *hashes.Scheme { return &hashes.Scheme{Function: xxhash0, Probing: hashes.Own} }

var xxhash0 = &hashes.Function{
	Name: "xxhash64", Doc: "XXH64 of seed 0, as Parquet and many callers of hash-taking libraries have it",
	Paper: "Collet, xxHash, doc/xxhash_spec.md", Width: 64, Unseeded: true,
	Sum64:  func(key []byte, _ uint64) uint64 { return xxhash.Sum64(key) },
	Sum128: func(key []byte, _ uint64) (a, b uint64) { return xxhash.Sum64(key), 0 },
}

// asAsked is the promise of a library that is given a rate.
func asAsked(a ask) variants.Promise { return variants.Promise{FPR: a.p, Source: "the rate asked for"} }

// nothing is the promise of a library that gives no rate.
func nothing(ask) variants.Promise {
	return variants.Promise{FPR: math.NaN(), Source: "nothing"}
}

// about1Percent is the promise of those that say "~ 1%" of 10 bits a key, and
// nothing of other sizes: whatever rounds to it.
func about1Percent(a ask) variants.Promise {
	if a.perKey != 10 {
		return nothing(a)
	}
	return variants.Promise{FPR: 0.015, Source: "its documentation: 10 bits a key yield ~ 1%, so whatever rounds to that"}
}

// ideal is the theory of a classic filter under ideal hashing.
func ideal(s variants.Shape, n uint64) theory.Rate {
	return theory.Classic(n, cmp.Or(s.Positions, s.Bits), s.K, theory.WithReplacement)
}

// flat is a shape of one range of positions.
func flat(m uint64, k int) variants.Shape { return variants.Shape{Bits: m, K: k, Positions: m} }
