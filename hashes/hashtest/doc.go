// Package hashtest is the conformance kit of hash functions: it holds a
// hashes.Function to every promise that the schemes, and the theory above them,
// rely on. A function of your own is tested by one line in your own module:
//
//	func TestMine(t *testing.T) { hashtest.Run(t, mine.Function) }
//
// Each broken promise is one line that names function, promise and an example.
// Outside of tests, Check returns the same lines as errors.
//
// The promises, in the order they are checked:
//
//	complete        name, documentation, paper and functions are there
//	pure            the same arguments give the same words, from many goroutines, and the key is not written to
//	own bytes       nothing but the key's bytes counts: not what lies before or behind it, nor its alignment
//	every byte      any bit of any byte of the key changes both words, the last byte's too, at lengths to 300 and 1100
//	length          keys of zero bytes differ by their length alone
//	seed            each of the low 32 bits of the seed changes both words; other seeds, other words
//	first word      Sum64 is Sum128's first word
//	long            Long has 2 to 8 words within Width, begins with Sum128's, never repeats one over counters
//	batch           Batch gives what Sum128 gives, for any mixture of lengths, with and without second words
//	no allocation   no call allocates
//	balance         each bit of both words is one for half of random keys
//	avalanche       each bit of the key flips each bit of both words half of the time
//	unrelated       the words of a key, and those of a scheme's evaluations, agree bit by bit half of the time
//	counters        counters as keys spread evenly by the words' high and low ten bits
//
// Of a function that ignores its seed (Unseeded, for filters that bring their own
// hash) nothing is asked about seeds, nor of bits that it does not have. Of one
// whose digest is the key itself (Raw) one promise is asked: key, that the digest
// holds the very key, singly and in a batch.
//
// Nothing is asked of seeds that differ in one bit, since schemes never use such
// a pair (hashes.WordSeed): between seeds that differ in bit 0 alone the lowest
// bit of MurmurHash3's second word changes for about a quarter of 8-byte keys.
//
// The last three are what distinguishes a good function; one that says in its
// Weak field why it is not is excused from them. All draws are fixed: a verdict
// never changes from run to run. Bounds are six standard deviations, so that a
// good function fails with a chance of about one in 10^5.
//
// What the kit cannot see: collisions built by an adversary, weaknesses of
// lengths it does not try, and anything that needs more than some million
// evaluations to show. SMHasher is the deeper test.
package hashtest
