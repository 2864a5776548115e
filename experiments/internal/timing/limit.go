package timing

import (
	"math/bits"
	"slices"

	"github.com/filterlab/filterlab/variants"
)

// lineBytes is the size of a cache line.
const lineBytes = 64

// limitOf is the reading, by plain loads, that row r of a filter of that shape is
// held against.
func limitOf(r *Row, n uint64, shape variants.Shape, lines int) Row {
	limit := Row{Op: Limit, Contestant: -1, N: n, Bytes: tableBytes(shape.Allocated / 8), Lines: lines, Hits: -1,
		Figure: Throughput, Cache: Warm, Goroutines: r.Goroutines, Kernel: loads}
	if r.Figure == Latency {
		limit.Figure = Latency
	}
	if r.Cache == Cold {
		limit.Cache = Cold
	}
	return limit
}

// limitRows are the readings of random lines that the contestants are held
// against: over as many bytes as each has, with one line a key and with as many
// as a yes of its needs.
func (s *Suite) limitRows(n uint64, own []Row) ([]Row, error) {
	var rows []Row
	put := func(r Row) {
		if !slices.Contains(rows, r) {
			rows = append(rows, r)
		}
	}
	for _, r := range own {
		if r.Op == Save || r.Op == Load || r.Missing != "" || s.Contestants[r.Contestant].Unlimited {
			continue
		}
		shape, err := s.shape(r.Contestant, n)
		if err != nil {
			return nil, err
		}
		for _, lines := range []int{1, leastLines(shape, 100)} {
			limit := limitOf(&r, n, shape, lines)
			put(limit)
			if hasPrefetch && limit.Figure == Throughput {
				limit.Kernel = prefetch
				put(limit)
			}
		}
	}
	return rows, nil
}

// tableBytes rounds a filter's bytes to a sixty-fourth of its power of two, so
// that filters of nearly the same size share their limit: a step is under 2 %.
func tableBytes(bytes uint64) uint64 {
	step := uint64(lineBytes)
	if top := bits.Len64(bytes); top > 13 {
		step = 1 << (top - 7)
	}
	return max(lineBytes, (bytes+step/2)/step*step)
}

// leastLines is the least number of cache lines that an answer can take: one for
// a no; for a yes all k of a structure whose probes lie anywhere, one of a block
// or a bucket.
func leastLines(s variants.Shape, hits int) int {
	if hits == 0 || s.Blocks > 0 || s.Buckets > 0 || s.K < 1 {
		return 1
	}
	return s.K
}

// readLines is the kernel of independent loads: for each pair of words the lines
// of a, a+b, a+2b and so on, k of them. It returns the sum of what it read.
func readLines(table []uint64, lines uint64, a, b []uint64, k int) (sum uint64) {
	if k == 1 {
		for _, x := range a {
			at, _ := bits.Mul64(x, lines)
			sum += table[at*8]
		}
		return sum
	}
	b = b[:len(a)]
	for i, x := range a {
		for range k {
			at, _ := bits.Mul64(x, lines)
			sum += table[at*8]
			x += b[i]
		}
	}
	return sum
}

// chaseLines is the kernel of dependent loads: which words come next depends on
// what was read. The table holds zeros, which only the memory knows. len(a) is a
// power of two.
func chaseLines(table []uint64, lines uint64, a, b []uint64, k int, at, count uint64) uint64 {
	mask := uint64(len(a) - 1)
	b = b[:len(a)]
	for range count {
		x, read := a[at&mask], uint64(0)
		for range k {
			line, _ := bits.Mul64(x, lines)
			read |= table[line*8]
			x += b[at&mask]
		}
		at += 1 + read
	}
	return at
}
