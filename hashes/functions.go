package hashes

import "github.com/filterlab/filterlab/hashes/raw"

// Functions returns the hash functions we ship, strong and weak, in a fixed
// order in a fresh slice: append yours. The package comment has their table.
func Functions() []*Function {
	return []*Function{XXH3, XXH64, Murmur3, HighwayHash, SipHash, FarmHash, FNV1a, SHA256, SHA1}
}

// Schemes returns every pair of a function of the list and a probing that makes
// sense, functions in their order, probings in theirs.
func Schemes(functions []*Function) []Scheme {
	var all []Scheme
	for _, f := range functions {
		for _, p := range Probings() {
			if s := (Scheme{Function: f, Probing: p}); s.Validate() == nil {
				all = append(all, s)
			}
		}
	}
	return all
}

// Raw is a published hash function under its exact name, as `runexp hash` runs
// it: no scheme, no rule for seeds of ours. See package raw.
type Raw = raw.Function

// RawFunctions returns all published functions we have.
func RawFunctions() []Raw { return raw.Functions() }
