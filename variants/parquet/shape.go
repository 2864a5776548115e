package parquet

import (
	"fmt"
	"math"
	"math/bits"
	"strconv"

	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/system"
)

func params() []variants.Param {
	return []variants.Param{
		{Name: "blocks", Default: "0", Doc: "that many blocks of 32 bytes, whatever size was asked for, and none need be; 0: as asked for"},
		{Name: "rule", Default: "go", Doc: "how a rate becomes a size: go, java or arrow"},
	}
}

// GoBlocks is parquet-go's size: blocks for n values of so many bits.
func GoBlocks(n, perValue float64) float64 {
	return math.Floor((math.Floor((float64(n*perValue)+7)/8) + 31) / 32)
}

// bitsFor is -8 n / ln(1 - p^(1/8)).
func bitsFor(n, p float64) float64 { return float64(-8*n) / math.Log(1-math.Pow(p, 1.0/8)) }

// wholeBits is that cut to a whole number, 2^30 where it is larger or none.
func wholeBits(n, p float64) uint64 {
	if m := bitsFor(n, p); m >= 0 && m <= 1<<30 {
		return uint64(m)
	}
	return 1 << 30
}

// JavaBits is parquet-java's optimalNumOfBits.
func JavaBits(n, p float64) uint64 { return max(256, (wholeBits(n, p)+255)&^256) }

// JavaBytes is the size of the filter that parquet-java makes of so many bits.
func JavaBytes(bits uint64) uint64 { return min(128<<20, powerOfTwo(max(32, bits/8))) }

// ArrowBits is the size of Arrow C++.
func ArrowBits(n, p float64) uint64 { return min(1<<30, powerOfTwo(max(256, wholeBits(n, p)))) }

// powerOfTwo returns the least power of two that is at least x, from 1 on.
func powerOfTwo(x uint64) uint64 { return 1 << bits.Len64(x-1) }

func shape(c variants.Config) (variants.Shape, error) { return shapeFor(c, float64(c.Capacity)) }

// empty is the filter of a column without values: a block by the rules of parquet-java and
// Arrow C++, and no filter at all by parquet-go.
func empty(c variants.Config) (variants.Filter, error) {
	c.Capacity = 1
	s, err := shapeFor(c, 0)
	if err != nil {
		return nil, err
	}
	return &filter{system.NewBody(s)}, nil
}

// shapeFor is the shape for n values.
func shapeFor(c variants.Config, n float64) (variants.Shape, error) {
	full, err := system.Check(name, c, scheme, params())
	if err != nil {
		return variants.Shape{}, err
	}
	if c.K != 0 {
		return variants.Shape{}, fmt.Errorf("%s: k %d: a key sets 8 bits, always: want no k", name, c.K)
	}
	of := func(blocks float64) (variants.Shape, error) {
		if blocks > math.MaxUint32 {
			return variants.Shape{}, fmt.Errorf("%s: %.0f blocks: want at most 2^32-1", name, blocks)
		}
		s, err := system.Shape(name, c, full, blocks*block, 1)
		s.K, s.Blocks, s.BlockBits = 0, s.Bits/block, block
		return s, err
	}
	given, err := strconv.ParseUint(full["blocks"], 10, 32)
	if err != nil {
		return variants.Shape{}, fmt.Errorf("%s: parameter blocks=%s: want a whole number from 0 to 2^32-1", name, full["blocks"])
	}
	switch rule := full["rule"]; {
	case rule != "go" && rule != "java" && rule != "arrow":
		return variants.Shape{}, fmt.Errorf("%s: parameter rule=%s: want go, java or arrow", name, rule)
	case given > 0:
		return of(float64(given))
	case c.Bits != 0:
		return of(system.Up(float64(c.Bits), block) / block)
	case n == 0 && (rule == "go" || c.BitsPerKey != 0):
		return variants.Shape{}, fmt.Errorf("%s: no values: parquet-go writes no filter then: want fpr with rule=java or rule=arrow, which have one block, or the parameter blocks, or bits", name)
	case c.BitsPerKey != 0:
		return of(GoBlocks(n, c.BitsPerKey))
	case rule == "java":
		return of(float64(JavaBytes(JavaBits(n, c.FPR)) / 32))
	case rule == "arrow":
		return of(float64(ArrowBits(n, c.FPR) / block))
	}
	return system.Least(name, c, 1, 64, func(x float64) (variants.Shape, error) { return of(GoBlocks(n, x)) }, predict)
}
