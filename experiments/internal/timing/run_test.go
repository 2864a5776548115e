package timing

import (
	"context"
	"testing"
	"time"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/builtin"
)

// ticks is a clock that moves on by a fixed step at every reading, so that what is
// computed from times is the same everywhere.
type ticks struct{ now, step int64 }

func (c *ticks) Now() int64         { c.now += c.step; return c.now }
func (c *ticks) CPU() (int64, bool) { return c.now, true }

// suite is a small one of all variants.
func suite() *Suite {
	s := &Suite{N: []uint64{1000}, Ops: Ops(), From: Froms(), BuildFrom: Froms(), Hits: []int{0, 50, 100},
		Figures: []string{Throughput, Latency}, Caches: []string{Warm, Cold}, Goroutines: []int{1, 2},
		Rounds: 3, BenchTime: 100 * time.Microsecond, FixedOps: 512, Seed: 1}
	for _, v := range builtin.Variants() {
		s.Contestants = append(s.Contestants, Contestant{Variant: v, Words: []string{"fpr=0.01"},
			Config: variants.Config{FPR: 0.01, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}})
	}
	return s
}

func TestSmoke(t *testing.T) {
	s := suite()
	s.FixedOps = 0
	_, err := Run(context.Background(), s, Options{OnSize: func(rows []record.Timing, size record.TimingSize) error {
		for i := range rows {
			r := &rows[i]
			if r.Round != 2 {
				continue
			}
			t.Logf("%s %.3g ns lines %.3g ratio %.3g ops %d B %d w %q %s", r.Name, r.NSPerOp, r.Lines, r.LimitRatio, r.Ops, r.BytesPerOp, r.Warnings, r.Status)
		}
		t.Logf("%+v", size)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
}
