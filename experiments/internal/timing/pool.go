package timing

import (
	"math/bits"
	"math/rand/v2"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
)

// The bounds of the list of keys asked for. The least is longer than what a
// branch predictor learns by heart; the most is 4 million distinct lines, several
// times what a cache of 32 MiB holds, at 64 MiB for digests.
const (
	minPool = 1 << 16
	maxPool = 1 << 22
)

// poolKeys is how many keys are asked for at one n: four times the lines of the
// largest filter, so that the list touches all of it and not a part that the
// caches keep, within the bounds.
func poolKeys(largest uint64) uint64 {
	want := 4 * largest / lineBytes
	pool := uint64(1) << bits.Len64(max(want, 1)-1)
	return min(max(pool, minPool), maxPool)
}

// kind is the kind of keys that a starting point uses, and width their bytes.
func kind(from string) string {
	switch from {
	case Bytes16:
		return "uuid"
	case Bytes64:
		return "prefixed"
	}
	return "uint64"
}

func width(from string) uint64 {
	switch from {
	case Bytes16:
		return 16
	case Bytes64:
		return 64
	}
	return 8
}

// list is a row of keys in memory, as bytes or as digests.
type list struct {
	keys int
	wide int      // bytes a key
	data []byte   // nil where only the digests are wanted
	a, b []uint64 // nil where only the bytes are
}

// key returns key i of a list of bytes.
func (l *list) key(i int) []byte { return l.data[i*l.wide : (i+1)*l.wide] }

// members lists members 0 to n-1 of stream.
func members(stream keys.Stream, n uint64, wide int) *list {
	l := &list{keys: int(n), wide: wide, data: make([]byte, 0, n*uint64(wide))}
	var block keys.Block
	for first := uint64(0); first < n; first += keys.BlockMax {
		stream.Members(first, int(min(keys.BlockMax, n-first)), &block)
		l.data = append(l.data, block.Data...)
	}
	return l
}

// questions lists count keys to ask for, of which hits percent are members, in
// random order. Members are drawn at random: a growing filter holds the first ones
// elsewhere than the last.
func questions(stream keys.Stream, n, count uint64, hits, wide int, r *rand.Rand) *list {
	l := &list{keys: int(count), wide: wide, data: make([]byte, 0, count*uint64(wide))}
	isMember := make([]bool, count)
	for i := range count * uint64(hits) / 100 {
		isMember[i] = true
	}
	r.Shuffle(len(isMember), func(i, j int) { isMember[i], isMember[j] = isMember[j], isMember[i] })
	var block keys.Block
	absent := uint64(0)
	for _, member := range isMember {
		if member {
			stream.Members(r.Uint64N(n), 1, &block)
		} else {
			stream.Absent(absent, 1, &block)
			absent++
		}
		l.data = append(l.data, block.Data...)
	}
	return l
}

// digests returns l as digests.
func (l *list) digests(h *hashes.Hasher) *list {
	out := &list{keys: l.keys, wide: l.wide, a: make([]uint64, l.keys), b: make([]uint64, l.keys)}
	var batch hashes.Batch
	off := offsets(l.wide)
	for at := 0; at < l.keys; at += hashes.BatchMax {
		count := min(hashes.BatchMax, l.keys-at)
		h.DigestBatch(l.data[at*l.wide:(at+count)*l.wide], off[:count+1], &batch)
		copy(out.a[at:], batch.A)
		copy(out.b[at:], batch.B)
	}
	return out
}

// offsets are those of a batch of keys of one width.
func offsets(wide int) []uint32 {
	off := make([]uint32, hashes.BatchMax+1)
	for i := range off {
		off[i] = uint32(i * wide)
	}
	return off
}
