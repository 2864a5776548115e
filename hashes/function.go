package hashes

import (
	"fmt"
	"strings"
)

// Function is a hash function as a value: bytes and a seed to 64-bit words.
// A stranger's function is a Function in the stranger's own module, looking
// exactly like ours, and package hashtest holds it to these promises. All fields
// but Weak, Raw, Unseeded, Long and Batch are required; the functions must be pure
// (the same arguments give the same words in every process, on every machine) and
// allocate nothing.
//
// Filters that bring their own hash (those of production systems, other people's
// libraries) have it as a Function for the probing Own, where Raw and Unseeded
// are allowed.
type Function struct {
	Name  string // the scheme word, e.g. "xxh3"
	Doc   string // one line: what it is, word order, how it takes the seed
	Paper string // where it is defined
	Width int    // bits of the native digest: 64, 128, 160, 256
	Weak  string // why it is unfit for hostile or structured keys; "" if it is not

	// Raw says that the digest is the key itself, for filters that hash bytes
	// themselves: Digest.Key() has it, and there are no words. Width is 0
	// and all functions below are nil. See Key.
	Raw bool
	// Unseeded says that the seed is ignored, since the system that the function
	// belongs to has none (or a fixed one). Such a function may have fewer than
	// 64 bits. Filters of equal keys are then equal in all trials.
	Unseeded bool

	// Sum64 returns the first word of the digest: Sum128's a.
	Sum64 func(key []byte, seed uint64) uint64
	// Sum128 returns two words. Functions of 64 bits get the second from a
	// second seeded evaluation (SecondSeed).
	Sum128 func(key []byte, seed uint64) (a, b uint64)
	// Long writes the whole digest of (key, counter) as 64-bit words into out
	// and returns how many it wrote, 2 to 8; counter 0 is the plain digest of
	// the key and begins with Sum128's words. Further counters hash again, they
	// never re-use bits. nil for functions of 64 bits, over which slicing makes
	// no sense.
	Long func(key []byte, seed, counter uint64, out *[8]uint64) int
	// Batch is Sum128 over keys laid end to end, for functions that gain from
	// seeing many keys (set up a key schedule once, inline a length): key i is
	// data[off[i]:off[i+1]], and a has one entry a key. b is as long as a, or
	// nil where only first words are wanted. nil means a loop over Sum128.
	Batch func(data []byte, off []uint32, seed uint64, a, b []uint64)
}

// Validate refuses a Function that lacks what every one must have.
func (f *Function) Validate() error {
	switch {
	case f.Name == "" || strings.ContainsAny(f.Name, "+ \t\n,"):
		return fmt.Errorf("hash function %q: want a name without plus, comma and spaces", f.Name)
	case f.Doc == "" || f.Paper == "":
		return fmt.Errorf("hash function %s: want a Doc and a Paper", f.Name)
	case f.Raw:
		return f.validateRaw()
	case f.Sum64 == nil || f.Sum128 == nil:
		return fmt.Errorf("hash function %s: want both Sum64 and Sum128", f.Name)
	case f.Unseeded && f.Width < 1:
		return fmt.Errorf("hash function %s: width %d bits: want at least 1", f.Name, f.Width)
	case f.Width < 64 && !f.Unseeded:
		return fmt.Errorf("hash function %s: width %d bits: want at least 64", f.Name, f.Width)
	case f.Long != nil && f.Width < 128:
		return fmt.Errorf("hash function %s: Long over %d bits: want at least 128", f.Name, f.Width)
	}
	return nil
}

// validateRaw refuses words beside a key.
func (f *Function) validateRaw() error {
	if f.Sum64 != nil || f.Sum128 != nil || f.Long != nil || f.Batch != nil || f.Width != 0 || f.Unseeded {
		return fmt.Errorf("hash function %s: Raw: want width 0, not Unseeded, and no Sum64, Sum128, Long and Batch: its digest is the key", f.Name)
	}
	return nil
}
