package experiments

import (
	"maps"
	"slices"
)

// For returns the lists that g uses in a profile, and whether it runs there at
// all. A list that the profile's own table gives replaces the grid's; of bits,
// bits-per-key and fpr, and of n and load, giving one takes the place of the
// others; parameters are replaced one by one.
func (g *Grid) For(profile string) (Axes, bool) {
	if len(g.Profiles) > 0 && !slices.Contains(g.Profiles, profile) {
		return Axes{}, false
	}
	own := map[string]*Axes{Smoke: g.Smoke, Standard: g.Standard, Full: g.Full}[profile]
	if own == nil {
		return g.Axes, true
	}
	a := g.Axes
	a.Variant = replace(a.Variant, own.Variant)
	a.Scheme = replace(a.Scheme, own.Scheme)
	a.Keys = replace(a.Keys, own.Keys)
	a.Capacity = replace(a.Capacity, own.Capacity)
	a.K = replace(a.K, own.K)
	if len(own.N)+len(own.Load) > 0 {
		a.N, a.Load = own.N, own.Load
	}
	if len(own.Bits)+len(own.BitsPerKey)+len(own.FPR) > 0 {
		a.Bits, a.BitsPerKey, a.FPR = own.Bits, own.BitsPerKey, own.FPR
	}
	if len(own.Params) > 0 {
		merged := maps.Clone(own.Params)
		for name, values := range a.Params {
			if merged[name] == nil {
				merged[name] = values
			}
		}
		a.Params = merged
	}
	return a, true
}

// replace returns own if it is there, else list.
func replace[T any](list, own []T) []T {
	if len(own) > 0 {
		return own
	}
	return list
}

// Size returns the number of combinations of a's lists, or MaxSpecCells+1 if
// there are more than that.
func (a *Axes) Size() int {
	lengths := []int{len(a.Variant), len(a.Scheme), len(a.Keys), len(a.N), len(a.Capacity), len(a.Load),
		len(a.Bits), len(a.BitsPerKey), len(a.FPR), len(a.K)}
	for _, values := range a.Params {
		lengths = append(lengths, len(values))
	}
	size := 1
	for _, n := range lengths {
		size *= max(n, 1)
		if size > MaxSpecCells {
			return MaxSpecCells + 1
		}
	}
	return size
}
