package cuckoo

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/variants"
)

// TestSizeForRate: the smallest f by hand: at load 0.95, b = 4, the rate is about
// 7.6/(2^f-1), so 1% takes 10 bits, 3% takes 8, 1e-6 takes 23 (theory.md 6 and 11:
// min_fingerprint_bits of a full table says 10 for 1%).
func TestSizeForRate(t *testing.T) {
	for _, c := range []struct {
		n       uint64
		p       float64
		b       string
		f       int
		buckets uint64
	}{
		{1_000_000, 0.01, "4", 10, 263158},
		{1_000_000, 0.03, "4", 8, 263158},
		{1_000_000, 1e-6, "4", 23, 263158},
		{1_000_000, 0.5, "4", 4, 263158},
		{500_000, 0.01, "2", 9, 297620},
		{500_000, 0.01, "8", 11, 63776},
		{500_000, 0.01, "1", 7, 1250000},
		{1, 0.01, "4", 7, 1},
	} {
		s, err := shape(variants.Config{Capacity: c.n, FPR: c.p, Params: variants.Params{"b": c.b}, Scheme: scheme}, 0)
		if err != nil || s.Remainder != c.f || s.Buckets != c.buckets || s.Params["f"] != itoa2(c.f) {
			t.Errorf("n=%d p=%g b=%s: f=%d buckets=%d %v %v, want %d, %d", c.n, c.p, c.b, s.Remainder, s.Buckets, s.Params, err, c.f, c.buckets)
		}
	}
}

func itoa2(n int) string { return strings.TrimLeft(itoa(n), "0") }

// TestSizeForBits: with bits per key the largest f with f/0.95 <= B; with raw bits
// as many whole buckets as go in.
func TestSizeForBits(t *testing.T) {
	for _, c := range []struct {
		config  variants.Config
		f       int
		buckets uint64
	}{
		{variants.Config{BitsPerKey: 12}, 11, 272_727},
		{variants.Config{BitsPerKey: 20}, 19, 263_158}, // 19/0.95 = 20 exactly
		{variants.Config{BitsPerKey: 8}, 7, 285_714},
		{variants.Config{BitsPerKey: 64}, 32, 500_000},
		{variants.Config{BitsPerKey: 16, Params: variants.Params{"f": "8"}}, 8, 500_000},
		{variants.Config{Bits: 4096 * 48, Params: variants.Params{"f": "12"}}, 12, 4096},
		{variants.Config{Bits: 4097*48 - 1, Params: variants.Params{"f": "12"}}, 12, 4096},
		{variants.Config{Bits: 4097 * 48, Params: variants.Params{"f": "12", "reduce": "mask"}}, 12, 4096},
		{variants.Config{Bits: 1000 * 4 * 9, Params: variants.Params{"buckets": "1000"}}, 9, 1000},
		{variants.Config{BitsPerKey: 12, Params: variants.Params{"reduce": "mask"}}, 5, 524288},
		{variants.Config{FPR: 0.001, Params: variants.Params{"f": "12"}}, 12, 488_156}, // 2n/(4095 * -ln(1-p)) = 488155.7
	} {
		c.config.Capacity, c.config.Scheme = 1_000_000, scheme
		s, err := shape(c.config, 0)
		if err != nil || s.Remainder != c.f || s.Buckets != c.buckets {
			t.Errorf("%+v: f=%d buckets=%d %v, want %d, %d", c.config, s.Remainder, s.Buckets, err, c.f, c.buckets)
		}
		if s.Bits != s.Buckets*uint64(s.Slots*s.Remainder) {
			t.Errorf("%+v: %d bits", c.config, s.Bits)
		}
	}
}

// TestShapeIsAFixpoint: the bits and parameters of a shape give that shape again.
func TestShapeIsAFixpoint(t *testing.T) {
	for _, c := range []variants.Config{
		{Capacity: 1, BitsPerKey: 8}, {Capacity: 777, BitsPerKey: 9.3}, {Capacity: 100_000, FPR: 0.003},
		{Capacity: 100, Bits: 999}, {Capacity: 10, FPR: 0.1, Params: variants.Params{"buckets": "50", "b": "2"}},
		{Capacity: 1000, FPR: 0.01, Params: variants.Params{"reduce": "mask"}},
	} {
		c.Scheme = scheme
		s, err := shape(c, 0)
		if err != nil {
			t.Fatal(err)
		}
		again, err := shape(variants.Config{Capacity: s.Capacity, Bits: s.Bits, Params: s.Params, Scheme: scheme}, 0)
		if err != nil || again.Bits != s.Bits || again.Buckets != s.Buckets || again.Params.String() != s.Params.String() {
			t.Errorf("%+v: %+v, again %+v %v", c, s, again, err)
		}
	}
}

// TestBadConfig: one line that names the variant, the value and what is allowed.
// FF-32: the largest f is named where a rate asks for more.
func TestBadConfig(t *testing.T) {
	for _, c := range []struct {
		config variants.Config
		want   string
	}{
		{variants.Config{FPR: 1e-10}, "f=32"},
		{variants.Config{FPR: 1e-12}, "f=32"},
		{variants.Config{Bits: 1e6, K: 7}, "classic, partitioned, blocked and counting"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"f": "33"}}, "4 to 32"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"f": "3"}}, "4 to 32"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"b": "3"}}, "1, 2, 4 or 8"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"b": "16"}}, "1, 2, 4 or 8"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"kicks": "-1"}}, "0 to 1000000"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"buckets": "0"}}, "buckets=0"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"block": "512"}}, "block"},
		{variants.Config{BitsPerKey: 4}, "4.211"},
		{variants.Config{FPR: 0.01, Params: variants.Params{"buckets": "10"}}, "holds at most 40 keys"},
		{variants.Config{Bits: 100, Params: variants.Params{"buckets": "10"}}, "do not fit 100 bits"},
		{variants.Config{Bits: 1e6, Params: variants.Params{"buckets": "1000", "reduce": "mask", "f": "8"}}, "power of two"},
		{variants.Config{Bits: 2e12}, "2^40"},
	} {
		c.config.Capacity, c.config.Scheme = 100_000, scheme
		_, err := shape(c.config, 0)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "cuckoo: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%+v: %v, want one line with %q", c.config, err, c.want)
		}
	}
}
