package timing

import "testing"

// Rounds that are for questions alone leave out what fills a filter, tell their
// progress to the end, and are counted in the estimate; numbering goes on.
func TestFillRounds(t *testing.T) {
	s := suite(t, "classic", "counting")
	s.From, s.BuildFrom, s.Figures, s.Hits = []string{Digest}, []string{Digest}, []string{Throughput}, []int{0}
	s.Ops = []string{Contains, Add, Remove}
	s.Rounds, s.FillRounds = 5, 2
	done, all := uint64(0), uint64(0)
	rows, _ := run(t, s, Options{FirstRound: 11, OnProgress: func(now, of uint64) { done, all = now, of }})
	counts := map[string]map[uint64]int{}
	for i := range rows {
		r := &rows[i]
		if r.Attempt != 1 {
			continue
		}
		if counts[r.Op] == nil {
			counts[r.Op] = map[uint64]int{}
		}
		counts[r.Op][r.Round]++
	}
	for op, rounds := range map[string]int{Contains: 5, Add: 2, Remove: 2} {
		if got := len(counts[op]); got != rounds {
			t.Errorf("%s was timed in %d rounds, want %d", op, got, rounds)
		}
		for round, n := range counts[op] {
			if n != counts[op][11] || round < 11 {
				t.Errorf("%s: %d samples in round %d, %d in the first", op, n, round, counts[op][11])
			}
		}
	}
	if done != all || done == 0 {
		t.Errorf("%d of %d samples in the end", done, all)
	}
	short, err := s.Estimate(500)
	if err != nil {
		t.Fatal(err)
	}
	s.FillRounds = 0
	long, err := s.Estimate(500)
	if err != nil {
		t.Fatal(err)
	}
	fills := 0
	for op := range counts {
		if op == Add || op == Remove {
			fills += counts[op][11]
		}
	}
	if want := long.Samples - 3*fills; short.Samples != want || !(short.Seconds < long.Seconds) {
		t.Errorf("estimated %d samples of %d, want %d", short.Samples, long.Samples, want)
	}
}
