package keys

import "testing"

// THESE VALUES MUST NEVER CHANGE: every recorded count depends on them. They were
// computed by an independent program (Python's hashlib and struct).
func TestSeedsArePinned(t *testing.T) {
	for _, c := range []struct {
		seed  uint64
		cell  string
		trial uint64
		want  uint64
	}{
		{1, "", 0, 730177321864168},
		{1, "k-sweep classic xxh3+double uint64", 0, 1666290837585278},
		{1, "k-sweep classic xxh3+double uint64", 1, 2081826560527131},
		{1<<64 - 1, "a", 1<<64 - 1, 239045931352637},
		{1, "a", 0, 6029684460749368},
	} {
		if got := TrialSeed(c.seed, c.cell, c.trial); got != c.want {
			t.Errorf("TrialSeed(%d, %q, %d) = %d, want %d", c.seed, c.cell, c.trial, got, c.want)
		}
	}
	for label, want := range map[string]uint64{
		LabelKeys:   0xc265c0fe05a6d767,
		LabelSplit:  0xa716c2fc07a43d60,
		LabelScheme: 0x9692aac2ae7ffcda,
		LabelFilter: 0xce434875a9166611,
	} {
		if got := Derive(6029684460749368, label); got != want {
			t.Errorf("Derive(%q) = %#x, want %#x", label, got, want)
		}
	}
}

// A seed is exact in a float64 and differs in every part of what it is made of.
func TestTrialSeedsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	for seed := range uint64(10) {
		for _, cell := range []string{"", "a", "b", "ab"} {
			for trial := range uint64(100) {
				s := TrialSeed(seed, cell, trial)
				if s >= 1<<53 || uint64(float64(s)) != s {
					t.Fatalf("seed %d is not a 53-bit value", s)
				}
				if was, ok := seen[s]; ok {
					t.Fatalf("seed %d comes twice: %s", s, was)
				}
				seen[s] = cell
			}
		}
	}
}
