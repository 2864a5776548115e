// Package hashes turns keys into positions: hash functions, the probings that
// make k positions of a digest, and schemes, which are one of each.
//
// # What stands here
//
// A Bloom filter needs k positions in [0, m) for each key, spread evenly and
// independently. Nobody computes k hashes of k unrelated functions; three steps
// share the work, and each has its own way to go wrong:
//
//	key --Function--> digest (64-bit words) --Probing--> k words --Reduction--> k positions in [0, m)
//
// A Function maps bytes and a seed to 64-bit words. A Probing says how k words
// come of them. A Scheme is a function and a probing, written "xxh3+double", and
// everything that decides positions but seed, m and reduction. A Hasher is a
// scheme under a seed, owned by one goroutine; it gives a Digest a key, or a Batch
// of up to 256. Filters see digests only, so hashing can be exchanged, and
// measured, apart from them. Walker is the plain definition of all positions.
//
//	scheme, _ := hashes.ParseScheme("xxh3+double", hashes.Functions())
//	hasher := scheme.NewHasher(seed)
//	walker := hashes.NewWalker(scheme.Probing, hashes.Fastrange, m, k)
//	walker.Start(hasher.Digest(key))
//	for range k {
//		set(walker.Next())
//	}
//
// # The functions
//
// One word names exactly one function (XXH64, XXH3 of 64 and XXH3 of 128 bits
// are three). Words are 64 bits; A is word 0, B word 1; le64 is eight bytes,
// little-endian.
//
//	word         width  published function   A, B                     further words  how the seed enters
//	xxh3          128   xxh3_128             low half, high half      2 a counter    is the function's seed
//	xxh64          64   xxh64                digest, 2nd evaluation   none           is the function's seed
//	murmur3       128   murmur3_x64_128      h1, h2                   2 a counter    low 32 bits are the function's seed
//	highwayhash   128   highwayhash128       words 0, 1               2 a counter    key = 4 SplitMix64 words of it
//	siphash        64   siphash24_64         digest, 2nd evaluation   none           key = 2 SplitMix64 words of it
//	farmhash      128   farm Hash128WithSeed low half, high half      2 a counter    function's seeds = it, SplitMix64 of it
//	fnv1a          64   fnv1a_64             digest, 2nd evaluation   none           le64(seed) hashed before the key
//	sha256        256   sha256               bytes 0-7, 8-15, big-e.  4 a counter    le64(seed) hashed before the key
//	sha1          160   sha1                 bytes 0-7, 8-15, big-e.  2 a counter    le64(seed) hashed before the key
//
// Seed 0 is no exception to any rule. Evaluation i of a scheme runs under
// WordSeed(seed, i): the seed itself for 0, a SplitMix64 bijection of seed and i
// for others. The second evaluation that gives 64-bit functions their B is
// evaluation 1. Counter c of a long digest (sliced probing) is the whole digest
// under WordSeed(seed, c), so a hash of (c, key) and never old bits cut anew;
// sha1's last 32 bits are not used. SplitMix64 words of a seed are the outputs of
// that generator started at it. Functions of package raw carry the published
// names and are held to the vectors of their reference implementations.
//
// # The probings, and what they cost
//
//	independent  k evaluations under k seeds. The textbook's assumption, and its price; an absent key stops
//	             after two on average (at half fill), since words are made when asked for.
//	double       h1 + i*h2: one evaluation. Kirsch and Mitzenmacher 2006 prove that the rate tends to the
//	             same limit. At finite m there is a surplus, at half fill 0.2/m to 0.8/m by k and reduction:
//	             keys that share start and step share all positions, and a step of small order visits few.
//	             With fastrange and k = 7 it is 1% of a rate of 1e-2 at m = 4e3, of 1e-6 still at m = 4e7.
//	enhanced     double with a growing step, position i at h1 + i*h2 + (i^3-i)/6: one evaluation and one
//	             addition more. Its surplus is about 0.08/m. Dillinger and Manolios 2004.
//	triple       h1 + i*h2 + i(i-1)/2*h3: a second evaluation for keys that get to position 2. From the
//	             same paper; nearly independent.
//	sliced       consecutive words of one long digest, further digests when it runs out: 4 positions a
//	             SHA-256, 2 an XXH3. What one does with a cryptographic hash that is paid for anyway.
//	own          the function's words as they are. Positions are the filter's business: a production system's,
//	             or a library's that takes keys and hashes them itself (function key: the digest is the key).
//
// A key of 8 bytes costs about 2 ns with xxh3+double in batches and about 90 with
// SHA-256 (`go test -bench Batch ./hashes` measures it on your machine); a miss of
// the cache costs as much as the dear one. So the choice of probing hardly matters
// to time where the function is fast and the filter is large, and matters to the
// rate where the filter is small.
//
// # The traps
//
// Reduction is part of the scheme. Fastrange (the high half of h*m, Lemire 2019)
// uses the high bits of a word, mask the low ones, mod all: a hash weak on one
// side passes one reduction and fails another. Doubling needs 64-bit sums: with
// 32 bits only 2^32 positions exist. Enhanced probing must reduce before it adds:
// under fastrange the cubic term disappears in bits that nobody looks at, and what
// is left is double hashing under another name. Forcing h2 odd helps mask (where
// we do it), harms nothing and helps nothing under fastrange; mod needs GoodStep.
// The empty key under MurmurHash3 with seed 0 has h1 = h2 = 0.
//
// A 64-bit word is not much where n is large: two of n keys share it with
// probability n^2/2^65, which is nothing, but a hash of 32 bits gives a rate of at
// least n/2^32, 2% at 1e8 keys. And FNV-1a, which looks fine on random keys,
// spreads counters in stripes; functions that do such things say so in Weak.
//
// # Yours
//
// A function of your own is a Function value in your own module, appended to
// Functions(). Package hashtest holds it to all that is promised here in one
// line. There is no registry.
//
// # Further reading
//
// Kirsch, Mitzenmacher: Less Hashing, Same Performance: Building a Better Bloom
// Filter, ESA 2006. Dillinger, Manolios: Bloom Filters in Probabilistic
// Verification, FMCAD 2004 (enhanced and triple hashing, and why double hashing
// alone is not enough). Lemire: Fast Random Integer Generation in an Interval,
// ACM TOMACS 2019 (fastrange). Steele, Lea, Flood: Fast Splittable Pseudorandom
// Number Generators, OOPSLA 2014 (SplitMix64). Mitzenmacher, Vadhan: Why Simple
// Hash Functions Work, SODA 2008 (why weak hashing often passes on real keys).
package hashes
