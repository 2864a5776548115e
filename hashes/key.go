package hashes

// Key is no hash: its digest is the key itself, for filters that take bytes and
// hash them in their own way. A variant of such a filter has KeyScheme() for its
// fixed scheme and asks d.Key().
var Key = &Function{
	Name:  "key",
	Doc:   "the key itself, unhashed: for filters that hash bytes themselves",
	Paper: "none: nothing is computed",
	Raw:   true,
}

// KeyScheme returns a new key+own: the filter gets the key.
func KeyScheme() *Scheme { return &Scheme{Function: Key, Probing: Own} }
