package ribbon

import (
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// Filter is a ribbon filter. Queries may run concurrently with each other, not with
// Build.
type Filter struct {
	words  []uint64 // block b of 64 slots, column j: word b*r+j, slot 64b in its lowest bit
	ma, mb uint64   // odd multipliers of the two words, from the seed of the last try
	starts uint64   // equations begin at slots 0 .. starts-1
	mask   uint64   // of the fingerprint: r ones, or none in a homogeneous filter
	target uint64   // what an equation of the set comes to: 0; in an empty filter what none does
	kernel bool     // assembly evaluates batches
	plan   plan
	built  static.Built
	config variants.Config
}

// nothing is a target that no r bits reach.
const nothing = 1 << 32

func newFilter(c variants.Config, p plan, words []uint64) *Filter {
	f := &Filter{words: words, kernel: hasKernel, config: c, plan: p}
	f.ready()
	return f
}

// ready sets what follows from the plan and the last Build.
func (f *Filter) ready() {
	f.starts = f.plan.slots - uint64(f.plan.width)
	f.ma, f.mb = static.Seeds(f.config.Seed, max(0, f.built.Tries-1))
	f.mask = 0
	if !f.plan.homogeneous {
		f.mask = 1<<f.plan.r - 1
	}
	f.target = 0
	if f.built.Keys == 0 {
		f.target = nothing
	}
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.plan.shape()) }

// Tries returns how many seeds the last Build went through; 0 before any.
func (f *Filter) Tries() int { return f.built.Tries }

// Keys returns the number of distinct keys held.
func (f *Filter) Keys() uint64 { return f.built.Keys }

// product returns the products of a key's words with the multipliers: the first
// gives the start of its equation and, in the low bits, the fingerprint, the second the
// coefficients.
func (f *Filter) product(d *hashes.Digest) (x, y uint64) {
	b := d.B
	if d.More != nil {
		b = d.More.Word(1)
	}
	return d.A * f.ma, b * f.mb
}

// start returns where the equation of x begins.
func start(x, starts uint64) uint64 {
	s, _ := bits.Mul64(x, starts)
	return s
}

// low and high are the coefficients of y: 64 of w = 64 and the first of 128, of which
// the first is always 1; and the others of 128.
func low(y uint64) uint64  { return y | 1 }
func high(y uint64) uint64 { return (y ^ y>>29) * 0xbf58476d1ce4e5b9 }

// Contains reports whether the key of d may be in the set.
func (f *Filter) Contains(d hashes.Digest) bool {
	x, y := f.product(&d)
	at := start(x, f.starts)
	if f.plan.width == 64 {
		return f.miss64(at, low(y), x) == 0
	}
	return f.miss128(at, low(y), high(y), x) == 0
}

// eager is how many columns are looked at before the first branch: few enough absent
// keys get past them for that to be foreseen.
const eager = 8

// miss64 returns 0 if the equation c from slot at on gives x's fingerprint, else a
// number below 2^33.
func (f *Filter) miss64(at, c, x uint64) uint64 {
	r := uint64(f.plan.r)
	near, far := c<<(at&63), c>>1>>(^at&63)
	base := at >> 6 * r
	a, b := f.words[base:base+r], f.words[base+r:base+2*r]
	b = b[:len(a)]
	want, v := x&f.mask, uint64(0)
	if len(a) > eager {
		for i := 0; i < eager; i++ {
			v = v<<1 | parity(a[i]&near^b[i]&far)
		}
		if v != want>>(r-eager) || f.target != 0 {
			return nothing
		}
		a, b = a[eager:], b[eager:]
	}
	for i, w := range a {
		v = v<<1 | parity(w&near^b[i]&far)
	}
	return v ^ want ^ f.target
}

// miss128 is miss64 for the equation (c, d), which lies in three blocks.
func (f *Filter) miss128(at, c, d, x uint64) uint64 {
	r := uint64(f.plan.r)
	s, t := at&63, ^at&63
	k0, k1, k2 := c<<s, d<<s|c>>1>>t, d>>1>>t
	base := at >> 6 * r
	w0, w1, w2 := f.words[base:base+r], f.words[base+r:base+2*r], f.words[base+2*r:base+3*r]
	w1, w2 = w1[:len(w0)], w2[:len(w0)]
	want, v := x&f.mask, uint64(0)
	if len(w0) > eager {
		for i := 0; i < eager; i++ {
			v = v<<1 | parity(w0[i]&k0^w1[i]&k1^w2[i]&k2)
		}
		if v != want>>(r-eager) || f.target != 0 {
			return nothing
		}
		w0, w1, w2 = w0[eager:], w1[eager:], w2[eager:]
		w1, w2 = w1[:len(w0)], w2[:len(w0)]
	}
	for i, w := range w0 {
		v = v<<1 | parity(w&k0^w1[i]&k1^w2[i]&k2)
	}
	return v ^ want ^ f.target
}

// parity returns 1 if the number of ones is odd.
func parity(v uint64) uint64 { return uint64(bits.OnesCount64(v)) & 1 }
