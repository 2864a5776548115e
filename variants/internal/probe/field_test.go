package probe

import (
	"encoding/binary"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bitarray"
)

// TestPositionsPast32Bits is field fault 16: over m = 2^33, three quarters of all
// positions are 2^31 or more, and the largest passes 2^32.
func TestPositionsPast32Bits(t *testing.T) {
	const m, k, n = 1 << 33, 7, 20000
	plans(t, m, k, 0, func(t *testing.T, p Plan, s hashes.Scheme, _ hashes.Walker) {
		var buf [hashes.MaxWords]uint64
		var key [8]byte
		high, top := 0, uint64(0)
		h := s.NewHasher(1)
		for i := range uint64(n) {
			binary.LittleEndian.PutUint64(key[:], i)
			for _, at := range p.Positions(h.Digest(key[:]), &buf) {
				if top = max(top, at); at >= 1<<31 {
					high++
				}
			}
		}
		// 140,000 positions, a key's correlated at worst fully: sd at most 0.31%.
		if share := float64(high) / n / k; share < 0.735 || share > 0.765 || top <= 1<<32 || top >= m {
			t.Errorf("share of positions from 2^31 is %v, want 0.75; largest %d", share, top)
		}
	})
}

// TestAbsentQueriesHashNoMore counts evaluations of the function under
// independent probing: an absent key of a half-full table costs 2 words on
// average, one at a time and in batches, and never more than it looks at.
func TestAbsentQueriesHashNoMore(t *testing.T) {
	calls := 0
	counted := *hashes.XXH3
	counted.Sum64 = func(key []byte, seed uint64) uint64 {
		calls++
		return hashes.XXH3.Sum64(key, seed)
	}
	s := hashes.Scheme{Function: &counted, Probing: hashes.Independent}
	const m, k = 1 << 14, 10
	table := Table{Plan: New(s.Probing, hashes.Fastrange, m, k, 0), Bits: bitarray.New(m)}
	for p := uint64(0); p < m; p += 2 {
		table.Bits.Set(p)
	}
	h := s.NewHasher(1)
	var key [8]byte
	wanted := 0 // words until the first zero bit
	for i := range uint64(256) {
		binary.LittleEndian.PutUint64(key[:], i)
		d := h.Digest(key[:])
		for j := range k {
			wanted++
			if !table.Bits.Get(hashes.Fastrange.Reduce(d.Word(j), m)) {
				break
			}
		}
	}
	calls = 0
	for i := range uint64(256) {
		binary.LittleEndian.PutUint64(key[:], i)
		table.Contains(h.Digest(key[:]))
	}
	single := calls
	calls = 0
	var hits variants.Hits
	table.ContainsBatch(batchOf(h, 256, 0), &hits)
	// A Hasher may make the first words of a batch by another way than Sum64.
	if single != wanted || calls > wanted || calls < wanted-256 {
		t.Errorf("evaluations for 256 keys: %d one at a time, %d in a batch, want %d", single, calls, wanted)
	}
}

// TestCursor gives the same positions as Positions.
func TestCursor(t *testing.T) {
	plans(t, 4096, 9, 3, func(t *testing.T, p Plan, s hashes.Scheme, w hashes.Walker) {
		h := s.NewHasher(5)
		for i := range 50 {
			d := h.Digest([]byte{byte(i)})
			expected := want(w, d, 9, 3)
			c := p.Start(d)
			for j, at := range expected {
				if got := p.Next(&c); got != at {
					t.Fatalf("key %d, probe %d: %d, want %d", i, j, got, at)
				}
			}
		}
	})
}
