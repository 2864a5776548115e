package timing

import "slices"

// Estimate is what one n of a suite will take.
type Estimate struct {
	N       uint64
	Rows    int
	Missing int // rows that cannot be timed
	Samples int // in all rounds
	Seconds float64
	Bytes   uint64 // of memory at once
}

// The costs behind Estimate, in ns a key, rough: filling a filter, making a filter
// ready that is asked (each key hashed, added, asked for), an absent key counted, and
// a key of a list.
const (
	fillNS   = 40
	readyNS  = 120
	absentNS = 25
	listNS   = 60
)

// flushSeconds is what emptying the caches takes.
const flushSeconds = 0.012

// Estimate returns what timing n will take.
func (s *Suite) Estimate(n uint64) (Estimate, error) {
	e := Estimate{N: n}
	rows, err := s.Rows(n)
	if err != nil {
		return e, err
	}
	pool, err := s.poolAt(n)
	if err != nil {
		return e, err
	}
	seen := map[any]bool{}
	once := func(key any, bytes uint64, seconds float64) {
		if !seen[key] {
			seen[key] = true
			e.Bytes, e.Seconds = e.Bytes+bytes, e.Seconds+seconds
		}
	}
	for i := range rows {
		r := &rows[i]
		if r.Missing != "" {
			e.Missing++
			continue
		}
		e.Rows++
		e.Samples += s.roundsOf(r.Op)
		e.Seconds += (float64(s.roundsOf(r.Op)) + 2) * s.sampleSeconds(r)
		if r.Op == Limit {
			once("limit", 16*pool, 0)
			continue
		}
		if asks(r.Op) || r.Op == Empty {
			once(listKey{r.From, r.Hits, ""}, pool*max(width(r.From), 16), float64(pool)*listNS*1e-9)
		}
		if r.Contestant < 0 {
			continue
		}
		shape, err := s.shape(r.Contestant, n)
		if err != nil {
			return e, err
		}
		once(instanceKey{r.Contestant, kind(r.From), r.AA}, shape.Allocated/8, (float64(n)*readyNS+float64(max(s.Absent, pool))*absentNS)*1e-9)
		if !s.Contestants[r.Contestant].Unlimited {
			once("table", tableBytes(shape.Allocated/8), 0)
		}
		if fills(r.Op) {
			once("members "+r.From, n*max(width(r.From), 16), 0)
			once("garbage", garbage+shape.Allocated/8, 0)
		}
	}
	return e, nil
}

// sampleSeconds is what a sample of r takes.
func (s *Suite) sampleSeconds(r *Row) float64 {
	if r.Cache == Cold {
		return bursts * flushSeconds
	}
	wanted := s.BenchTime.Seconds()
	if s.FixedOps > 0 {
		wanted = float64(s.FixedOps) * fillNS * 1e-9
	}
	whole := 0.0
	if fills(r.Op) && s.FixedOps == 0 {
		whole = float64(r.N) * fillNS * 1e-9
		if r.Op == Remove {
			whole, wanted = 2*whole, 2*wanted
		}
	}
	return slices.Max([]float64{wanted, whole})
}
