package scalable

import (
	"fmt"
	"math"
	"strconv"

	"github.com/filterlab/filterlab/variants"
)

// plan validates c and finds the compound bound P. With Bits or BitsPerKey that
// is the smallest P of three decimal digits whose stages for the capacity take
// no more than those bits.
func (f family) plan(c variants.Config) (plan, error) {
	p, err := f.parse(c)
	if err != nil || c.FPR != 0 {
		return p, err
	}
	budget := float64(c.Bits)
	if c.Bits == 0 {
		budget = math.Round(c.BitsPerKey * float64(c.Capacity))
	}
	return p, p.fit(budget)
}

// grid is the number of bounds to choose from: 0.001e-n .. 0.999.
const decades = 18

// onGrid returns bound number i: 900 a decade, 100, 101, ... 999, exact decimals.
func onGrid(i int) float64 {
	digits, exponent := 100+i%900, i/900-decades-2
	v, err := strconv.ParseFloat(strconv.Itoa(digits)+"e"+strconv.Itoa(exponent), 64)
	if err != nil {
		panic("scalable: " + err.Error())
	}
	return v
}

// fit sets the smallest bound on the grid whose stages fit the budget. Each look
// costs exact predictions of the stages, so it steps by the slope of Bloom's size,
// -n/(ln 2)^2 bits for a unit of ln P, and halves what is left where two steps
// together did not.
func (p *plan) fit(budget float64) error {
	low, high := -1, 900*decades-1 // too strict, loose enough
	if need := p.bits(high); !(need <= budget) {
		return fmt.Errorf("%s: %.0f bits for %d keys: want at least %.0f, for a bound of %g", name, budget, p.config.Capacity, need, onGrid(high))
	}
	room := p.room()
	mid := gridIndex(-budget/room*math.Ln2*math.Ln2 - math.Log1p(-p.ratio))
	for before, last := high-low, high-low; high-low > 1; {
		mid = max(low+1, min(high-1, mid))
		got := p.bits(mid)
		if got <= budget {
			high = mid
		} else {
			low = mid
		}
		mid = gridIndex(math.Log(onGrid(mid)) + (got-budget)/room*math.Ln2*math.Ln2)
		if high-low > before/2 && last != before || math.IsInf(got, 1) {
			mid = low + (high-low)/2
		}
		before, last = last, high-low
	}
	p.bound = onGrid(high)
	return nil
}

// room returns the keys that the stages for the capacity take when full.
func (p *plan) room() float64 {
	sum, n := 0.0, float64(p.initial)
	for sum < float64(p.config.Capacity) {
		sum += n
		n *= float64(p.growth)
	}
	return sum
}

// gridIndex returns the number of the grid's bound next above e^x, or one off
// the grid.
func gridIndex(x float64) int {
	ten := x / math.Ln10
	decade := math.Floor(ten)
	digits := math.Ceil(math.Pow(10, ten-decade)*100 - 1e-9)
	return int(max(-1e6, min(1e6, (decade+decades)*900+digits-100)))
}

// bits returns the bits of the stages for the capacity under bound number i;
// +Inf where the inner variant cannot have it.
func (p *plan) bits(i int) float64 {
	p.bound = onGrid(i)
	stages, err := p.stages(p.config.Capacity)
	if err != nil {
		return math.Inf(1)
	}
	sum := uint64(0)
	for _, s := range stages {
		sum += s.shape.Bits
	}
	return float64(sum)
}
