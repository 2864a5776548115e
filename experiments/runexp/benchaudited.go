package runexp

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/audit"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/variants"
)

// auditedAbsent bounds the absent keys behind a rate where libraries are timed: some
// take ten thousand times as long as ours, and at 1 % so many tell it to a hundredth.
const auditedAbsent = 1 << 20

// auditedOps is the least of a sample. A filter of a gigabyte whose every answer waits for
// ten reads is cold after the others' turns: the tables of its pages are as well, and a
// few hundred questions would time nothing but that.
const auditedOps = 1 << 16

// auditedSuites makes one suite an n: each audited library with the size at which it is
// measured to have the rate wanted, or the nearest to it that its structure allows, and
// beside it ours of the nearest structure with the very rate that the library has.
func (s *call) auditedSuites(ctx context.Context, f *benchFlags, base timing.Suite) ([]*timing.Suite, error) {
	chosen, err := s.auditedOf(f)
	if err != nil {
		return nil, err
	}
	restrictToFront(f, &base)
	base.Ops = []string{timing.Contains}
	if !f.from.given {
		base.From = []string{timing.Bytes8}
	}
	base.BuildFrom, base.Absent = base.From, min(base.Absent, auditedAbsent)
	if f.profile != experiments.Smoke {
		base.LeastOps = auditedOps
	}
	target := frontRates[0]
	if f.shape.fpr.given {
		target = f.shape.fpr.value
	}
	var suites []*timing.Suite
	for _, n := range base.N {
		suite := base
		suite.N = []uint64{n}
		m := matcher{call: s, flags: f, suite: &suite, n: n}
		if err := m.all(ctx, chosen, target); err != nil {
			return nil, err
		}
		limit(suite.Contestants, n)
		suites = append(suites, &suite)
	}
	return suites, nil
}

// auditedOf are the libraries to time: those named, or all.
func (s *call) auditedOf(f *benchFlags) ([]*variants.Variant, error) {
	switch {
	case len(s.Audited) == 0:
		return nil, errors.New("bench: --audited: this program has no other people's libraries: they are in ./peers, by make peers")
	case f.shape.bits.given || f.shape.perKey.given || f.shape.k.given || len(f.shape.params) > 0:
		return nil, errors.New("bench: --audited: sizes are those of equal rates: want no --bits, --bits-per-key, -k or --param, and the rate by --fpr")
	}
	var chosen []*variants.Variant
	for _, v := range s.Audited {
		if len(f.variants) == 0 || slices.Contains(f.variants, v.Name) {
			if s.Nearest[v.Name] == "" {
				return nil, fmt.Errorf("bench: --audited: nothing of ours is known to stand beside %s", v.Name)
			}
			chosen = append(chosen, v)
		}
	}
	for _, name := range f.variants {
		if !slices.ContainsFunc(chosen, func(v *variants.Variant) bool { return v.Name == name }) {
			return nil, fmt.Errorf("bench: --variant %q: with --audited want some of the audited libraries (runexp list variants)", name)
		}
	}
	return chosen, nil
}

// limit lets two contestants be held against the reading of random lines: the control,
// and the one of most memory, whose movement marks blocks.
func limit(all []timing.Contestant, n uint64) {
	largest, bytes := 0, uint64(0)
	for i := range all {
		c := all[i].Config
		c.Capacity = n
		if s, err := all[i].Variant.Shape(c, n); err == nil && s.Allocated > bytes {
			largest, bytes = i, s.Allocated
		}
	}
	all[0].Unlimited, all[largest].Unlimited = false, false
}

// printSpeeds prints each library beside ours.
func (s *call) printSpeeds(rows []record.Timing) error {
	g := &grid{header: []string{"n", "library", "ours", "fpr", "ours_fpr", "bits/key", "ours_bits/key", "absent", "ours_absent", "times", "present", "ours_present", "times"}}
	for _, x := range audit.Speeds(rows) {
		row := []string{timing.Count(x.N), x.Library.Variant, x.Ours.Variant}
		for _, v := range []float64{x.Library.FPR, x.Ours.FPR, x.Library.BitsPerKey, x.Ours.BitsPerKey} {
			row = append(row, strconv.FormatFloat(v, 'g', 3, 64))
		}
		for _, c := range []audit.Contrast{x.Absent, x.Present} {
			row = append(row, inDigits(c.LibraryNS, 3), inDigits(c.OursNS, 3), timesWord(c))
		}
		g.rows = append(g.rows, row)
	}
	return g.write(s.out, "table")
}

// timesWord is how many times as fast ours is, with its interval, and ? where that
// cannot be told from the noise.
func timesWord(c audit.Contrast) string {
	text := fmt.Sprintf("%s [%s, %s]", inDigits(c.Ratio, 3), inDigits(c.Low, 3), inDigits(c.High, 3))
	if math.IsNaN(c.Ratio) {
		text = ""
	}
	if c.Verdict == audit.Undecided {
		text += "?"
	}
	return text
}
