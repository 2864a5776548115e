package hashes

import "testing"

// counting wraps a function and counts its evaluations.
func counting(f *Function, calls *int) *Function {
	counted := *f
	counted.Batch = nil
	counted.Sum64 = func(key []byte, seed uint64) uint64 { *calls++; return f.Sum64(key, seed) }
	counted.Sum128 = func(key []byte, seed uint64) (a, b uint64) { *calls++; return f.Sum128(key, seed) }
	counted.Long = func(key []byte, seed, counter uint64, out *[8]uint64) int {
		*calls++
		return f.Long(key, seed, counter, out)
	}
	return &counted
}

// TestLazy: a query that stops after j positions has paid only for the hashes of
// those: j evaluations (independent), 1 (double, enhanced), 1 and then one a word
// from the third on (triple has three words), one for every four (sliced
// SHA-256) or two words (sliced XXH3).
func TestLazy(t *testing.T) {
	for _, c := range []struct {
		f    *Function
		p    Probing
		want [7]int // evaluations after 1, 2, ... 7 positions
	}{
		{XXH3, Independent, [7]int{1, 2, 3, 4, 5, 6, 7}},
		{XXH3, Double, [7]int{1, 1, 1, 1, 1, 1, 1}},
		{XXH3, Enhanced, [7]int{1, 1, 1, 1, 1, 1, 1}},
		{XXH3, Triple, [7]int{1, 1, 2, 2, 2, 2, 2}},
		{XXH3, Sliced, [7]int{1, 1, 2, 2, 3, 3, 4}},
		{SHA256, Sliced, [7]int{1, 1, 1, 1, 2, 2, 2}},
	} {
		for r := range Reduction(3) {
			for stop := 1; stop <= 7; stop++ {
				calls := 0
				s := Scheme{counting(c.f, &calls), c.p}
				w := NewWalker(c.p, r, 1<<20, 7)
				w.Start(s.NewHasher(1).Digest([]byte("key")))
				for range stop {
					w.Next()
				}
				if calls != c.want[stop-1] {
					t.Errorf("%s reduce=%s: %d evaluations for %d positions, want %d", s.Name(), r, calls, stop, c.want[stop-1])
				}
			}
		}
	}
}

// TestSourceReuse: a Source that goes on to another key forgets all of the one
// before, however far that was asked.
func TestSourceReuse(t *testing.T) {
	for _, s := range Schemes(Functions()) {
		if !s.Lazy() {
			continue
		}
		used, fresh := s.NewHasher(3), s.NewHasher(3)
		used.Digest([]byte("another key")).Word(40)
		got, want := used.Digest([]byte("key")), fresh.Digest([]byte("key"))
		for i := range MaxWords {
			if got.Word(i) != want.Word(i) {
				t.Fatalf("%s: word %d is %x, want %x", s.Name(), i, got.Word(i), want.Word(i))
			}
		}
	}
}

// TestWordsDiffer: no word of a key's digest comes twice, in any scheme: bits are
// never used for two positions.
func TestWordsDiffer(t *testing.T) {
	for _, s := range Schemes(Functions()) {
		if !s.Lazy() {
			continue
		}
		seen := map[uint64]int{}
		d := s.NewHasher(12).Digest([]byte("key"))
		for i := range MaxWords {
			if j, twice := seen[d.Word(i)]; twice {
				t.Fatalf("%s: words %d and %d are both %x", s.Name(), i, j, d.Word(i))
			}
			seen[d.Word(i)] = i
		}
	}
}

// TestWordBeyond: a digest of 128 bits has no third word; asking is a
// programming error.
func TestWordBeyond(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("word 2 of a 128-bit digest did not panic")
		}
	}()
	Scheme{XXH3, Double}.NewHasher(1).Digest(nil).Word(2)
}
