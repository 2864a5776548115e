package filtertest

import (
	"encoding"
	"maps"
	"reflect"
	"slices"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/race"
)

func (k *kit) shape() {
	for _, s := range k.few() {
		many := uint64(20000)
		if race.Enabled {
			many = 2000
		}
		c := k.sized(s, many)
		for _, n := range []uint64{0, 1, many} {
			if n > 0 && k.v.Has(variants.CanBuild) && n == 1 {
				continue // static filters are sized by what they are built from
			}
			k.sameShape(c, n)
		}
	}
	k.shapeIsFree()
	k.shapeIsOwn()
	if !k.o.OffHeap {
		k.memory()
	}
}

// sameShape compares the shape foretold for n keys with that of a filter that
// holds them.
func (k *kit) sameShape(c variants.Config, n uint64) {
	want, err := k.v.Shape(c, n)
	if err != nil {
		k.broke("%s: Shape: %v", describe(c), err)
		return
	}
	f := k.make(c)
	if f == nil {
		return
	}
	if n > 0 {
		k.fill(f, newSource(c.Scheme, 1), 0, n)
	}
	if got := f.Shape(); !reflect.DeepEqual(got, want) {
		k.broke("%s, %d keys: the filter says %+v, Shape said %+v", describe(c), n, got, want)
	}
	if want.Allocated < want.Bits || want.Capacity != c.Capacity || want.Bits == 0 {
		k.broke("%s: shape %+v: want bits above 0, allocated at least bits, capacity as given", describe(c), want)
	}
	if c.K = 3; k.v.Probes {
		if s, err := k.v.Shape(c, n); err == nil && s.K != 3 {
			k.broke("%s: shape has k %d", describe(c), s.K)
		}
	}
}

// shapeIsFree asks for the shape of a filter of 128 GiB.
func (k *kit) shapeIsFree() {
	c := k.sized(k.schemes[0], 1<<36)
	c.FPR, c.BitsPerKey = 0, 16
	var err error
	if bytes := allocated(func() { _, err = k.v.Shape(c, 0) }); err == nil && bytes > cheap {
		k.broke("%s: Shape alone allocates %d bytes", describe(c), bytes)
	}
}

// shapeIsOwn changes the parameters of a shape it was given.
func (k *kit) shapeIsOwn() {
	c := k.sized(k.schemes[0], 1000)
	f := k.make(c)
	if f == nil || len(k.v.Params) == 0 {
		return
	}
	f.Shape().Params[k.v.Params[0].Name] = "changed by a caller"
	if f.Shape().Params[k.v.Params[0].Name] == "changed by a caller" {
		k.broke("%s: changing the Params of a returned Shape changes the filter's", describe(c))
	}
}

// memory compares Allocated with the heap that a filter of about 2 MB holds.
// Headers and slack may add 3%.
func (k *kit) memory() {
	c := k.sized(k.schemes[0], 1<<20)
	c.FPR, c.BitsPerKey = 0, 16
	n := c.Capacity
	if k.v.Has(variants.CanAdd) && !k.v.Has(variants.CanGrow) {
		n = 0
	}
	var f variants.Filter
	s := newSource(c.Scheme, 1)
	bytes := held(func() any {
		if f = k.make(c); f != nil && n > 0 {
			k.fill(f, s, 0, n)
		}
		kept := f
		f = nil
		return kept
	})
	if f = k.make(c); f == nil {
		return
	}
	want, err := k.v.Shape(c, n)
	if err != nil {
		k.broke("%s: Shape: %v", describe(c), err)
		return
	}
	if b := int64(want.Allocated / 8); bytes < b-b/100 || bytes > b+b*3/100+4096 {
		k.broke("%s: %d bytes of heap are held, Shape says %d", describe(c), bytes, b)
	}
}

// abilities compares the words of Can with the interfaces of a filter.
func (k *kit) abilities() {
	f := k.make(k.sized(k.schemes[0], 1000))
	if f == nil {
		return
	}
	has := map[variants.Ability]bool{}
	_, has[variants.CanAdd] = f.(variants.Adder)
	_, has[variants.CanBuild] = f.(variants.Builder)
	_, has[variants.CanRemove] = f.(variants.Remover)
	_, has[variants.CanMerge] = f.(variants.Merger)
	_, has[variants.CanGrow] = f.(variants.Grower)
	_, has[variants.CanAddBatch] = f.(variants.BatchAdder)
	_, has[variants.CanContainsBatch] = f.(variants.BatchContainer)
	_, has[variants.CanCountBits] = f.(variants.SetBitser)
	_, has[variants.CanEstimate] = f.(variants.Estimator)
	_, has[variants.CanSave] = f.(encoding.BinaryMarshaler)
	for _, a := range slices.Sorted(maps.Keys(has)) {
		if there := has[a]; there != k.v.Has(a) {
			k.broke("ability %q: declared %v, implemented %v", a, k.v.Has(a), there)
		}
	}
	for _, a := range k.v.Can {
		if _, known := has[a]; !known {
			k.broke("ability %q is not one of the contract's", a)
		}
	}
}
