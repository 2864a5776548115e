package hashes_test

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
)

// From a key to its positions: a scheme, a hasher under a seed, a walker over
// the positions of a filter.
func Example() {
	scheme, err := hashes.ParseScheme("xxh3+double", hashes.Functions())
	if err != nil {
		fmt.Println(err)
		return
	}
	const m, k = 1000, 4
	hasher := scheme.NewHasher(1)
	walker := hashes.NewWalker(scheme.Probing, hashes.Fastrange, m, k)
	for _, key := range []string{"one", "two"} {
		walker.Start(hasher.Digest([]byte(key)))
		for range k {
			fmt.Print(walker.Next(), " ")
		}
		fmt.Println(key)
	}
	// Output:
	// 639 331 22 714 one
	// 560 435 311 187 two
}

// A name that does not exist is answered with those that do.
func ExampleParseScheme() {
	_, err := hashes.ParseScheme("xxh3+dubble", hashes.Functions())
	fmt.Println(err)
	// Output:
	// scheme "xxh3+dubble": unknown probing "dubble"; known: independent, double, enhanced, triple, sliced (did you mean "double"?)
}
