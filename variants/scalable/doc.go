// Package scalable is the scalable Bloom filter: a row of filters, each larger
// and stricter than the last, so that the number of keys need not be known.
//
//	stage 0        stage 1                stage 2
//	+------+       +-------------+        +---------------------------+
//	| n0   |       | n0 s        |        | n0 s^2   (filling)        |  -> stage 3 ...
//	| p0   |       | p0 r        |        | p0 r^2                    |
//	+------+       +-------------+        +---------------------------+
//
// Keys go into the newest stage. When it holds the keys it was sized for, the
// next opens, s times as large (`growth`), with r times the rate (`tightening`).
// A query asks every stage, the newest first (it is the largest, and most keys
// are there); an absent key has to ask them all. With p0 = P(1-r) the rates sum
// to less than P for any number of stages:
//
//	FPR = 1 - prod(1 - f_i) <= sum p_i < P(1-r)(1 + r + r^2 + ...) = P
//
// P is the requested rate, so the bound holds at any size, and the rate of a
// filter with few stages is well below it. A stage is counted full by its Adds,
// not by its estimated rate; adding a key twice counts twice.
//
// Cost: with s = 2 and r = 0.5 about 1.5 times the memory of one filter that knew
// the number of keys (4 stages), 2.7 times at 12 stages; a query costs one of
// each stage. Larger r costs less as the filter grows and more at the start.
// A batch is put to the newest stage as a whole, and only the keys it does not find
// to the one before. Keys cannot be removed, nor filters merged: which stage holds a key depends on
// when it came.
//
// The stages are filters of any variant that can add and save, handed to Over;
// `inner` names the one to use. Their prediction is exact for the keys that each
// stage holds, and so is the compound, since stages hold different keys:
// given the query they err independently. Only what one query brings to all
// stages could tie them: with double hashing a step near 0 visits the same few
// bits in all of them, so every stage but the first gets a step of its own
// (word 1 of the digest, mixed with the stage's number; keys and queries alike).
// Digests with a Source are left as they are: there what ties stages is that two
// of the k positions coincide, which changes the compound by less than
// k^2/2m * FPR/2 of itself, and is declared as model error where it is not
// negligible.
//
// Different from the paper (Almeida, Baquero, Preguica and Hutchison, "Scalable
// Bloom Filters", IPL 101(6), 2007): its stages are partitioned filters with k
// rounded up, so that a stage may exceed its p_i by up to 1.7%; here a stage is
// enlarged until its own exact theory is at most p_i, whatever the inner variant,
// so that P is a guarantee on the mean.
package scalable
