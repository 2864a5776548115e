package timing

import "testing"

// Bench runs the suite's rows as sub-benchmarks of b, in blocks as go test does:
// the plain door, for profiles and for a look. Figures to keep come from Run, whose
// rows are interleaved. A row's operation is one key, so ns/op is the same quantity.
func (s *Suite) Bench(b *testing.B) {
	if err := s.Validate(); err != nil {
		b.Fatal(err)
	}
	for _, n := range s.N {
		st, err := s.newStage(n)
		if err != nil {
			b.Fatal(err)
		}
		for _, x := range st.benches {
			b.Run(s.Name(&x.row), func(b *testing.B) { x.bench(b) })
		}
		st.close()
	}
}

// bench does what testing asks for. It counts operations itself instead of b.Loop,
// whose check at every turn is as long as the shortest operations here, and since
// filling filters must stop the clock between them.
func (x *bench) bench(b *testing.B) {
	b.StopTimer()
	b.ResetTimer()
	x.work.run(b, uint64(b.N))
	if err := x.broken(); err != nil {
		b.Fatal(err)
	}
	if !reference(x.row.Op) && x.facts.HasQueries() {
		b.ReportMetric(x.facts.FPR(), "fpr")
		b.ReportMetric(x.facts.BitsPerKey, "bits/key")
	}
}
