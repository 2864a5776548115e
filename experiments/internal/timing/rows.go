package timing

import "slices"

// Rows returns the rows of one n in their order: references first, then contestant
// by contestant. Rows that cannot be timed carry the reason.
func (s *Suite) Rows(n uint64) ([]Row, error) {
	var own []Row
	for i := range s.Contestants {
		own = append(own, s.contestantRows(i, n)...)
	}
	limits, err := s.limitRows(n, own)
	if err != nil {
		return nil, err
	}
	rows := append(s.emptyRows(own), s.hashRows(n, own)...)
	return append(append(rows, limits...), own...), nil
}

// contestantRows are the rows of one contestant, each twice where it is the control.
func (s *Suite) contestantRows(i int, n uint64) []Row {
	var rows []Row
	for _, r := range s.wanted(i) {
		r.Contestant, r.N = i, n
		r.Missing = s.missing(&r)
		if r.Missing != "" || !s.control(i, &r) {
			rows = append(rows, r)
			continue
		}
		for _, aa := range []string{"a", "b"} {
			r.AA = aa
			rows = append(rows, r)
		}
	}
	return rows
}

// wanted are the rows that are asked of a contestant: its own list, or all forms of
// all operations.
func (s *Suite) wanted(i int) []Row {
	var rows []Row
	if asks := s.Contestants[i].Asks; len(asks) > 0 {
		for _, a := range asks {
			rows = append(rows, a.row())
		}
		return rows
	}
	for _, op := range s.Ops {
		rows = append(rows, s.forms(op)...)
	}
	return rows
}

// row is the row of a question, of nobody yet.
func (a Ask) row() Row {
	r := Row{Op: a.Op, From: a.From, Hits: a.Hits, Goroutines: 1}
	if asks(a.Op) {
		r.Figure, r.Cache = Throughput, Warm
	}
	return r
}

// control reports whether contestant i is the one whose row r is there twice: the
// first, or with lists of their own the first that is asked and can answer.
func (s *Suite) control(i int, r *Row) bool {
	for j := range i {
		c := &s.Contestants[j]
		if len(c.Asks) == 0 {
			return false
		}
		for _, a := range c.Asks {
			other := a.row()
			if other.Contestant, other.N = j, r.N; a.Op == r.Op && a.From == r.From && a.Hits == r.Hits && s.missing(&other) == "" {
				return false
			}
		}
	}
	return true
}

// forms are the ways in which an operation is timed.
func (s *Suite) forms(op string) []Row {
	switch {
	case op == Save || op == Load:
		return []Row{{Op: op, Hits: -1, Goroutines: 1}}
	case fills(op):
		var rows []Row
		for _, from := range s.BuildFrom {
			rows = append(rows, Row{Op: op, From: from, Hits: -1, Goroutines: 1})
		}
		return rows
	}
	base := Row{Op: op, From: s.From[0], Figure: s.Figures[0], Cache: s.Caches[0], Goroutines: s.Goroutines[0]}
	var rows []Row
	vary := func(hits int, change func(r *Row)) {
		r := base
		r.Hits = hits
		change(&r)
		rows = append(rows, r)
	}
	for _, hits := range s.Hits {
		vary(hits, func(*Row) {})
	}
	for _, figure := range s.Figures[1:] {
		for _, hits := range s.Hits {
			vary(hits, func(r *Row) { r.Figure = figure })
		}
	}
	first := s.Hits[0]
	for _, from := range s.From[1:] {
		vary(first, func(r *Row) { r.From = from })
	}
	for _, cache := range s.Caches[1:] {
		vary(first, func(r *Row) { r.Cache = cache })
	}
	for _, g := range s.Goroutines[1:] {
		vary(first, func(r *Row) { r.Goroutines = g })
	}
	return slices.DeleteFunc(rows, func(r Row) bool {
		// A batch has no latency of a key, and a burst of one key after the other
		// on two goroutines is no question anybody asks.
		return r.Figure == Latency && (r.Op == ContainsBatch || r.Goroutines > 1 || r.Cache == Cold) ||
			r.Cache == Cold && r.Goroutines > 1
	})
}

// emptyRows are the empty loops of the rows that ask.
func (s *Suite) emptyRows(own []Row) []Row {
	var rows []Row
	for _, r := range own {
		if !asks(r.Op) || r.Missing != "" || r.Cache == Cold || r.Goroutines > 1 || r.AA == "b" {
			continue
		}
		e := emptyOf(&r, s.Contestants[r.Contestant].Config.Scheme.Name())
		if !slices.Contains(rows, e) {
			rows = append(rows, e)
		}
	}
	return rows
}

// hashRows are the digests alone, of every scheme and starting point in use.
func (s *Suite) hashRows(n uint64, own []Row) []Row {
	var rows []Row
	for _, r := range own {
		if !asks(r.Op) || r.From == Digest || r.Missing != "" {
			continue
		}
		h := Row{Op: Hash, Contestant: -1, Scheme: s.Contestants[r.Contestant].Config.Scheme.Name(), N: n, From: r.From, Hits: -1, Goroutines: 1}
		if r.Op == ContainsBatch {
			h.Op = HashBatch
		}
		if !slices.Contains(rows, h) {
			rows = append(rows, h)
		}
	}
	return rows
}
