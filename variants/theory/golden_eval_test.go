package theory

import "math"

type evalFunc = func(goldenRow) float64

// goldenEval maps structure/variant/quantity to what computes it.
var goldenEval = merge(evalClassic, evalBlocked, evalOther, evalSizing, evalSchemes)

func merge(tables ...map[string]evalFunc) map[string]evalFunc {
	out := map[string]evalFunc{}
	for _, t := range tables {
		for name, f := range t {
			out[name] = f
		}
	}
	return out
}

var evalClassic = map[string]evalFunc{
	"classic/with_replacement/fpr_std":            func(r goldenRow) float64 { return ClassicStd(float64(r.n), float64(r.m), r.k) },
	"classic/with_replacement/fpr_asym":           func(r goldenRow) float64 { return ClassicAsym(float64(r.n), float64(r.m), r.k) },
	"classic/with_replacement/one_minus_fpr_asym": func(r goldenRow) float64 { return ClassicAsymMiss(float64(r.n), float64(r.m), r.k) },
	"classic/with_replacement/fpr_exact":          func(r goldenRow) float64 { return Classic(r.n, r.m, r.k, WithReplacement).FPR },
	"classic/with_replacement/fill_mean": func(r goldenRow) float64 {
		return Classic(r.n, r.m, r.k, WithReplacement).SetBits / float64(r.m)
	},
	"classic/with_replacement/fill_sd": func(r goldenRow) float64 {
		return Classic(r.n, r.m, r.k, WithReplacement).SetBitsSD / float64(r.m)
	},
	"classic/with_replacement/cond_fpr_sd": func(r goldenRow) float64 { return Classic(r.n, r.m, r.k, WithReplacement).SD },
	"classic/with_replacement/fpr_given_setbits": func(r goldenRow) float64 {
		return GivenFill(r.k, r.m, r.num("setbits"), 0, WithReplacement)
	},
	"classic/distinct/fpr_given_setbits": func(r goldenRow) float64 { return GivenFill(r.k, r.m, r.num("setbits"), 0, Distinct) },
	"classic/distinct/fpr_exact":         func(r goldenRow) float64 { return Classic(r.n, r.m, r.k, Distinct).FPR },
	"classic/distinct/fpr_asym":          func(r goldenRow) float64 { return ClassicDistinctAsym(float64(r.n), float64(r.m), r.k) },
	"partitioned/slices/fpr_exact": func(r goldenRow) float64 {
		return Partitioned(r.n, r.uint("slice_bits"), r.k, WithReplacement).FPR
	},
	"cardinality/swamidass_baldi/n_estimate": func(r goldenRow) float64 { return EstimateKeys(r.m, r.k, r.uint("setbits")) },
	"cardinality/exact_m/n_estimate":         func(r goldenRow) float64 { return EstimateKeysExact(r.m, r.k, r.uint("setbits")) },
	"cardinality/swamidass_baldi/rel_sd":     func(r goldenRow) float64 { return EstimateRelSD(r.n, r.m, r.k) },
	"setops/intersection_and/fill_mean": func(r goldenRow) float64 {
		return IntersectionFill(r.uint("nA"), r.uint("nB"), r.uint("nI"), r.m, r.k)
	},
	"setops/union_or/fpr_exact": func(r goldenRow) float64 {
		return Union(r.uint("nA"), r.uint("nB"), r.uint("nI"), r.m, r.k, WithReplacement).FPR
	},
}

func blockedRow(p Positions) evalFunc {
	return func(r goldenRow) float64 { return Blocked(r.n, r.uint("blocks"), r.uint("block_bits"), r.k, p).FPR }
}

var evalBlocked = map[string]evalFunc{
	"blocked/replace/fpr_exact":  blockedRow(WithReplacement),
	"blocked/distinct/fpr_exact": blockedRow(Distinct),
	"blocked/km/fpr_exact":       blockedRow(DoubleModAny),
	"blocked/kmodd/fpr_exact":    blockedRow(DoubleOdd),
	"blocked/edh/fpr_exact":      blockedRow(EnhancedMod),
	"blocked/split/fpr_exact": func(r goldenRow) float64 {
		return SplitBlocked(r.n, r.uint("blocks"), r.uint("block_bits"), r.k).FPR
	},
	"blocked/replace/fpr_poisson_exact_inner": func(r goldenRow) float64 {
		return BlockedPoisson(r.num("lambda"), r.uint("block_bits"), r.k)
	},
	"blocked/putze/fpr_poisson_asym_inner": func(r goldenRow) float64 {
		return BlockedPutze(r.num("lambda"), r.uint("block_bits"), r.k)
	},
	"blocked/split/fpr_poisson": func(r goldenRow) float64 {
		return SplitBlockedPoisson(r.num("block_bits")/r.num("bits_per_key"), r.uint("block_bits"), r.k)
	},
	"blocked/replace/cond_fpr_sd": func(r goldenRow) float64 {
		return Blocked(r.n, r.uint("blocks"), r.uint("block_bits"), r.k, WithReplacement).SD
	},
}

func stagesOf(r goldenRow) []Stage {
	return ScalableStages(r.uint("n0"), r.num("P"), r.num("r"), r.uint("s"), r.int("stages"))
}

// compound is the rate of full stages, the last one holding only a share of its keys.
func compound(r goldenRow, last float64) float64 {
	stages := stagesOf(r)
	var rates []Rate
	for i, s := range stages {
		n := s.Capacity
		if i == len(stages)-1 {
			n = uint64(float64(n) * last)
		}
		rates = append(rates, Classic(n, s.Bits, s.K, WithReplacement))
	}
	return Compound(rates).FPR
}

func totalBits(r goldenRow) (bits, keys uint64) {
	for _, s := range stagesOf(r) {
		bits += s.Bits
		keys += s.Capacity
	}
	return bits, keys
}

func cuckooRow(r goldenRow) (n, buckets uint64, f int) { return r.n, r.uint("buckets"), r.int("f") }

var evalOther = map[string]evalFunc{
	"counting/with_replacement/expected_counters_ge": func(r goldenRow) float64 { return CountersReaching(r.n, r.m, r.k, r.num("j")) },
	"counting/poisson/expected_counters_ge":          func(r goldenRow) float64 { return CountersReachingPoisson(r.n, r.m, r.k, r.num("j")) },
	"counting/fan_bound/expected_counters_ge_bound":  func(r goldenRow) float64 { return CountingFanBound(r.n, r.m, r.k, r.num("j")) },
	"counting/poisson/overflow_prob_per_counter":     func(r goldenRow) float64 { return PoissonTail(r.num("lambda"), r.num("j")) },
	"counting/with_replacement/fpr_exact_after_delete": func(r goldenRow) float64 {
		return Classic(r.uint("inserted")-r.uint("deleted"), r.m, r.k, WithReplacement).FPR
	},
	"scalable/almeida/compound_bound": func(r goldenRow) float64 { return ScalableBound(r.num("P"), r.num("r"), r.int("stages")) },
	"scalable/almeida/total_bits":     func(r goldenRow) float64 { b, _ := totalBits(r); return float64(b) },
	"scalable/almeida/memory_overhead_ratio": func(r goldenRow) float64 {
		b, n := totalBits(r)
		return float64(b) / float64(BitsFor(n, r.num("P")))
	},
	"scalable/almeida/compound_fpr_full":                 func(r goldenRow) float64 { return compound(r, 1) },
	"scalable/almeida/compound_fpr_last_stage_half_full": func(r goldenRow) float64 { return compound(r, 0.5) },
	"scalable/almeida/stages_needed":                     func(r goldenRow) float64 { return float64(StagesNeeded(r.n, r.uint("n0"), r.uint("s"))) },
	"scalable/almeida/compound_limit_bound":              func(r goldenRow) float64 { return ScalableLimit(r.num("P"), r.num("r")) },
	"cuckoo/fan_bound/fpr_bound":                         func(r goldenRow) float64 { return CuckooFanBound(r.int("b"), r.int("f")) },
	"cuckoo/nonzero_uniform/fpr_exact": func(r goldenRow) float64 {
		return Cuckoo(r.n, r.uint("buckets"), r.int("b"), r.int("f")).FPR
	},
	"cuckoo/nonzero_uniform/fpr_load_approx": func(r goldenRow) float64 {
		n, b, f := cuckooRow(r)
		return CuckooLoadApprox(float64(n)/float64(b)/r.num("b"), r.int("b"), f)
	},
	"cuckoo/zero_mapped_to_one/fpr_exact":   func(r goldenRow) float64 { n, b, f := cuckooRow(r); return CuckooZeroToOne(n, b, f) },
	"cuckoo/orientability/load_threshold":   func(r goldenRow) float64 { return CuckooMaxLoad(r.int("b")) },
	"cuckoo/space/bits_per_key_ideal":       func(r goldenRow) float64 { return CuckooBitsPerKey(r.num("eps"), r.int("b"), r.num("alpha")) },
	"cuckoo/space/min_fingerprint_bits":     func(r goldenRow) float64 { return float64(CuckooFingerprintBits(r.num("eps"), r.int("b"))) },
	"cuckoo/semi_sort/sorted_bucket_states": func(r goldenRow) float64 { return SortedBucketStates(1<<r.int("nibble_bits"), r.int("b")) },
	"cuckoo/sizing/buckets_pow2":            func(r goldenRow) float64 { return float64(CuckooBuckets(r.n, r.int("b"), r.num("alpha_max"))) },
	"cuckoo/nonzero_uniform/expected_overfull_groups": func(r goldenRow) float64 {
		n, b, f := cuckooRow(r)
		return CuckooOverfull(n, b, r.int("b"), f)
	},
	"xor/xor3/fpr_exact":                     func(r goldenRow) float64 { return FingerprintRate(r.int("w")) },
	"xor/xor3/array_slots":                   func(r goldenRow) float64 { return float64(XorSlots(r.n)) },
	"xor/xor4/peel_threshold":                func(r goldenRow) float64 { return PeelThreshold(r.int("arity")) },
	"binary_fuse/fuse3/array_slots":          func(r goldenRow) float64 { return float64(FuseSlots(3, r.n)) },
	"binary_fuse/fuse3/fpr_exact":            func(r goldenRow) float64 { return FingerprintRate(r.int("w")) },
	"binary_fuse/fuse3/bits_per_key_large_n": func(r goldenRow) float64 { return FuseBitsPerKey(3, r.int("w")) },
	"binary_fuse/fuse4/bits_per_key_large_n": func(r goldenRow) float64 { return FuseBitsPerKey(4, r.int("w")) },
	"ribbon/standard/fpr_exact":              func(r goldenRow) float64 { return FingerprintRate(r.int("r")) },
	"quotient/qf/fpr_exact":                  func(r goldenRow) float64 { return QuotientRate(r.n, r.int("q"), r.int("r")) },
	"quotient/qf/fpr_asym":                   func(r goldenRow) float64 { return QuotientAsym(r.n, r.int("q"), r.int("r")) },
	"quotient/qf/bits_per_key":               func(r goldenRow) float64 { return QuotientBitsPerKey(r.int("r"), 3, r.num("alpha")) },
	"quotient/rsqf/bits_per_key":             func(r goldenRow) float64 { return QuotientBitsPerKey(r.int("r"), 2.125, r.num("alpha")) },
	"prefix/spare/spare_fraction":            func(r goldenRow) float64 { return PrefixSpare(r.n, r.uint("bins"), r.int("capacity")) },
	"dleft/dlcbf/fpr_approx":                 func(r goldenRow) float64 { return DLeftRate(r.int("d"), r.num("avg_bucket_load"), r.int("r")) },
	"lower_bound/bloom/bits_per_key":         func(r goldenRow) float64 { return BitsPerKeyBloom(r.num("eps")) },
	"lower_bound/information/bits_per_key":   func(r goldenRow) float64 { return BitsPerKeyBound(r.num("eps")) },
}

var evalSizing = map[string]evalFunc{
	"sizing/classic/m_bits":              func(r goldenRow) float64 { return float64(BitsFor(r.n, r.num("target_p"))) },
	"sizing/classic/k_hashes":            func(r goldenRow) float64 { return float64(HashesFor(r.n, r.m)) },
	"sizing/classic/k_tie_bits_per_key":  func(r goldenRow) float64 { return TieBitsPerKey(r.k) },
	"sizing/classic/m_real_for_k":        func(r goldenRow) float64 { return BitsRealForK(float64(r.n), r.num("target_p"), r.k) },
	"sizing/classic/bits_per_key_factor": func(goldenRow) float64 { return 1 / math.Ln2 },

	"hashscheme/truncated_hash/expected_distinct_hashes": func(r goldenRow) float64 { return TruncatedDistinct(r.n, r.int("hash_bits")) },
	"hashscheme/truncated_hash/collision_floor":          func(r goldenRow) float64 { return TruncatedFloor(r.n, r.int("hash_bits")) },
	"hashscheme/truncated_hash/fpr_total":                func(r goldenRow) float64 { return TruncatedRate(r.n, r.m, r.k, r.int("hash_bits")) },
	"hashscheme/modulo_or_fastrange/fill_mean": func(r goldenRow) float64 {
		return ReducedFill(r.uint("hash_range"), r.m, r.num("draws"))
	},
	"hashscheme/modulo_or_fastrange/query_bit_hit_prob": func(r goldenRow) float64 {
		return ReducedHit(r.uint("hash_range"), r.m, r.num("draws"))
	},
	"hashscheme/hash32_only/fpr_asym":                  func(r goldenRow) float64 { return Wrapped32Rate(r.n, r.m, r.k) },
	"hashscheme/sliced_sha256/indices_per_digest":      func(r goldenRow) float64 { return float64(SlicesPerDigest(256, r.int("slice_bits"))) },
	"hashscheme/sliced_sha256/max_indices_mixed_radix": func(r goldenRow) float64 { return float64(MixedRadixPerDigest(256, r.m)) },
}
