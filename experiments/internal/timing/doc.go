// Package timing measures how long filters take, and how far that can be believed.
// It knows filters and keys and, like measure, no theory.
//
// # What is timed
//
// One operation is always one key. Contains and ContainsBatch ask filters that hold
// n keys; Add, AddBatch and Remove take n keys into or out of a filter, and what a
// filter does with all of them together (variants.Finisher) is part of it; Build makes
// the filter as well; Save and Load write and read it, in ns a key held. Questions
// start from a digest made before, or from keys of 8, 16 or 64 bytes, hashing
// included. Their share of present keys is 0, 50 (in random order) or 100 percent.
// What first touches of new memory cost is part of Add, AddBatch and Build. A static
// filter is built of another set of digests each time: how many seeds it has to try is
// luck of the set.
//
// Throughput and latency are two figures. Throughput asks for keys that have nothing
// to do with each other, so that a processor works on several at once. Latency asks
// for the key after next when the answer was yes and the next when it was no, by
// arithmetic and not by a branch: an address is only known once the answer is. (A
// filter that itself branches on what it reads lets the processor guess the answer;
// its latency is then that of right guesses, as it is in use.)
//
// Cold figures read a buffer of 64 MiB before each burst of questions, and bring the
// burst's keys back: the filter is cold and the list of keys is not. A burst asks for
// an eighth of the filter's lines at most, so that hardly a line is met twice.
//
// # Why the figures can be compared
//
// All rows of one n are timed in rounds, each in a fresh random order, so that a slow
// minute hits everybody; in blocks an A/A test of equal code was seen to be 105 %
// apart with p = 0.000. The first contestant is the control: each of its rows is
// there twice, aa=a and aa=b, two filters built apart, and what they differ by is the
// noise. Around every block of rows the limit is read; a block around which it moved
// by more than nine in ten pairs of the control is timed once more, the samples
// before stay in the CSV as superseded, and a block that does not settle is marked.
//
// The thread is locked and pinned to one processor, and the garbage collector runs
// between samples only. The list of keys asked for has four times as many keys as
// the largest filter has lines, at least 65,536 and at most 4 million, and samples
// walk on through it where the one before stopped. Its length is in every row.
//
// # What a figure is held against
//
// Empty is the loop around a filter that does nothing, Hash the digest alone, Limit
// the reading of random cache lines over as many bytes as the filter has, in huge
// pages where there are some: with loads in plain Go, and where there is assembly with
// a prefetch ahead, which is the floor that a filter can come down to. Lines is a
// figure over the time of one plain random line. LimitRatio is a figure over the least
// time for the lines that the answer needs at least: one line for a no, and for a yes
// k lines where probes may lie anywhere, one where all are in one block or bucket.
// Both carry over to other machines better than nanoseconds do.
//
// False positives, false negatives, bits and bytes allocated are counted beside, of
// the very filter and the very absent keys that are timed. They are exact and equal
// everywhere, so that a comparison can be made at equal measured rates; times are
// neither.
//
// # Why not testing.Benchmark
//
// Rounds need samples of exactly known operations: filling a filter ends when it is
// full. testing.Benchmark chooses its own number, collects garbage at each call (which
// empties the caches), runs on a new goroutine that is not pinned, takes its length
// from a flag of the whole process, and has no clock that a test could replace. The
// same operations do run under it, for profiles and for a look: see Suite.Bench.
package timing
