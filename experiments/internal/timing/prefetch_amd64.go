package timing

// hasPrefetch reports whether prefetchLine and prefetchLines are there.
const hasPrefetch = true

// prefetchLine reads, for each of n words a[i], the first word of line
// floor(a[i]*lines/2^64) of table and returns their sum, asking for each line 32
// words before it is read. n > 0.
//
//go:noescape
func prefetchLine(table *uint64, lines uint64, a *uint64, n uint64) uint64

// prefetchLines does so for k lines a word, those of a[i], a[i]+b[i],
// a[i]+2*b[i], ..., asking for them 8 words before. n > 0, k > 0.
//
//go:noescape
func prefetchLines(table *uint64, lines uint64, a, b *uint64, n, k uint64) uint64
