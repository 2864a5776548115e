package theory

// Rows of derived positions.

func stepRule(r goldenRow) Positions {
	switch r.extra["h2"] {
	case "any":
		return DoubleModAny
	case "odd":
		return DoubleOdd
	}
	return DoubleMod // nonzero, at prime m
}

func seriesRow(of func(k int) series) (rate, overlap, excess evalFunc) {
	rate = func(r goldenRow) float64 { return of(r.k).rate(float64(r.n), float64(r.m)) }
	overlap = func(r goldenRow) float64 { return of(r.k).c(r.num("p")) }
	excess = func(r goldenRow) float64 { return of(r.k).excess() }
	return rate, overlap, excess
}

var evalSchemes = schemeRows()

func schemeRows() map[string]evalFunc {
	out := map[string]evalFunc{
		"double_hashing/fpr_exact": func(r goldenRow) float64 { return Classic(r.n, r.m, r.k, stepRule(r)).FPR },
		"double_hashing/fill_mean": func(r goldenRow) float64 {
			return Classic(r.n, r.m, r.k, stepRule(r)).SetBits / float64(r.m)
		},
		"enhanced_double_hashing/fpr_exact": func(r goldenRow) float64 { return Classic(r.n, r.m, r.k, EnhancedMod).FPR },
		"enhanced_double_hashing/fill_mean": func(r goldenRow) float64 {
			return Classic(r.n, r.m, r.k, EnhancedMod).SetBits / float64(r.m)
		},
		"triple_hashing/fpr_exact": func(r goldenRow) float64 {
			t, f := patternTally(r.m, triplePatterns(r.m, r.k))
			mean, _ := t.rate(r.n, r.m, r.m*r.m, 1, hit(float64(r.n), f.d/float64(r.m)))
			return mean
		},
		"double_hashing_prime/fpr_first_order": func(r goldenRow) float64 { return DoublePrimeFirstOrder(r.n, r.m, r.k) },
	}
	add := func(name string, of func(k int) series) {
		rate, overlap, excess := seriesRow(of)
		if _, ok := out[name+"/fpr_first_order"]; !ok {
			out[name+"/fpr_first_order"] = rate
		}
		out[name+"/overlap_coefficient"], out[name+"/excess_coefficient"] = overlap, excess
	}
	add("double_hashing_prime", func(k int) series { return stepSeries(k, prime, DoubleModAny) })
	add("double_hashing_prime_nonzero", func(k int) series { return stepSeries(k, prime, DoubleMod) })
	add("double_hashing_fastrange", fastrangeSeries)
	add("double_hashing_wrap64_mod", wrapModSeries)
	add("enhanced_prime", func(k int) series { return enhancedSeries(k, prime, 0) })
	add("triple_prime", func(k int) series { return tripleModSeries(k, prime) })
	named := map[string]evalFunc{}
	for name, f := range out {
		named["hashscheme/"+name] = f
	}
	return named
}
