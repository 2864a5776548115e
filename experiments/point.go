package experiments

import (
	"maps"
	"math"
	"slices"
)

// Point is one combination of a grid's lists: what is asked for, before any
// variant has said what it makes of it.
type Point struct {
	Variant, Scheme, Keys string
	N, Capacity           uint64
	Bits                  uint64  // one of Bits, BitsPerKey and FPR is set
	BitsPerKey            float64 //
	FPR                   float64 //
	K                     int     // 0: the best by theory
	Params                map[string]string
}

// Points returns all combinations in the order of the lists: variant slowest,
// then scheme, keys, capacity, n, size, k, and parameters by name.
func (a *Axes) Points() []Point {
	points := []Point{{}}
	points = product(points, a.Variant, func(p *Point, v string) { p.Variant = v })
	points = product(points, a.Scheme, func(p *Point, v string) { p.Scheme = v })
	points = product(points, a.Keys, func(p *Point, v string) { p.Keys = v })
	points = product(points, a.Capacity, func(p *Point, v uint64) { p.Capacity = v })
	points = product(points, a.N, func(p *Point, v uint64) { p.N = v })
	points = product(points, a.Load, func(p *Point, v float64) { p.N = loaded(v, p.Capacity) })
	points = product(points, a.Bits, func(p *Point, v uint64) { p.Bits = v })
	points = product(points, a.BitsPerKey, func(p *Point, v float64) { p.BitsPerKey = v })
	points = product(points, a.FPR, func(p *Point, v float64) { p.FPR = v })
	points = product(points, a.K, func(p *Point, v uint64) { p.K = int(v) })
	for _, name := range slices.Sorted(maps.Keys(a.Params)) {
		points = product(points, a.Params[name], func(p *Point, v string) {
			p.Params = maps.Clone(p.Params)
			if p.Params == nil {
				p.Params = map[string]string{}
			}
			p.Params[name] = v
		})
	}
	for i := range points {
		if points[i].Capacity == 0 {
			points[i].Capacity = points[i].N
		}
	}
	return points
}

// loaded returns the keys that make up a load, at least one.
func loaded(load float64, capacity uint64) uint64 {
	return max(uint64(math.Round(load*float64(capacity))), 1)
}

// product crosses points with the values of one list; an empty list leaves them.
func product[T any](points []Point, values []T, set func(*Point, T)) []Point {
	if len(values) == 0 {
		return points
	}
	var out []Point
	for _, p := range points {
		for _, v := range values {
			q := p
			set(&q, v)
			out = append(out, q)
		}
	}
	return out
}
