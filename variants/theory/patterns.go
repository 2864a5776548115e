package theory

import "math/bits"

// Exact counting for schemes without the symmetry of plain double hashing: a key is x plus
// one of finitely many patterns of k offsets modulo m, all equally likely; every pattern is
// its own query class. The cost is the square of the number of patterns times k^2.

// tripleCountable tells whether all m^4 pairs of triples can be counted in about 0.1 s.
func tripleCountable(m uint64, k int) bool {
	fm, fk := float64(m), float64(k)
	return k <= exactBits && fm*fm*fm*fm*fk*fk <= 4e6
}

// enhancedPatterns lists the m patterns i y + f_i of enhanced double hashing.
func enhancedPatterns(m uint64, k int, c cubic) [][]uint32 {
	out := make([][]uint32, m)
	for first := range out {
		x, y := uint64(0), (uint64(first)+uint64(c))%m // f_i adds c in the first step, i+c in the others
		row := make([]uint32, k)
		for i := range row {
			row[i] = uint32(x)
			x = (x + y) % m
			y = (y + uint64(i) + 1 + uint64(c)) % m
		}
		out[first] = row
	}
	return out
}

// triplePatterns lists the m^2 patterns i y + i(i-1)/2 z of triple hashing.
func triplePatterns(m uint64, k int) [][]uint32 {
	var out [][]uint32
	for y0 := range m {
		for z := range m {
			x, y := uint64(0), y0
			row := make([]uint32, k)
			for i := range row {
				row[i] = uint32(x)
				x = (x + y) % m
				y = (y + z) % m
			}
			out = append(out, row)
		}
	}
	return out
}

// distinctCells drops repeats, keeping the order.
func distinctCells(row []uint32) []uint32 {
	var out []uint32
next:
	for _, c := range row {
		for _, o := range out {
			if o == c {
				continue next
			}
		}
		out = append(out, c)
	}
	return out
}

// patternFootprint is the footprint of one key, and s1, the keys that hit a given cell.
func patternFootprint(patterns [][]uint32) (f footprint, s1 uint64) {
	for _, row := range patterns {
		d := len(distinctCells(row))
		s1 += uint64(d)
		f.dd += float64(d * (d - 1))
	}
	n := float64(len(patterns))
	return footprint{float64(s1) / n, f.dd / n}, s1
}

// patternTally counts every query against every key.
func patternTally(m uint64, patterns [][]uint32) (*tally, footprint) {
	f, s1 := patternFootprint(patterns)
	t := newTally(s1)
	at := make([]uint32, m)
	scratch := map[int][]uint64{}
	for _, query := range patterns {
		cells := distinctCells(query)
		masks := scratch[len(cells)]
		if masks == nil {
			masks = make([]uint64, 1<<len(cells))
			scratch[len(cells)] = masks
		}
		for _, key := range patterns {
			meetMasks(masks, at, uint32(m), cells, key)
		}
		t.add(masks, 1)
	}
	return t, f
}

// meetMasks adds, for every shift of the key, the mask of query cells it hits; at is
// zero before and after.
func meetMasks(masks []uint64, at []uint32, m uint32, cells, key []uint32) {
	for i, c := range cells {
		for _, e := range key {
			x := c - e
			if c < e {
				x += m
			}
			at[x] |= 1 << i
		}
	}
	for _, c := range cells {
		for _, e := range key {
			x := c - e
			if c < e {
				x += m
			}
			if s := at[x]; s != 0 {
				at[x] = 0
				if bits.OnesCount32(s) > 1 {
					masks[s]++
				}
			}
		}
	}
}
