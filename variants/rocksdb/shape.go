package rocksdb

import (
	"fmt"
	"math"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/lines"
	"github.com/filterlab/filterlab/variants/internal/system"
)

// Millibits is what RocksDB makes of bits per key: thousandths from 1000 to
// 100000, or 0 for no filter.
func Millibits(perKey float64) uint64 {
	switch {
	case perKey < 0.5:
		return 0
	case perKey < 1:
		perKey = 1
	case !(perKey < 100):
		perKey = 100
	}
	return uint64(perKey*1000 + 0.500001)
}

// Whole is the same in whole bits per key.
func Whole(perKey float64) uint64 { return (Millibits(perKey) + 500) / 1000 }

// Probes is the k of so many millibits.
func Probes(millibits uint64) int {
	for i, most := range []uint64{2080, 3580, 5100, 6640, 8300, 10070, 11720, 14001, 16050, 18300, 22001, 25501} {
		if millibits <= most {
			return i + 1
		}
	}
	if millibits > 50000 {
		return 24
	}
	return int((millibits-1)/2000) - 1
}

// Size is the number of bits of n keys, whole lines, and k. From about 3.4e9 keys at 10
// bits each it is RocksDB's most, 2^35 bits less a line: theory says so in its Reason.
func Size(n, millibits uint64) (m float64, k int) {
	bytes := math.Floor((float64(float64(n)*float64(millibits)) + 7999) / 8000)
	return 8 * system.Up(math.Min(bytes, mostBytes), 64), Probes(millibits)
}

func shape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(name, c, scheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	of := func(m float64, k int) (variants.Shape, error) {
		if c.K != 0 {
			k = c.K
		}
		if k > 30 {
			return variants.Shape{}, fmt.Errorf("%s: k %d: want 1 to 30, all that RocksDB reads", name, k)
		}
		s, err := system.Shape(name, c, params, m, k)
		s.Blocks, s.BlockBits = s.Bits/line, line
		return s, err
	}
	perKey := func(x float64) (variants.Shape, error) {
		millibits := Millibits(x)
		if millibits == 0 {
			return variants.Shape{}, noFilter(name, x)
		}
		return of(Size(c.Capacity, millibits))
	}
	switch {
	case c.FPR != 0:
		return system.Least(name, c, 0.1, 100, func(x float64) (variants.Shape, error) { return perKey(math.Max(x, 1)) }, predict)
	case c.Bits != 0:
		return of(system.Up(float64(c.Bits), line), Probes(max(1000, Millibits(float64(c.Bits)/float64(c.Capacity)))))
	}
	return perKey(c.BitsPerKey)
}

func legacyShape(c variants.Config) (variants.Shape, error) {
	params, err := system.Check(legacy, c, legacyScheme, nil)
	if err != nil {
		return variants.Shape{}, err
	}
	of := func(perKey float64) (variants.Shape, error) {
		count, k := lines.Size(c.Capacity, perKey, true)
		return lines.Shape(legacy, c, params, count, k)
	}
	switch {
	case c.FPR != 0:
		return system.Least(legacy, c, 1, 64, of, legacyPredict)
	case c.Bits != 0:
		return lines.ShapeOfBits(legacy, c, params, true)
	case Whole(c.BitsPerKey) == 0:
		return variants.Shape{}, noFilter(legacy, c.BitsPerKey)
	}
	return of(float64(Whole(c.BitsPerKey)))
}
