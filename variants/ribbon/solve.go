package ribbon

import "github.com/filterlab/filterlab/hashes"

// solve goes from the last slot to the first and gives each the r bits that make the
// equation beginning there true, whatever the slots behind it hold. Where none begins
// the slot is free: 0, or in a homogeneous filter random, since all zeros is a solution
// that contains everything.
func (w *work) solve(out []uint64, p plan, seed uint64) {
	if w.coef64 != nil {
		w.solve64(out, p, seed)
		return
	}
	w.solve128(out, p, seed)
}

// values returns what the slots of block b must come to.
func (w *work) values(b uint64, seed uint64, values *[64]uint32) {
	if w.result != nil {
		copy(values[:], w.result[b*64:])
		return
	}
	for i := range values {
		var c uint64
		if w.coef64 != nil {
			c = w.coef64[b*64+uint64(i)]
		} else {
			c = w.coef128[b*64+uint64(i)][0]
		}
		values[i] = 0
		if c == 0 {
			values[i] = uint32(hashes.SplitMix64(seed+b*64+uint64(i)) >> 32)
		}
	}
}

// solve64 works on four columns at a time, each of them a word: the 64 slots from the
// last one solved on.
func (w *work) solve64(out []uint64, p plan, seed uint64) {
	var values [64]uint32
	var s [mostR + 3]uint64
	r := p.r
	for b := p.slots/64 - 1; b+1 > 0; b-- {
		coef := (*[64]uint64)(w.coef64[b*64:])
		w.values(b, seed, &values)
		for j := 0; j < r; j += 4 {
			s0, s1, s2, s3 := s[j], s[j+1], s[j+2], s[j+3]
			bit := uint(r-1-j) & 31 // column j has bit r-1-j of the fingerprint
			for i := 63; i >= 0; i-- {
				c, v := coef[i], uint64(values[i])<<3>>bit
				s0 <<= 1
				s1 <<= 1
				s2 <<= 1
				s3 <<= 1
				s0 |= parity(s0&c) ^ v>>3&1
				s1 |= parity(s1&c) ^ v>>2&1
				s2 |= parity(s2&c) ^ v>>1&1
				s3 |= parity(s3&c) ^ v&1
			}
			s[j], s[j+1], s[j+2], s[j+3] = s0, s1, s2, s3
		}
		copy(out[b*uint64(r):(b+1)*uint64(r)], s[:r])
	}
}

// solve128 works on two columns at a time, of two words each.
func (w *work) solve128(out []uint64, p plan, seed uint64) {
	var values [64]uint32
	var s, t [mostR + 1]uint64 // the nearer 64 slots and the farther
	r := p.r
	for b := p.slots/64 - 1; b+1 > 0; b-- {
		coef := (*[64][2]uint64)(w.coef128[b*64:])
		w.values(b, seed, &values)
		for j := 0; j < r; j += 2 {
			s0, s1, t0, t1 := s[j], s[j+1], t[j], t[j+1]
			bit := uint(r-1-j) & 31
			for i := 63; i >= 0; i-- {
				c, d, v := coef[i][0], coef[i][1], uint64(values[i])<<1>>bit
				t0, t1 = t0<<1|s0>>63, t1<<1|s1>>63
				s0 <<= 1
				s1 <<= 1
				s0 |= parity(s0&c^t0&d) ^ v>>1&1
				s1 |= parity(s1&c^t1&d) ^ v&1
			}
			s[j], s[j+1], t[j], t[j+1] = s0, s1, t0, t1
		}
		copy(out[b*uint64(r):(b+1)*uint64(r)], s[:r])
	}
}
