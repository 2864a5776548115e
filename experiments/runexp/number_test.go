package runexp

import (
	"math"
	"testing"
)

// TestParseInteger holds FF-73: exact whole numbers in three spellings, and an
// error for everything else.
func TestParseInteger(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "1": 1, "1000000": 1e6, "1e6": 1e6, "1E6": 1e6, "1_000_000": 1e6, "1.5e6": 1.5e6, "2.50e1": 25, "10e0": 10,
		"18446744073709551615": math.MaxUint64, "1e19": 1e19, "007": 7, "1.0": 1, "1_0e1": 100, "0e19": 0, "1e+3": 1000,
	} {
		if got, err := parseInteger(text); err != nil || got != want {
			t.Errorf("parseInteger(%q) = %d, %v, want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "10abc", "1.5", "-1", "+1", "1e", "e6", "1e6.0", "1e-3", "1e20", "1e99", "18446744073709551616", "2e19",
		"1__0", "_1", "1_", "0x10", "1 ", " 1", "1.", ".5e1", "1.25e1", "NaN", "Inf", "1e1_0", "1,000", "١"} {
		if got, err := parseInteger(text); err == nil {
			t.Errorf("parseInteger(%q) = %d, want an error", text, got)
		}
	}
}

func TestSeed(t *testing.T) {
	for text, want := range map[string]uint64{"0": 0, "0x10": 16, "0XfF": 255, "18446744073709551615": math.MaxUint64, "1e3": 1000} {
		var f seed
		if err := f.Set(text); err != nil || f.value != want {
			t.Errorf("seed %q = %d, %v, want %d", text, f.value, err, want)
		}
	}
	for _, text := range []string{"", "0x", "-1", "0x10000000000000000", "18446744073709551616", "1.5"} {
		if err := new(seed).Set(text); err == nil {
			t.Errorf("seed %q was taken", text)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]uint64{"1": 1, "4096": 4096, "4k": 4096, "1.5M": 1.5 * (1 << 20), "2G": 2 << 30, "2GiB": 2 << 30,
		"1TB": 1 << 40, "1e9": 1e9, "1_000": 1000} {
		var f size
		if err := f.Set(text); err != nil || f.bytes != want {
			t.Errorf("size %q = %d, %v, want %d", text, f.bytes, err, want)
		}
	}
	for _, text := range []string{"", "0", "-1G", "G", "1X", "NaN", "1e30", "1MG", "InfG"} {
		if err := new(size).Set(text); err == nil {
			t.Errorf("size %q was taken", text)
		}
	}
}

func TestShard(t *testing.T) {
	var f shard
	if err := f.Set("2/5"); err != nil || f.index != 2 || f.of != 5 {
		t.Errorf("2/5 = %+v, %v", f, err)
	}
	for _, text := range []string{"", "1", "5/5", "-1/5", "1/0", "0/0", "a/b", "1/2/3", "0/1000000"} {
		if err := f.Set(text); err == nil {
			t.Errorf("shard %q was taken", text)
		}
	}
}
