package theory

import "math"

const twoChoiceFormula = "exact (1-1/B)(1-(1-2/(FB))^n) + (1/B)(1-(1-1/(FB))^n), F fingerprints"

// TwoChoice predicts a table of blocks in which a key may stand in one of two blocks,
// the other following from block and fingerprint as in a cuckoo filter, after n distinct
// keys all found a place: the vector quotient filter (Pandey et al. 2021), F = prints
// being its buckets times its remainders. It is Cuckoo with any number of fingerprints:
// where among its places a key stands does not matter. Exact for odd blocks, for which
// every fingerprint has one block that is its own partner.
func TwoChoice(n, blocks uint64, prints int) Rate {
	if blocks == 0 || prints < 1 {
		return full(0, "no slots or no fingerprint: every query passes")
	}
	if n == 0 {
		return empty(twoChoiceFormula)
	}
	fn, b, f := float64(n), float64(blocks), float64(prints)
	r := Rate{Formula: twoChoiceFormula, SetBits: fn}
	r.FPR = cuckooRate(fn, b, 1/f)
	r.SD = math.Sqrt(cuckooVar(fn, b, f))
	return r
}
