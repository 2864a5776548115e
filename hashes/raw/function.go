package raw

import "fmt"

// Function is one published hash function by its exact name, as `runexp hash
// --function` knows it.
type Function struct {
	Name     string // e.g. "xxh3_128"
	KeyBytes int    // length of the key in bytes; 0 if it is not keyed
	SeedBits int    // width of the seed, 32 or 64; 0 if it takes none

	// Sum returns the digest of message. Digits stand most significant first
	// for every integer of the digest, in the order that the function's Doc
	// gives, so that the hex of the result is what one compares. A seed or a
	// key that the function does not take is an error that says what it takes.
	Sum func(message []byte, seed uint64, key []byte) ([]byte, error)
	Doc string // the integers of the digest in their order
}

// check refuses a seed or key that a function of these widths does not take.
func check(name string, seedBits int, seed uint64, keyBytes int, key []byte) error {
	switch {
	case seedBits == 0 && seed != 0:
		return fmt.Errorf("--seed %d: %s takes no seed", seed, name)
	case seedBits == 32 && seed>>32 != 0:
		return fmt.Errorf("--seed %d: %s takes a seed of 32 bits, 0 to 4294967295", seed, name)
	case keyBytes == 0 && len(key) != 0:
		return fmt.Errorf("--key of %d bytes: %s takes no key", len(key), name)
	case len(key) != keyBytes:
		return fmt.Errorf("--key of %d bytes: %s takes a key of exactly %d bytes (%d hex digits)",
			len(key), name, keyBytes, 2*keyBytes)
	}
	return nil
}

// seeded makes a Function with a seed of 0 (none), 32 or 64 bits.
func seeded(name, doc string, bits int, sum func(b []byte, seed uint64) []byte) Function {
	return Function{Name: name, Doc: doc, SeedBits: bits,
		Sum: func(b []byte, seed uint64, key []byte) ([]byte, error) {
			if err := check(name, bits, seed, 0, key); err != nil {
				return nil, err
			}
			return sum(b, seed), nil
		}}
}

// keyed makes a Function with a key of n bytes.
func keyed(name, doc string, n int, sum func(b, key []byte) []byte) Function {
	return Function{Name: name, Doc: doc, KeyBytes: n,
		Sum: func(b []byte, seed uint64, key []byte) ([]byte, error) {
			if err := check(name, 0, seed, n, key); err != nil {
				return nil, err
			}
			return sum(b, key), nil
		}}
}
