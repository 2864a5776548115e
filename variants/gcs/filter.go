package gcs

import (
	"encoding/binary"
	"math/bits"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/sizing"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// Filter is a Golomb-coded set. Queries may run concurrently with each other, not with
// Build.
type Filter struct {
	table         []byte // index, codes, and eight bytes more
	buckets, span uint64
	base          uint64 // bit where the codes begin
	mask          uint64 // of an entry of the index
	width, rice   uint
	adder         adder
	seed          uint64 // mixed into every word, from the seed of the last try

	held   uint64 // different numbers
	tries  int
	plan   plan
	config variants.Config
}

func newFilter(c variants.Config, p plan) *Filter {
	f := &Filter{config: c}
	f.use(p)
	return f
}

// use gives the filter a table for p, to be cleared if it is the old one.
func (f *Filter) use(p plan) {
	f.plan, f.buckets, f.span, f.base = p, p.buckets, p.span, p.base()
	f.width, f.rice, f.mask = uint(p.width), uint(p.rice), 1<<p.width-1
	f.adder = newAdder(uint64(p.rice))
	if uint64(len(f.table)) != p.bytes() {
		f.table = hugepage.Bytes(p.bytes())
	}
	f.held, f.tries = 0, 0
}

// try makes the numbers those of try number i, 1 being the first.
func (f *Filter) try(i int) {
	f.tries = i
	f.seed, _ = static.Seeds(f.config.Seed, max(0, i-1))
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.plan.shape()) }

// Tries returns how many seeds the last Build went through; 0 before any.
func (f *Filter) Tries() int { return f.tries }

// SetBits returns the different numbers held, of which there may be fewer than keys.
func (f *Filter) SetBits() uint64 { return f.held }

// place returns the number of a key: its bucket, and its place there, below span.
func (f *Filter) place(word uint64) (bucket, at uint64) {
	bucket, rest := bits.Mul64(hashes.SplitMix64(word^f.seed), f.buckets)
	at, _ = bits.Mul64(rest, f.span)
	return bucket, at
}

// word returns the 57 bits or more from bit pos on.
func (f *Filter) word(pos uint64) uint64 {
	return binary.LittleEndian.Uint64(f.table[pos>>3:]) >> (pos & 7)
}

// bounds returns where the codes of a bucket begin and end.
func (f *Filter) bounds(bucket uint64) (pos, end uint64) {
	at := bucket * uint64(f.width)
	return f.base + f.word(at)&f.mask, f.base + f.word(at+uint64(f.width))&f.mask
}

// Contains reports whether the key of d may be in the set.
func (f *Filter) Contains(d hashes.Digest) bool {
	bucket, at := f.place(d.A)
	pos, end := f.bounds(bucket)
	return f.find(pos, end, at)
}

// find reads the codes from pos to end and reports whether number at is among them.
//
// The unary parts lie from pos on, the remainders from end back. One number i of the unary
// parts, at bit p from their start, ends the gap of number i; before it were i ones and p - i
// zeros, the quotients so far. So number i is (p-i) 2^rice + i + the remainders so far, and
// only their sum depends on the number before.
func (f *Filter) find(pos, end, at uint64) bool {
	t, rice, low := f.table, uint64(f.rice), uint64(1)<<f.rice-1
	start, limit := pos, end // limit is where the last remainder read begins
	sum, i := uint64(0), uint64(0)
words:
	for pos < limit {
		shift := pos & 7
		w, next := binary.LittleEndian.Uint64(t[pos>>3:])>>shift, pos
		for rice <= mostEight { // eight numbers at once, as long as they are below
			last := dropSeven(w)
			if last == 0 && next != pos { // go on where these are used up
				pos = next
				continue words
			}
			p, rest := pos+uint64(bits.TrailingZeros64(last)), limit-8*rice
			if last == 0 || int64(p) >= int64(rest) {
				break
			}
			eight := f.adder.eight(binary.LittleEndian.Uint64(t[rest>>3:]) >> (rest & 7))
			if (p-start-i-7)<<(rice&63)+i+7+sum+eight >= at {
				break
			}
			sum, i, limit, next, w = sum+eight, i+8, rest, p+1, last&(last-1)
		}
		for ; w != 0; w &= w - 1 {
			p := pos + uint64(bits.TrailingZeros64(w))
			limit -= rice
			if int64(p) >= int64(limit) {
				return false // no unary part any more
			}
			sum += binary.LittleEndian.Uint64(t[limit>>3:]) >> (limit & 7) & low
			if number := (p-start-i)<<(rice&63) + i + sum; number >= at {
				return number == at
			}
			i++
		}
		pos += 64 - shift
	}
	return false
}

// dropSeven returns x without its seven lowest ones.
func dropSeven(x uint64) uint64 {
	x &= x - 1
	x &= x - 1
	x &= x - 1
	x &= x - 1
	x &= x - 1
	x &= x - 1
	return x & (x - 1)
}

// adder adds up eight remainders of rice bits, most of them side by side.
type adder struct {
	rice         uint64
	evens, pairs uint64 // every other remainder; every other sum of two
}

// mostEight is the largest rice at which eight remainders are in one load.
const mostEight = 7

func newAdder(rice uint64) adder {
	if rice > mostEight {
		return adder{rice: rice}
	}
	one, two := uint64(1)<<rice-1, uint64(1)<<(2*rice)-1
	four := one | one<<(2*rice)
	return adder{rice, four | four<<(4*rice), two | two<<(4*rice)}
}

// eight returns the sum of the remainders in the lowest 8 rice bits of x.
func (a *adder) eight(x uint64) uint64 {
	x = x&a.evens + x>>(a.rice&63)&a.evens
	x = x&a.pairs + x>>(2*a.rice&63)&a.pairs
	half := 4 * a.rice & 63
	return x&(1<<half-1) + x>>half
}

// ContainsBatch answers Contains for every key of b. All entries of the index are
// read first, so that those accesses are under way at once.
func (f *Filter) ContainsBatch(b *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	type query struct{ pos, end, at uint64 }
	var queries [64]query
	n, sum := b.Len(), 0
	for i := 0; i < n; i += len(queries) {
		some := b.A[i:min(n, i+len(queries))]
		for j, word := range some {
			bucket, at := f.place(word)
			pos, end := f.bounds(bucket)
			queries[j&63] = query{pos, end, at}
		}
		found := uint64(0)
		for j := range some {
			if q := &queries[j&63]; f.find(q.pos, q.end, q.at) {
				found |= 1 << (j & 63)
			}
		}
		hits[i>>6&3] = found
		sum += bits.OnesCount64(found)
	}
	return sum
}
