package plan

import (
	"reflect"
	"testing"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/blocked"
	"github.com/filterlab/filterlab/variants/classic"
	"github.com/filterlab/filterlab/variants/counting"
	"github.com/filterlab/filterlab/variants/cuckoo"
	"github.com/filterlab/filterlab/variants/scalable"
)

// The configuration that a trial builds from gives the very shape that was
// planned, and asks no theory for it; a growing filter keeps its request.
func TestResolved(t *testing.T) {
	c := fakes()
	c.Variants = []*variants.Variant{classic.Variant, blocked.Variant, counting.Variant, cuckoo.Variant, scalable.Over(classic.Variant)}
	c.Functions = hashes.Functions()
	for _, v := range c.Variants {
		for _, p := range []experiments.Point{
			{FPR: 0.01}, {BitsPerKey: 12}, {BitsPerKey: 16, Params: map[string]string{"reduce": "mask"}},
		} {
			p.Variant, p.Scheme, p.Keys, p.N, p.Capacity = v.Name, "xxh3+double", "uint64", 900, 1000
			cell, err := c.Cell("t", p)
			if err != nil {
				t.Fatal(err)
			}
			if c := &cell.Config; !v.Has(variants.CanGrow) && (c.BitsPerKey != 0 || c.FPR != 0 || v.Probes && (c.K == 0 || c.K != cell.Shape.K)) {
				t.Errorf("%s: configuration %+v is still a wish; k in force is %d", cell.Canonical, *c, cell.Shape.K)
			}
			f, err := v.New(cell.Config)
			if err != nil {
				t.Fatalf("%s: %v", cell.Canonical, err)
			}
			if grows := v.Has(variants.CanGrow); grows != (cell.Config.Bits == 0) {
				t.Errorf("%s: configuration %+v", cell.Canonical, cell.Config)
			} else if got := f.Shape(); !grows && !reflect.DeepEqual(got, cell.Shape) {
				t.Errorf("%s: built %+v, planned %+v", cell.Canonical, got, cell.Shape)
			}
		}
	}
}

// Churn is the harness's: in the cell's name, not in what the variant is given,
// and without effect on the prediction.
func TestChurnIsReserved(t *testing.T) {
	c := fakes()
	c.Variants = []*variants.Variant{counting.Variant}
	p := experiments.Point{Variant: "counting", Scheme: "xxh3+double", Keys: "uint64", N: 900, Capacity: 1000, FPR: 0.01}
	plainCell, err := c.Cell("t", p)
	if err != nil {
		t.Fatal(err)
	}
	p.Params = map[string]string{Churn: "1.5"}
	cell, err := c.Cell("t", p)
	if err != nil {
		t.Fatal(err)
	}
	if cell.Churn != 1.5 || cell.Row.Params != "churn=1.5;reduce=fastrange;width=4" || cell.Config.Params[Churn] != "" {
		t.Errorf("churn %v, params %q, configuration %v", cell.Churn, cell.Row.Params, cell.Config.Params)
	}
	if cell.Row.ID == plainCell.Row.ID || cell.Row.TheoryFPR != plainCell.Row.TheoryFPR {
		t.Errorf("%+v\n%+v", cell.Row, plainCell.Row)
	}
}
