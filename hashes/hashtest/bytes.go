package hashtest

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/filterlab/filterlab/hashes"
)

// pure: the same arguments give the same words, also from four goroutines at
// once (under the race detector this finds hidden state), and the key is only read.
func pure(f *hashes.Function) error {
	var keys [][]byte
	var want []words
	for _, n := range lengths() {
		key := randomKey(n, 1)
		copied := bytes.Clone(key)
		want = append(want, sum(f, key, seed))
		if !bytes.Equal(key, copied) {
			return fmt.Errorf("the key of %d bytes was written to", n)
		}
		keys = append(keys, key)
	}
	results := make([]error, 4)
	var wait sync.WaitGroup
	for g := range results {
		wait.Go(func() {
			for j := range keys {
				i := (j*7 + g*11) % len(keys) // each in an order of its own
				if got := sum(f, keys[i], seed); got != want[i] {
					results[g] = fmt.Errorf("%d bytes: %v, then %v for the same key and seed", len(keys[i]), want[i], got)
				}
			}
		})
	}
	wait.Wait()
	for _, err := range results {
		if err != nil {
			return err
		}
	}
	return nil
}

// ownBytes: the key at all alignments to 16, with other bytes around it.
func ownBytes(f *hashes.Function) error {
	for _, n := range lengths() {
		key := randomKey(n, 2)
		want := sum(f, key, seed)
		for at := range 17 {
			room := randomKey(at+n+64, uint64(100+at))
			copy(room[at:], key)
			if got := sum(f, room[at:at+n], seed); got != want {
				return fmt.Errorf("%d bytes: %v at one place in memory, %v at another", n, want, got)
			}
		}
	}
	return nil
}

// everyByte: one bit of each byte flipped (all eight of the last) changes both words.
func everyByte(f *hashes.Function) error {
	for _, n := range lengths() {
		key := randomKey(n, 3)
		want := sum(f, key, seed)
		for i := range 8 * n {
			if i < 8*(n-1) && i%8 != i/8%8 {
				continue
			}
			key[i/8] ^= 1 << (i % 8)
			got := sum(f, key, seed)
			key[i/8] ^= 1 << (i % 8)
			if same := got.apart(want); same != "" {
				return fmt.Errorf("%d bytes: bit %d of byte %d (the last is %d) does not change %s", n, i%8, i/8, n-1, same)
			}
		}
	}
	return nil
}

// length: runs of zero bytes differ.
func length(f *hashes.Function) error {
	first, second := map[uint64]int{}, map[uint64]int{}
	zeros := make([]byte, 600)
	for n := range zeros {
		w := sum(f, zeros[:n], seed)
		if other, seen := first[w.a]; seen {
			return fmt.Errorf("%d and %d zero bytes have the same first word", other, n)
		}
		if other, seen := second[w.b]; seen {
			return fmt.Errorf("%d and %d zero bytes have the same second word", other, n)
		}
		first[w.a], second[w.b] = n, n
	}
	return nil
}

// seedHonoured: each low seed bit counts, and a hundred seeds give a hundred digests.
func seedHonoured(f *hashes.Function) error {
	for _, n := range []int{0, 1, 8, 16, 40, 300} {
		key := randomKey(n, 4)
		want := sum(f, key, seed)
		for bit := range 32 {
			if same := sum(f, key, seed^1<<bit).apart(want); same != "" {
				return fmt.Errorf("%d bytes: bit %d of the seed does not change %s", n, bit, same)
			}
		}
		seen := map[uint64]bool{}
		for i := range uint64(100) {
			w := sum(f, key, hashes.SplitMix64(i))
			if seen[w.a] || seen[w.b] {
				return fmt.Errorf("%d bytes: two of 100 seeds share a word", n)
			}
			seen[w.a], seen[w.b] = true, true
		}
	}
	return nil
}

// firstWord: Sum64 agrees with Sum128.
func firstWord(f *hashes.Function) error {
	for _, n := range lengths() {
		key := randomKey(n, 5)
		got := f.Sum64(key, seed)
		if want, b := f.Sum128(key, seed); got != want {
			return fmt.Errorf("%d bytes: Sum64 is %016x, Sum128 is %016x %016x", n, got, want, b)
		}
	}
	return nil
}
