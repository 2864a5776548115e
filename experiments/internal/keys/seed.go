package keys

import (
	"crypto/sha256"
	"encoding/binary"
)

// THE SEEDS AND STREAMS OF THIS PACKAGE MUST NEVER CHANGE. Every recorded count
// depends on them: a change here makes every published record unverifiable.
// The tests pin them; do not adapt those values to new code.

// TrialSeed returns the seed of one trial: 53 bits, so that JSON, JavaScript
// and data frames hold it exactly. seed is the experiment's, cell the cell's
// canonical name, trial its number from 0. The trial's place in a plan has no
// part in it, so a plan may grow and be cut up without changing any trial.
//
// It is the first 8 bytes, read big-endian and shifted right by 11, of the SHA-256
// of: the 16 bytes "filterlab trial" and NUL, the seed, the length of cell in
// bytes, cell, and trial, each number as 8 little-endian bytes. So no two
// different triples are the same bytes.
func TrialSeed(seed uint64, cell string, trial uint64) uint64 {
	b := make([]byte, 0, 256)
	b = append(b, "filterlab trial\x00"...)
	b = binary.LittleEndian.AppendUint64(b, seed)
	b = frame(b, cell)
	b = binary.LittleEndian.AppendUint64(b, trial)
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:8]) >> 11
}

// The labels of the streams that derive from a trial's seed. There is none for
// absent keys: they must come from the same bijection as the members, since two
// bijections with different seeds would meet by chance.
const (
	LabelKeys   = "keys"   // numbers of synthetic keys, members and absent
	LabelSplit  = "split"  // permutation of a file's lines
	LabelScheme = "scheme" // the hasher's seed
	LabelFilter = "filter" // the filter's own randomness
)

// Derive returns the 64-bit seed of the stream that label names in a trial:
// the first 8 bytes, read big-endian, of the SHA-256 of "filterlab stream" and NUL,
// the trial seed, the length of label, and label (numbers as in TrialSeed).
func Derive(trialSeed uint64, label string) uint64 {
	b := make([]byte, 0, 64)
	b = append(b, "filterlab stream\x00"...)
	b = binary.LittleEndian.AppendUint64(b, trialSeed)
	b = frame(b, label)
	sum := sha256.Sum256(b)
	return binary.BigEndian.Uint64(sum[:8])
}

// frame appends text with its length before it.
func frame(b []byte, text string) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(len(text)))
	return append(b, text...)
}
