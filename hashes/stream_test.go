package hashes

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"hash/fnv"
	"testing"

	"github.com/minio/highwayhash"
	"github.com/zeebo/xxh3"
)

// streams are the streaming forms of functions whose module has one, made ready
// for a seed by the function's documented rule, and the words they come to.
func streams(t *testing.T, seed uint64) map[*Function]struct {
	state hash.Hash
	after []byte // the rule puts the seed in front of the key
	words func(sum []byte) (a, b uint64)
} {
	key := joined(nil, referenceSplitMix(seed, 4)...)
	highway, err := highwayhash.New128(key)
	if err != nil {
		t.Fatal(err)
	}
	big := func(sum []byte) (a, b uint64) {
		return binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])
	}
	type form = struct {
		state hash.Hash
		after []byte
		words func(sum []byte) (a, b uint64)
	}
	prefix := joined(nil, seed)
	return map[*Function]form{
		XXH3: {xxh3.NewSeed128(seed), nil, func(sum []byte) (a, b uint64) { b, a = big(sum); return a, b }},
		HighwayHash: {highway, nil, func(sum []byte) (a, b uint64) {
			return binary.LittleEndian.Uint64(sum), binary.LittleEndian.Uint64(sum[8:])
		}},
		SHA256: {sha256.New(), prefix, big},
		SHA1:   {sha1.New(), prefix, big},
		FNV1a:  {fnv.New64a(), prefix, func(sum []byte) (a, b uint64) { return binary.BigEndian.Uint64(sum), 0 }},
	}
}

// FF-24: at every length from 0 to 2048, one-shot and in a batch, a function gives
// what its streaming form gives for the same bytes in pieces of 7. Byte i is
// (i+1) mod 251, so that no two places look alike.
func TestEveryLengthStreamed(t *testing.T) {
	const longest, seed = 2048, 0x9e3779b185ebca8d
	data := make([]byte, longest)
	for i := range data {
		data[i] = byte((i + 1) % 251)
	}
	for f, s := range streams(t, seed) {
		for n := range longest + 1 {
			if testing.Short() && n%5 != 0 && n > 300 {
				continue
			}
			s.state.Reset()
			s.state.Write(s.after)
			for rest := data[:n]; len(rest) > 0; rest = rest[min(7, len(rest)):] {
				s.state.Write(rest[:min(7, len(rest))])
			}
			a, b := s.words(s.state.Sum(nil))
			got, second := f.Sum128(data[:n], seed)
			if f == FNV1a {
				second = 0 // another evaluation
			}
			if got != a || second != b {
				t.Fatalf("%s, %d bytes: %x %x, streamed %x %x", f.Name, n, got, second, a, b)
			}
			var batch Batch
			(Scheme{f, Double}).NewHasher(seed).DigestBatch(data, []uint32{0, uint32(n)}, &batch)
			if batch.A[0] != got {
				t.Fatalf("%s, %d bytes: %x in a batch, %x alone", f.Name, n, batch.A[0], got)
			}
		}
	}
}
