package gcs

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// Build makes the filter of a set: duplicates are removed, an earlier set is replaced. A
// set larger than the capacity gets a range of its own size. On an error, too many
// keys or codes that do not fit under any seed, the filter is empty.
func (f *Filter) Build(digests []hashes.Digest) error {
	if uint64(len(digests)) > f.config.Capacity {
		digests = static.Distinct(digests)
	}
	p, err := newPlan(f.config, uint64(len(digests)))
	if err == nil {
		err = countable(uint64(len(digests)))
	}
	if err != nil {
		f.empty()
		return err
	}
	f.use(p)
	return f.fit(digests)
}

// empty leaves no number in the table: every bucket ends where it begins.
func (f *Filter) empty() {
	clear(f.table)
	f.held = 0
}

// countable refuses sets whose keys 32 bits cannot number, as the work of building does.
// (Their theory can be asked for.)
func countable(n uint64) error {
	if n > math.MaxUint32 {
		return fmt.Errorf("%s: build: %d keys: want at most 2^32-1", name, n)
	}
	return nil
}

// fit tries seeds until the codes fit the room.
func (f *Filter) fit(digests []hashes.Digest) error {
	w := &work{values: make([]uint64, len(digests)), ends: make([]uint32, f.buckets+1)}
	for try := 1; try <= maxTries; try++ {
		clear(f.table)
		f.try(try)
		f.sort(digests, w)
		if f.write(w) {
			return nil
		}
	}
	f.empty()
	return fmt.Errorf("%s: build: the codes of %d keys take more than %d bits under each of %d seeds", name, len(digests), f.plan.room, maxTries)
}

// work is the memory of a construction: the numbers by bucket, and where each bucket ends.
type work struct {
	values []uint64
	ends   []uint32
}

// sort puts the keys' numbers into their buckets, and sorts each bucket. The buckets
// are so small that this takes half the time of sorting all at once.
func (f *Filter) sort(digests []hashes.Digest, w *work) {
	clear(w.ends)
	for i := range digests {
		bucket, _ := f.place(digests[i].A)
		w.ends[bucket+1]++
	}
	for i := 1; i < len(w.ends); i++ {
		w.ends[i] += w.ends[i-1]
	}
	for i := range digests { // ends[b] is where the next number of bucket b goes
		bucket, at := f.place(digests[i].A)
		w.values[w.ends[bucket]] = at
		w.ends[bucket]++
	}
	start := uint32(0)
	for _, end := range w.ends[:len(w.ends)-1] {
		slices.Sort(w.values[start:end])
		start = end
	}
}

// write writes index and codes; false if they do not fit.
func (f *Filter) write(w *work) bool {
	f.held = 0
	pos, most := f.base, f.base+f.plan.room
	start := uint32(0)
	for bucket, end := range w.ends[:len(w.ends)-1] {
		f.put(uint64(bucket)*uint64(f.width), pos-f.base)
		values := slices.Compact(w.values[start:end])
		size := f.size(values)
		if size > most-pos {
			return false
		}
		f.codes(values, pos, pos+size)
		f.held += uint64(len(values))
		pos += size
		start = end
	}
	f.put(f.buckets*uint64(f.width), pos-f.base)
	return true
}

// size returns the bits of the codes of one bucket.
func (f *Filter) size(values []uint64) uint64 {
	size := uint64(len(values)) * uint64(1+f.rice)
	next := uint64(0) // the least number that may come
	for _, at := range values {
		size += (at - next) >> f.rice
		next = at + 1
	}
	return size
}

// codes writes those of one bucket: unary parts from pos on, remainders from end back.
func (f *Filter) codes(values []uint64, pos, end uint64) {
	next := uint64(0)
	for _, at := range values {
		gap := at - next
		pos += gap >> f.rice
		f.put(pos, 1)
		pos++
		end -= uint64(f.rice)
		f.put(end, gap&(1<<f.rice-1))
		next = at + 1
	}
}

// put writes v, of at most 57 bits, at bit pos, where zeros are.
func (f *Filter) put(pos, v uint64) {
	to := f.table[pos>>3:]
	binary.LittleEndian.PutUint64(to, binary.LittleEndian.Uint64(to)|v<<(pos&7))
}
