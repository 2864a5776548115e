package theory

import (
	"math/bits"
	"slices"
)

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// primes lists the prime factors of m in rising order, each once.
func primes(m uint64) []uint64 {
	var out []uint64
	for p := uint64(2); p*p <= m; p++ {
		if m%p == 0 {
			out = append(out, p)
			for m%p == 0 {
				m /= p
			}
		}
	}
	if m > 1 {
		out = append(out, m)
	}
	return out
}

// phi is Euler's function.
func phi(r uint64) uint64 { return phiBy(r, primes(r)) }

// phiBy is Euler's function of r, whose prime factors are among ps.
func phiBy(r uint64, ps []uint64) uint64 {
	out := r
	for _, p := range ps {
		if r%p == 0 {
			out -= out / p
		}
	}
	return out
}

// divisors lists the divisors of m, given its primes, in rising order.
func divisors(m uint64, ps []uint64) []uint64 {
	out := []uint64{1}
	for _, p := range ps {
		have := len(out)
		for q := p; m%q == 0; q *= p {
			for _, d := range out[:have] {
				out = append(out, d*q)
			}
			if q > m/p {
				break
			}
		}
	}
	slices.Sort(out)
	return out
}

func mulMod(a, b, m uint64) uint64 {
	hi, lo := bits.Mul64(a%m, b%m)
	return bits.Rem64(hi, lo, m)
}

// invMod is the inverse of a modulo m for gcd(a, m) = 1; m below 2^62.
func invMod(a, m uint64) uint64 {
	if m == 1 {
		return 0
	}
	r0, r1 := int64(m), int64(a%m)
	t0, t1 := int64(0), int64(1)
	for r1 != 0 {
		q := r0 / r1
		r0, r1 = r1, r0-q*r1
		t0, t1 = t1, t0-q*t1
	}
	if t0 < 0 {
		t0 += int64(m)
	}
	return uint64(t0)
}

// solveMod appends the y in [0, m) with v*y = t (mod m).
func solveMod(out []uint64, v, t, m uint64) []uint64 {
	g := gcd(v%m, m)
	if v%m == 0 {
		g = m
	}
	if t%g != 0 {
		return out
	}
	mg := m / g
	y := mulMod(t/g%mg, invMod(v/g%max(mg, 1), mg), mg)
	for i := uint64(0); i < g; i++ {
		out = append(out, y+i*mg)
	}
	return out
}
