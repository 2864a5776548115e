package stats

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// goldenRow is one row of testdata/stats.csv, the rows structure=stats of a table computed with 50 digits (mpmath), and
// checked by scipy where it has the function; the columns are id, structure, variant, quantity, n, m, k, extra, formula,
// value, rel_tol, how_checked.
type goldenRow struct {
	id, name    string // name is variant/quantity
	n, m, k     float64
	extra       map[string]string
	value, rtol float64
}

func (r goldenRow) x(name string) float64 {
	v, err := strconv.ParseFloat(r.extra[name], 64)
	if err != nil {
		panic(fmt.Sprintf("%s: %s: %v", r.id, name, err))
	}
	return v
}

func TestGolden(t *testing.T) {
	rows := readGolden(t)
	if len(rows) != 80 {
		t.Errorf("%d rows, want 80", len(rows))
	}
	for _, r := range rows {
		f := goldenFunctions[r.name]
		if f == nil {
			t.Errorf("%s: no function for %s", r.id, r.name)
			continue
		}
		got := f(r)
		if !(math.Abs(got-r.value) <= r.rtol*math.Abs(r.value)) {
			t.Errorf("%s %s: %.17g, want %.17g within %g", r.id, r.name, got, r.value, r.rtol)
		}
	}
}

var goldenFunctions = map[string]func(goldenRow) float64{
	"clopper_pearson/ci_low":  func(r goldenRow) float64 { return first(ClopperPearson(r.x("x"), r.n, r.x("conf"))) },
	"clopper_pearson/ci_high": func(r goldenRow) float64 { return second(ClopperPearson(r.x("x"), r.n, r.x("conf"))) },
	"wilson/ci_low":           func(r goldenRow) float64 { return first(Wilson(r.x("x"), r.n, r.x("conf"))) },
	"wilson/ci_high":          func(r goldenRow) float64 { return second(Wilson(r.x("x"), r.n, r.x("conf"))) },
	"inverse_binomial/ci_low": func(r goldenRow) float64 { return first(InverseBinomial(r.x("hits"), r.n, r.x("conf"))) },
	"inverse_binomial/ci_high": func(r goldenRow) float64 {
		return second(InverseBinomial(r.x("hits"), r.n, r.x("conf")))
	},
	"exact_binomial/p_two_sided_doubled": func(r goldenRow) float64 { return PTwoSided(r.x("x"), r.n, r.x("p0"), r.x("p0")) },
	"power/probes_needed_two_sided": func(r goldenRow) float64 {
		return QueriesToDetect(r.x("p"), r.x("rel_dev"), r.x("alpha"), r.x("power"))
	},
	"power/min_detectable_rel_dev": func(r goldenRow) float64 {
		return DetectableDeviation(r.x("p"), r.n, r.x("alpha"), r.x("power"))
	},
	"tost/probes_needed": func(r goldenRow) float64 {
		return QueriesToAgree(r.x("p"), r.x("rel_margin"), r.x("alpha"), r.x("power"))
	},
	"tost/p_value": func(r goldenRow) float64 { return PTost(r.x("x"), r.n, r.x("p"), r.x("rel_margin")) },
	"beta_binomial/sd_of_mean_fpr": func(r goldenRow) float64 {
		f, sd := occupancy(r)
		return SDOfMean(r.x("filters"), r.x("probes_per_filter"), f, sd)
	},
	"beta_binomial/intra_filter_correlation": func(r goldenRow) float64 { return Correlation(occupancy(r)) },
	"beta_binomial/design_effect": func(r goldenRow) float64 {
		f, sd := occupancy(r)
		return DesignEffect(r.x("probes_per_filter"), f, sd)
	},
	"beta_binomial/alpha_param": func(r goldenRow) float64 { return first(BetaShape(occupancy(r))) },
	"benjamini_hochberg/adjusted_p": func(r goldenRow) float64 {
		return BenjaminiHochberg(pValues(r))[int(r.x("rank"))-1]
	},
	"holm/adjusted_p":       func(r goldenRow) float64 { return Holm(pValues(r))[int(r.x("rank"))-1] },
	"bonferroni/critical_z": func(r goldenRow) float64 { return CriticalZ(r.x("alpha"), int(r.x("cells"))) },
	"sprt/asn_h0":           func(r goldenRow) float64 { return first(sprt(r)) },
	"sprt/asn_h1":           func(r goldenRow) float64 { return second(sprt(r)) },
	"beta_mixture_evalue/log_e_value": func(r goldenRow) float64 {
		a, b := prior(r)
		return LogEValue(r.x("x"), r.n, r.x("p0"), a, b)
	},
	"zero_hits/upper_95_one_sided": func(r goldenRow) float64 { return ZeroHitsUpper(r.n, 0.95) },
	// The spread of the fill is theory's; here it checks the moments that the tests of FillTest stand on.
	"fill_check/rel_sd_of_fill": func(r goldenRow) float64 {
		mean, sd := fillMoments(r.n*r.k, r.m)
		return sd / mean
	},
}

func readGolden(t *testing.T) []goldenRow {
	file, err := os.Open("testdata/stats.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []goldenRow
	for _, c := range records[1:] {
		r := goldenRow{id: c[0], name: c[2] + "/" + c[3], extra: map[string]string{}}
		r.n, r.m, r.k = number(t, c[4]), number(t, c[5]), number(t, c[6])
		r.value, r.rtol = number(t, c[9]), number(t, c[10])
		for _, pair := range strings.Split(c[7], ";") {
			if name, value, ok := strings.Cut(pair, "="); ok {
				r.extra[name] = value
			}
		}
		rows = append(rows, r)
	}
	return rows
}

func number(t *testing.T, s string) float64 {
	if s == "" {
		return math.NaN()
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func first(a, _ float64) float64  { return a }
func second(_, b float64) float64 { return b }

func sprt(r goldenRow) (h0, h1 float64) {
	return SPRTMeanSize(r.x("p0"), r.x("p0")*(1+r.x("rel_dev")), r.x("alpha"), r.x("beta"))
}

func prior(r goldenRow) (a, b float64) {
	if r.extra["prior"] == "Beta(0.5,0.5)" {
		return 0.5, 0.5
	}
	c, p := r.x("c"), r.x("p0")
	return c, c * (1 - p) / p
}

func pValues(r goldenRow) []float64 {
	var p []float64
	for _, s := range strings.Split(r.extra["p_values"], "|") {
		v, _ := strconv.ParseFloat(s, 64)
		p = append(p, v)
	}
	return p
}

// occupancy returns the mean and the standard deviation over filters of (X/m)^k, X the number of distinct values among
// kn uniform draws from [0, m): moments by the recursion of Christensen, Roginsky and Jimeno 2010 over the draws.
func occupancy(r goldenRow) (mean, sd float64) {
	k := int(r.k)
	all := make([]float64, 2*k+1) // all[d]: probability that d given cells are all drawn
	all[0] = 1
	for t := 0.0; t < r.n*r.k; t++ {
		for d := 2 * k; d > 0; d-- {
			x := float64(d) / r.m
			all[d] = (1-x)*all[d] + x*all[d-1]
		}
	}
	moment := func(draws int) float64 {
		distinct := make([]float64, draws+1) // distinct[d]: probability of d distinct cells among the query's draws
		distinct[0] = 1
		for i := 0; i < draws; i++ {
			for d := i + 1; d > 0; d-- {
				distinct[d] = distinct[d]*float64(d)/r.m + distinct[d-1]*(r.m-float64(d-1))/r.m
			}
			distinct[0] = 0
		}
		sum := 0.0
		for d, w := range distinct {
			sum += w * all[d]
		}
		return sum
	}
	mean = moment(k)
	return mean, math.Sqrt(moment(2*k) - mean*mean)
}

// fillMoments returns the mean and the standard deviation of the number of distinct values among so many uniform draws
// from [0, m): the classical occupancy moments, in a form without cancellation.
func fillMoments(draws, m float64) (mean, sd float64) {
	l := draws * math.Log1p(-1/m)
	q := math.Exp(l)
	v := q / m * (-math.Expm1(l) + (m-1)*q*math.Expm1(draws*math.Log1p(-1/((m-1)*(m-1)))))
	return -m * math.Expm1(l), m * math.Sqrt(v)
}
