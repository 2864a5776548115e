package prefix

import (
	"math/bits"
	"unsafe"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/hugepage"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a prefix filter. Queries may run concurrently with each other, not with
// Add.
type Filter struct {
	base   unsafe.Pointer // of data
	data   []byte         // the bins, and padding
	bins   uint64
	kernel bool // assembly looks into bins and adds to them
	spare  variants.Filter
	adder  variants.Adder // the spare
	sent   uint64         // pairs added to the spare
	room   uint64         // of sent
	config variants.Config
	shape  variants.Shape
}

// new is the New function of the variant.
func (f family) new(c variants.Config) (variants.Filter, error) {
	p, err := f.plan(c)
	if err != nil {
		return nil, err
	}
	spare, err := p.spare.New(p.spareConfig)
	if err != nil {
		return nil, err
	}
	return newFilter(p, hugepage.Bytes(p.bins*binBits/8+padding), spare), nil
}

// newFilter makes a filter over data and spare, which it keeps.
func newFilter(p plan, data []byte, spare variants.Filter) *Filter {
	return &Filter{
		base:   unsafe.Pointer(unsafe.SliceData(data)),
		data:   data,
		bins:   p.bins,
		kernel: hasKernel,
		spare:  spare,
		adder:  spare.(variants.Adder),
		room:   p.spareConfig.Capacity,
		config: p.config,
		shape:  p.shapeOf(),
	}
}

// Shape returns what the filter is and costs.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.shape) }

// Tally returns the number of bins that have overflowed.
func (f *Filter) Tally() []variants.Tally {
	n := uint64(0)
	for i := range f.bins {
		n += f.bin(i).head() / overflowed & 1
	}
	return []variants.Tally{{Name: "overflowed", Value: n}}
}

// bin returns bin i, below bins.
func (f *Filter) bin(i uint64) bin { return bin{unsafe.Add(f.base, i*(binBits/8))} }

// locate returns bin and fingerprint of a key's words.
func (f *Filter) locate(a, b uint64) (i, fp uint64) {
	i, _ = bits.Mul64(a, f.bins)
	fp, _ = bits.Mul64(b, prints)
	return i, fp
}

// inSpare is what the spare gets of a pair of bin and fingerprint, of which the key is no
// longer known.
func inSpare(i, fp uint64) hashes.Digest {
	a := hashes.SplitMix64(i*prints + fp)
	return hashes.Digest{A: a, B: hashes.SplitMix64(^a)}
}

// Contains reports whether the key of d may have been added.
func (f *Filter) Contains(d hashes.Digest) bool {
	i, fp := f.locate(d.Pair())
	if f.kernel {
		x := look(f.base, i, fp)
		return x == 1 || x != 0 && f.spare.Contains(inSpare(i, fp))
	}
	b := f.bin(i)
	head := b.head()
	if b.any(fp&0xff) != 0 && b.has(head, fp) {
		return true
	}
	return head&overflowed != 0 && fp > b.largest(head) && f.spare.Contains(inSpare(i, fp))
}

// Add stores the fingerprint of d, unless it is there already. ErrFull changes nothing.
func (f *Filter) Add(d hashes.Digest) error {
	i, fp := f.locate(d.Pair())
	if f.kernel && add(f.base, i, fp) {
		return nil
	}
	return f.add(i, fp)
}

func (f *Filter) add(i, fp uint64) error {
	b := f.bin(i)
	head := b.head()
	if b.any(fp&0xff) != 0 && b.has(head, fp) {
		return nil
	}
	if bits.OnesCount64(head&headMask) < binSlots {
		b.insert(head, fp)
		return nil
	}
	largest := b.largest(head)
	if err := f.sendOn(i, max(fp, largest)); err != nil {
		return err
	}
	if fp > largest {
		b.setHead(head | overflowed)
	} else {
		b.insert(b.drop(head), fp)
	}
	return nil
}

// sendOn adds a pair to the spare, unless the spare has it. The spare takes no more than
// it was made for: so a full filter says so at once, without a search for room there.
func (f *Filter) sendOn(i, fp uint64) error {
	d := inSpare(i, fp)
	if f.spare.Contains(d) {
		return nil
	}
	if f.sent >= f.room {
		return variants.ErrFull
	}
	err := f.adder.Add(d)
	if err == nil {
		f.sent++
	}
	return err
}
