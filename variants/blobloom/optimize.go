package blobloom

import "math"

// overhead is the bits per key that the library takes where a classic filter needs so
// many: blocks are unequally full.
func overhead(c int) float64 {
	table := [...]float64{1, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 17, 18, 20, 21, 23, 25, 26, 28, 30, 32, 35, 38, 40, 44, 48, 51, 58, 64, 74, 90}
	if c < len(table) {
		return table[c]
	}
	return 3 * float64(c)
}

// Optimize is the library's choice for n keys at rate p in at most so many bits (0: 2^41):
// bits, whole blocks, and k, which counts the choice of the block.
func Optimize(n uint64, p float64, maxBits uint64) (bits float64, k int) {
	keys := math.Max(1, float64(n))
	c := overhead(int(math.Ceil(-math.Log2(p) / math.Ln2)))
	bits = math.Trunc(float64(c*keys)) + block - 1
	bits -= math.Mod(bits, block)
	most := float64(uint64(1) << 41)
	if maxBits > 0 {
		most = math.Max(block, float64(maxBits))
	}
	if bits > most {
		bits = most - math.Mod(most, block)
	}
	return bits, bestK(bits / keys)
}

// bestK is the library's k of so many bits per key. Of the two whole numbers around c ln 2
// it takes the upper one where the lower has the lower rate, and the reverse: the names
// are crossed there, and both are near the minimum.
func bestK(c float64) int {
	k := float64(c * math.Ln2)
	if k < 1 {
		return 1
	}
	up, down := math.Ceil(k), math.Floor(k)
	if up == down {
		return int(k)
	}
	if libraryRate(c, down) < libraryRate(c, up) {
		return int(up)
	}
	return int(down)
}

// libraryRate is the library's estimate, which guides its k and no figure of ours: the
// mixture of Poisson loads over textbook rates of a block.
func libraryRate(c, k float64) float64 {
	mean := block / c
	logMean := math.Log(mean)
	term := func(j float64) float64 {
		gamma, _ := math.Lgamma(j + 1)
		return math.Exp(float64(float64(j*logMean)-mean-gamma) + float64(k*math.Log1p(-math.Exp(-k/(block/j)))))
	}
	start := math.Ceil(mean)
	sum := term(start)
	for j := start - 1; j > 0; j-- {
		t := term(j)
		if sum += t; t/sum < 1e-9 {
			break
		}
	}
	for j := start + 1; ; j++ {
		t := term(j)
		if sum += t; t/sum < 1e-9 {
			return sum
		}
	}
}
