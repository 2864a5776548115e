package runexp

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/measure"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/theory"
)

// find returns the claims with what the program itself finds out for those answers
// that rest on no cell. It takes some hundredths of a second, and is a function of the
// program and the timings alone.
func find(claims []experiments.Claim, machines []report.Machine) []experiments.Claim {
	all := slices.Clone(claims)
	for i := range all {
		all[i].Answers = slices.Clone(all[i].Answers)
		for j := range all[i].Answers {
			switch a := &all[i].Answers[j]; a.How {
			case "positions":
				a.Found = findPositions()
			case "clearing":
				a.Found = findCleared()
			case "timed":
				a.Found = findTimed(a, machines)
			}
		}
	}
	return all
}

// findPositions asks for the positions of words at the ends of their range.
func findPositions() *experiments.Found {
	made, outside := measure.Extremes()
	return &experiments.Found{
		Holds: outside == 0, Said: said("why.positions", float64(made), float64(outside)),
		Measured: said("claims.of", float64(outside), float64(made)), Theory: 0,
	}
}

// clearingFilters are the filters of findCleared: 10 bits a key, and 1 % of the keys
// removed.
const clearingFilters, clearingKeys, clearingBits, clearingProbes, clearingRemoved = 400, 1_000, 10_000, 7, 10

// findCleared removes keys by clearing bits. The interval has 99 % and is made of
// what the filters lost, one by one, which knows the spread between them.
func findCleared() *experiments.Found {
	scheme, err := hashes.ParseScheme("xxh3+independent", hashes.Functions())
	if err != nil {
		return nil
	}
	c := measure.Clearing{Scheme: scheme, Seed: 1, N: clearingKeys, M: clearingBits, K: clearingProbes, Removed: clearingRemoved, Filters: clearingFilters}
	lost, err := c.Lost()
	if err != nil {
		return nil
	}
	shares := make([]float64, len(lost))
	for i, x := range lost {
		shares[i] = float64(x) / (clearingKeys - clearingRemoved)
	}
	mean, sd := stat.MeanStdDev(shares, nil)
	half := distuv.UnitNormal.Quantile(0.995) * stat.StdErr(sd, clearingFilters) // 99 %, both sides
	want := theory.Cleared(clearingBits, clearingProbes, clearingRemoved)
	seen := []any{short4(mean), short4(mean - half), short4(mean + half)}
	setting := []any{float64(clearingFilters), float64(clearingKeys), float64(clearingBits), float64(clearingProbes), float64(clearingRemoved)}
	return &experiments.Found{
		Holds: mean-half > 0 && mean-half <= want && want <= mean+half,
		Said:  said("why.cleared", slices.Concat(setting, seen, []any{short4(want)})...), Measured: said("claims.interval", seen...), Theory: short4(want),
	}
}

// said is a text of the catalogue with what is put into it.
func said(key string, values ...any) experiments.Said {
	return experiments.Said{Key: key, Values: values}
}

// short4 rounds to four digits, which is more than the interval is worth.
func short4(x float64) float64 { return record.Round(x, 4) }

// findTimed looks for a file of timings that hashes with the functions asked for, and
// takes the first.
func findTimed(a *experiments.Answer, machines []report.Machine) *experiments.Found {
	for i := range machines {
		for j := range machines[i].Files {
			rows := machines[i].Files[j].Rows
			these, those := hashing(rows, a.Match.Function), hashing(rows, a.Match2.Function)
			if len(these) == 0 || len(these) < len(a.Match.Function) || len(those) < len(a.Match2.Function) {
				continue
			}
			return timed(a, machines[i].ID, these, those)
		}
	}
	return nil
}

// hashing returns the row of each function that makes a digest of a short key,
// at the least n; the keys then lie in a fast cache.
func hashing(rows []record.Timed, functions []string) []*record.Timed {
	var found []*record.Timed
	for _, f := range functions {
		var best *record.Timed
		for i := range rows {
			r := &rows[i]
			name, _, _ := strings.Cut(r.Scheme, "+")
			short := r.Op == "Hash" && r.From == "bytes16" && r.Goroutines == 1 && r.Samples > 0
			if short && name == f && (best == nil || r.N < best.N) {
				best = r
			}
		}
		if best != nil {
			found = append(found, best)
		}
	}
	return found
}

// timed judges times, or, where there are some to compare with, how many times as long
// the others take.
func timed(a *experiments.Answer, machine string, these, those []*record.Timed) *experiments.Found {
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range these {
		if len(those) == 0 {
			low, high = math.Min(low, r.NS), math.Max(high, r.NS)
		}
		for _, other := range those {
			low, high = math.Min(low, r.NS/other.NS), math.Max(high, r.NS/other.NS)
		}
	}
	took := listTimes(these)
	found := experiments.Found{
		Holds: low >= a.Low && high <= a.High, Said: said("why.takes", machine, "16", took), Measured: said("claims.ns", took), Theory: math.NaN(),
	}
	if len(those) > 0 {
		low, high = record.Round(low, 3), record.Round(high, 3)
		found.Said = said("why.slower", machine, "16", took, listTimes(those), low, high)
		found.Measured = said("claims.times", low, high)
	}
	return &found
}

// listTimes names functions and their times in ns.
func listTimes(rows []*record.Timed) string {
	var parts []string
	for _, r := range rows {
		name, _, _ := strings.Cut(r.Scheme, "+")
		parts = append(parts, fmt.Sprintf("%s %.3g", name, r.NS))
	}
	return strings.Join(parts, ", ")
}
