package filtertest

import (
	"encoding"
	"reflect"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// save writes and reads filters of every scheme, of sizes around the edges of a
// word, and holding nothing.
func (k *kit) save() {
	if !k.v.Has(variants.CanSave) {
		return
	}
	for _, s := range k.schemes {
		k.roundTrip(k.sized(s, 500), 500)
	}
	k.roundTrip(k.sized(k.schemes[0], 100), 0)
	k.roundTrip(k.sized(k.schemes[0], 1), 1)
	for _, bits := range []uint64{1, 63, 64, 65, 100, 9586} {
		c := k.sized(k.schemes[0], 1)
		c.FPR, c.Bits = 0, bits
		if c.K = 3; !k.v.Probes {
			c.K = 0
		}
		if _, err := k.v.Shape(c, 0); err == nil {
			k.roundTrip(c, 1)
		}
	}
	k.foreign()
}

// saved returns the saved form of f.
func (k *kit) saved(c variants.Config, f variants.Filter) []byte {
	data, err := f.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		k.broke("%s: MarshalBinary: %v", describe(c), err)
	}
	return data
}

// roundTrip saves a filter of n keys, loads it and compares everything.
func (k *kit) roundTrip(c variants.Config, n uint64) {
	src := newSource(c.Scheme, 16)
	f := k.filled(c, src, n)
	if f == nil {
		return
	}
	data := k.saved(c, f)
	g, err := k.v.Load(append([]byte(nil), data...), c.Scheme)
	if err != nil {
		k.broke("%s, %d keys: Load of what was saved: %v", describe(c), n, err)
		return
	}
	switch {
	case !reflect.DeepEqual(f.Shape(), g.Shape()):
		k.broke("%s: the shape was %+v, loaded it is %+v", describe(c), f.Shape(), g.Shape())
	case answers(f, src) != answers(g, src):
		k.broke("%s, %d keys: answers or set bits differ after loading", describe(c), n)
	case string(k.saved(c, g)) != string(data):
		k.broke("%s, %d keys: saving the loaded filter gives other bytes", describe(c), n)
	}
	if k.v.Has(variants.CanAdd) {
		k.fill(f, src, n, 20)
		k.fill(g, src, n, 20)
		if string(k.saved(c, g)) != string(k.saved(c, f)) {
			k.broke("%s, %d keys: a loaded filter goes on otherwise than the saved one", describe(c), n)
		}
	}
	data[len(data)/2] ^= 0xff // a filter must not live in the caller's bytes
	k.ownBytes(c, f)
}

// ownBytes overwrites the data a filter was loaded from.
func (k *kit) ownBytes(c variants.Config, f variants.Filter) {
	data := k.saved(c, f)
	g, err := k.v.Load(data, c.Scheme)
	if err != nil {
		k.broke("%s: Load of what was saved: %v", describe(c), err)
		return
	}
	want := string(k.saved(c, g))
	clear(data)
	if string(k.saved(c, g)) != want {
		k.broke("%s: overwriting the data changes the filter loaded from it", describe(c))
	}
}

// foreign loads with a scheme that the filter was not built with.
func (k *kit) foreign() {
	c := k.sized(k.schemes[0], 100)
	f := k.filled(c, newSource(c.Scheme, 16), 50)
	if f == nil {
		return
	}
	data := k.saved(c, f)
	other := *c.Scheme.Function
	other.Name += "b"
	wrong := []hashes.Scheme{{Function: &other, Probing: c.Scheme.Probing}, {}}
	if len(k.schemes) > 1 {
		wrong = append(wrong, k.schemes[1])
	}
	for _, s := range wrong {
		k.guard(func() {
			if _, err := k.v.Load(data, s); err == nil {
				k.broke("%s: Load accepts another scheme", describe(c))
			}
		})
	}
}
