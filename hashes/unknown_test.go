package hashes_test

import (
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// TestUnknown holds that names which begin with what was typed win over near
// ones, and that nothing is suggested where nothing is near.
func TestUnknown(t *testing.T) {
	known := []string{"xxh32", "xxh64", "xxh3_64", "xxh3_128", "sha256"}
	for name, want := range map[string]string{
		"xxh3":  ` (did you mean "xxh32" or "xxh3_64" or "xxh3_128"?)`,
		"xxh3_": ` (did you mean "xxh3_64" or "xxh3_128"?)`,
		"xhx64": ` (did you mean "xxh64"?)`,
		"sha":   ` (did you mean "sha256"?)`,
		"crc":   "",
		"":      "",
	} {
		got := hashes.Unknown("function", name, known)
		if list := strings.Join(known, ", "); !strings.HasSuffix(got, list+want) {
			t.Errorf("Unknown(%q) = %s, want the known names and %q", name, got, want)
		}
	}
}
