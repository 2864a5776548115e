package theory

import "slices"

// Enhanced double hashing, x_i = x + i y + f_i mod m, f_i = (i^3-i)/6, to first order.
// The cubic keeps two keys from meeting all along a line: beyond pairs they meet in three
// cells now and then, and in all k when they are the same pair (x, y).

// cubic says where the positions begin: 0, or 1 for those from the second on, which are
// x' + i y + f_(i+1) with x' = x + y.
type cubic int

// at is f_i.
func (c cubic) at(i int) int {
	i += int(c)
	return (i*i*i - i) / 6
}

// collision is a step at which cells i and j of one key fall together.
type collision struct {
	y    uint64
	i, j int
}

// enhancedCollisions lists them by rising step.
func enhancedCollisions(k int, m uint64, f cubic) []collision {
	var out []collision
	var ys []uint64
	for i := range k {
		for j := i + 1; j < k; j++ {
			back := uint64(f.at(j)-f.at(i)) % m // (j-i) y = -(f_j - f_i)
			ys = solveMod(ys[:0], uint64(j-i), (m-back)%m, m)
			for _, y := range ys {
				out = append(out, collision{y, i, j})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b collision) int {
		switch {
		case a.y < b.y:
			return -1
		case a.y > b.y:
			return 1
		}
		return 0
	})
	return out
}

// enhancedDegenerate counts steps by the number of different cells they leave: out[D].
func enhancedDegenerate(k int, m uint64, f cubic) []float64 {
	out := make([]float64, k+1)
	all := enhancedCollisions(k, m, f)
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].y == all[0].y {
			n++
		}
		out[mergedCells(k, all[:n])]++
		all = all[n:]
	}
	return out
}

// mergedCells is the number of different cells when the given pairs coincide.
func mergedCells(k int, pairs []collision) int {
	root := make([]int, k)
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			i = root[i]
		}
		return i
	}
	d := k
	for _, c := range pairs {
		if a, b := find(c.i), find(c.j); a != b {
			root[b] = a
			d--
		}
	}
	return d
}

// walkLimit bounds k for the search of triple meetings; above it only pairs and identity
// count.
const walkLimit = 24

// enhancedOverlaps is N_w: every pair of meetings, (i1, j1) and (i2, j2), with the keys
// that have it; a key of w meetings is found C(w, 2) times.
func enhancedOverlaps(k int, m uint64, f cubic) []float64 {
	out := make([]float64, k+1)
	if k > walkLimit {
		out[2] = choose2(k)*2*choose2(k) - choose2(k)
		out[k]++
		return out
	}
	for i1 := range k {
		for j1 := range k {
			for i2 := i1 + 1; i2 < k; i2++ {
				for j2 := range k {
					if j1 != j2 {
						enhancedLine(out, m, f, i1, j1, i2-i1, j2-j1)
					}
				}
			}
		}
	}
	return out
}

// enhancedLine adds the keys that meet the query at (i, j) and (i+di, j+dj). Write that
// step as g (u, v). With z = u y - v y' the second meeting says g z = -rise(g) mod m, so
// z = (a m - rise(g))/g for each a < g that makes it whole. Another place t of the line is
// a meeting when t a/g is whole and g rise(t) = t rise(g).
func enhancedLine(out []float64, m uint64, f cubic, i, j, di, dj int) {
	k := len(out) - 1
	g := int(gcd(uint64(di), uint64(abs(dj))))
	u, v := di/g, dj/g
	rise := func(t int) int { // what the cubics add between t = 0 and t
		return f.at(i+u*t) - f.at(i) - f.at(j+v*t) + f.at(j)
	}
	inside := func(t int) bool {
		a, b := i+u*t, j+v*t
		return a >= 0 && a < k && b >= 0 && b < k
	}
	rg, mg := rise(g), int(m%uint64(g))
	for a := range g {
		if (a*mg-rg)%g != 0 {
			continue
		}
		w := 1
		for _, dir := range [2]int{1, -1} {
			for t := dir; inside(t); t += dir {
				if t*a%g == 0 && g*rise(t) == t*rg {
					w++
				}
			}
		}
		out[w] += 1 / choose2(w)
	}
}

func abs(x int) int { return max(x, -x) }

// enhancedSeries is the series of enhanced double hashing modulo m.
func enhancedSeries(k int, m uint64, f cubic) series {
	return series{k, enhancedDegenerate(k, m, f), enhancedOverlaps(k, m, f)}
}
