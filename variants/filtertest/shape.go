package filtertest

import (
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

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
	if fields, values := unlike(f.Shape(), want); fields != "" {
		k.brokeAs("shape "+fields, "%s, %d keys: the filter's shape has %s", describe(c), n, values)
	}
	if want.Bits == 0 {
		k.broke("%s, %d keys: Shape says Bits 0: want at least 1", describe(c), n)
	}
	if want.Allocated < want.Bits {
		k.broke("%s, %d keys: Shape says Allocated %d: want at least Bits, %d", describe(c), n, want.Allocated, want.Bits)
	}
	if want.Capacity != c.Capacity {
		k.broke("%s, %d keys: Shape says Capacity %d: want that of the configuration", describe(c), n, want.Capacity)
	}
	if c.K = 3; k.v.Probes {
		if s, err := k.v.Shape(c, n); err == nil && s.K != 3 {
			k.broke("%s: Shape says K %d", describe(c), s.K)
		}
	}
}

// unlike names the fields in which got is not want, and says what they are in both; "" and
// "" where there are none.
func unlike(got, want variants.Shape) (fields, values string) {
	a, b := reflect.ValueOf(got), reflect.ValueOf(want)
	var names, all []string
	for i := range a.NumField() {
		if name := a.Type().Field(i).Name; !reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			names = append(names, name)
			all = append(all, fmt.Sprintf("%s %v where Shape said %v", name, a.Field(i), b.Field(i)))
		}
	}
	return strings.Join(names, " "), strings.Join(all, ", ")
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
			k.brokeAs("ability "+string(a), "ability %q: declared %v, implemented %v", a, k.v.Has(a), there)
		}
	}
	for _, a := range k.v.Can {
		if _, known := has[a]; !known {
			k.brokeAs("unknown "+string(a), "ability %q is not one of the contract's", a)
		}
	}
}
