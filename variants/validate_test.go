package variants

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// FF-72, FF-03: what no variant can use is refused with the variant, the field, the
// value and what is allowed, by the check that all variants share.
func TestCheckConfig(t *testing.T) {
	good := Config{Capacity: 1000, FPR: 0.01, Scheme: hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}}
	if err := CheckConfig("mine", good); err != nil {
		t.Fatal(err)
	}
	refused := func(want string, change func(c *Config)) {
		t.Helper()
		c := good
		change(&c)
		if err := CheckConfig("mine", c); err == nil || !strings.HasPrefix(err.Error(), "mine: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want an error with %q", err, want)
		}
	}
	for _, p := range []float64{1, 2, -0.1, math.NaN(), math.Inf(1), math.Inf(-1)} {
		refused(fmt.Sprintf("fpr %v: want a number in the open interval (0, 1)", p), func(c *Config) { c.FPR = p })
	}
	for _, b := range []float64{-1, math.NaN(), math.Inf(1), 1e30} {
		refused(fmt.Sprintf("bits-per-key %v: want a number above 0 with at most 2^40 bits", b), func(c *Config) { c.FPR, c.BitsPerKey = 0, b })
	}
	refused("n or capacity 10000000000000: want at most 109951162777 keys at 10 bits-per-key, which are 2^40 bits in all",
		func(c *Config) { c.FPR, c.BitsPerKey, c.Capacity = 0, 10, 1e13 })
	refused("capacity 0: want at least 1 key", func(c *Config) { c.Capacity = 0 })
	refused("bits 1099511627777: want 1 to 2^40", func(c *Config) { c.FPR, c.Bits = 0, 1<<40+1 })
	refused("k -1: want 1 to 64", func(c *Config) { c.K = -1 })
	refused("k 65: want 1 to 64", func(c *Config) { c.K = 65 })
	refused("exactly one of bits, bits-per-key and fpr, got 0", func(c *Config) { c.FPR = 0 })
	refused("exactly one of bits, bits-per-key and fpr, got 3", func(c *Config) { c.Bits, c.BitsPerKey = 1, 1 })
}
