package experiments

import (
	"reflect"
	"testing"
)

// A profile's own table replaces the lists it names and no others.
func TestFor(t *testing.T) {
	s, err := Parse("good.toml", good)
	if err != nil {
		t.Fatal(err)
	}
	smoke, runs := s.Grids[0].For(Smoke)
	if !runs || smoke.Capacity[0] != 10_000 || smoke.Load[1] != 8 || smoke.BitsPerKey[0] != 10 {
		t.Errorf("smoke: %+v", smoke)
	}
	if full, _ := s.Grids[0].For(Full); full.Capacity[0] != 500_000 {
		t.Errorf("full: %+v", full)
	}
	if _, runs := s.Grids[1].For(Smoke); runs {
		t.Error("the second grid runs in full only")
	}
	own := Grid{Axes: Axes{N: []uint64{5}, FPR: []float64{0.1}, Params: map[string][]string{"a": {"1"}, "b": {"2"}}},
		Smoke: &Axes{Load: []float64{2}, Capacity: []uint64{10}, Bits: []uint64{64}, Params: map[string][]string{"b": {"3"}}}}
	got, _ := own.For(Smoke)
	want := Axes{Load: []float64{2}, Capacity: []uint64{10}, Bits: []uint64{64}, Params: map[string][]string{"a": {"1"}, "b": {"3"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Points is the product of the lists, n from load and capacity.
func TestPoints(t *testing.T) {
	a := Axes{Variant: []string{"x", "y"}, Capacity: []uint64{3, 1000}, Load: []float64{0.1, 2}, FPR: []float64{0.5},
		Params: map[string][]string{"a": {"1", "2"}}}
	points := a.Points()
	if len(points) != 16 || a.Size() != 16 {
		t.Fatalf("%d points, size %d, want 16", len(points), a.Size())
	}
	// 0.1 x 3 keys are rounded to none, and one is the least.
	if p := points[0]; p.Variant != "x" || p.Capacity != 3 || p.N != 1 || p.FPR != 0.5 || p.Params["a"] != "1" {
		t.Errorf("first %+v", p)
	}
	if p := points[15]; p.Variant != "y" || p.Capacity != 1000 || p.N != 2000 || p.Params["a"] != "2" {
		t.Errorf("last %+v", p)
	}
	alone := Axes{N: []uint64{7}}
	if p := alone.Points()[0]; p.Capacity != 7 {
		t.Errorf("capacity %d, want n", p.Capacity)
	}
}

// The first gate that matches decides; a cell without one is expected to agree.
func TestExpectation(t *testing.T) {
	s := Spec{Gates: []Gate{
		{Match: Match{Function: []string{"fnv1a"}, Keys: []string{"sequential"}}, Expect: Deviates, Reason: "weak"},
		{Match: Match{FPRBelow: 1e-6}, Expect: None, Reason: "too rare"},
		{Match: Match{Params: map[string][]string{"width": {"2"}}}, Tolerance: 0.1, Profiles: []string{Full}, Reason: "overflow"},
		{Match: Match{Load: []float64{0.5}}, Tolerance: 0.3, Reason: "half full"},
	}}
	g := Grid{}
	cell := func(scheme, keys string, fpr float64, width string, n uint64) *Seen {
		return &Seen{Point: Point{Scheme: scheme, Keys: keys, N: n, Capacity: 101}, Prediction: fpr, Params: map[string]string{"width": width}}
	}
	for name, c := range map[string]struct {
		cell    *Seen
		profile string
		expect  string
		within  float64
	}{
		"no gate":       {cell("xxh3+double", "sequential", 0.1, "4", 101), Full, Agrees, 0},
		"weak":          {cell("fnv1a+double", "sequential", 0.1, "4", 101), Full, Deviates, 0},
		"first decides": {cell("fnv1a+double", "sequential", 1e-9, "4", 101), Full, Deviates, 0},
		"too rare":      {cell("xxh3+double", "uint64", 1e-9, "4", 101), Full, None, 0},
		"at the bound":  {cell("xxh3+double", "uint64", 1e-6, "4", 101), Full, Agrees, 0},
		"parameter":     {cell("xxh3+double", "uint64", 0.1, "2", 101), Full, Agrees, 0.1},
		"other profile": {cell("xxh3+double", "uint64", 0.1, "2", 101), Smoke, Agrees, 0},
		"rounded load":  {cell("xxh3+double", "uint64", 0.1, "4", 51), Full, Agrees, 0.3},
	} {
		expect, within := s.Expectation(&g, c.profile, c.cell)
		if expect != c.expect || within != c.within {
			t.Errorf("%s: %s within %v, want %s within %v", name, expect, within, c.expect, c.within)
		}
	}
}
