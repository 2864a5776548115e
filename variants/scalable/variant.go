package scalable

import "github.com/filterlab/filterlab/variants"

const name = "scalable"

// Over returns the scalable filter over the variants given, of which the
// parameter `inner` chooses; the first is the default. Each must have the
// abilities add, set-bits and save; Over panics where one has not, or where none
// is given, since only a program's own list of variants comes here.
func Over(inner ...*variants.Variant) *variants.Variant {
	if len(inner) == 0 {
		panic(name + ": no inner variant")
	}
	for _, v := range inner {
		for _, a := range []variants.Ability{variants.CanAdd, variants.CanCountBits, variants.CanSave} {
			if !v.Has(a) {
				panic(name + ": inner variant " + v.Name + " lacks the ability " + string(a))
			}
		}
	}
	f, recent := family(inner), new(memo)
	return &variants.Variant{
		Name:   name,
		Doc:    "a growing row of filters, each larger and stricter, under one bound for the rate",
		Paper:  "Almeida, Baquero, Preguica, Hutchison: Scalable Bloom Filters, IPL 101(6), 2007",
		Params: f.params(),
		Can: []variants.Ability{
			variants.CanAdd, variants.CanGrow, variants.CanAddBatch,
			variants.CanContainsBatch, variants.CanCountBits, variants.CanSave,
		},
		Probes:  true,
		Shape:   f.shape,
		New:     func(c variants.Config) (variants.Filter, error) { return f.new(c, recent) },
		Predict: f.predict,
		Load:    f.load,
	}
}

// shape is the Shape of c once n keys are in.
func (f family) shape(c variants.Config, n uint64) (variants.Shape, error) {
	p, err := f.plan(c)
	if err != nil {
		return variants.Shape{}, err
	}
	stages, err := p.stages(n)
	if err != nil {
		return variants.Shape{}, err
	}
	shapes := make([]variants.Shape, len(stages))
	for i, s := range stages {
		shapes[i] = s.shape
	}
	return p.shape(shapes), nil
}
