package timing

import (
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// work is one operation made ready: run does so many of them, with the timer on
// for nothing else.
type work interface {
	run(t timer, ops uint64)
	// granule is what a sample's operations are a multiple of.
	granule() uint64
	// fixed is the number of operations of a sample that is not chosen by its
	// length in time, else 0.
	fixed() uint64
}

// loop is a kernel over a list: it answers for keys at to at+count-1, all within
// the list, and returns something that depends on every answer.
type loop func(at, count int) uint64

// walk asks for the keys of a list one after another, from where the sample before
// stopped, round and round.
type walk struct {
	length int
	at     int
	loop   loop
	found  uint64 // what came out, so that no compiler can leave out what is timed
}

func (w *walk) granule() uint64 { return hashes.BatchMax }
func (w *walk) fixed() uint64   { return 0 }

func (w *walk) run(t timer, ops uint64) {
	t.StartTimer()
	w.do(ops)
	t.StopTimer()
}

// do is run without the timer.
func (w *walk) do(ops uint64) {
	found := uint64(0)
	for ops > 0 {
		count := int(min(ops, uint64(w.length-w.at)))
		found += w.loop(w.at, count)
		ops -= uint64(count)
		if w.at += count; w.at == w.length {
			w.at = 0
		}
	}
	w.found += found
}

// chase asks for one key after another where the answer says which is next. next
// returns the new place after count questions from at on.
type chase struct {
	at   uint64
	next func(at, count uint64) uint64
}

func (c *chase) granule() uint64 { return hashes.BatchMax }
func (c *chase) fixed() uint64   { return 0 }

func (c *chase) run(t timer, ops uint64) {
	t.StartTimer()
	c.at = c.next(c.at, ops)
	t.StopTimer()
}

// one turns an answer into a number without a branch.
func one(yes bool) uint64 {
	if yes {
		return 1
	}
	return 0
}

// askDigests is the loop of single questions from digests made before.
func askDigests(f variants.Filter, l *list) loop {
	return func(at, count int) (found uint64) {
		a, b := l.a[at:at+count], l.b[at:at+count]
		for i := range a {
			found += one(f.Contains(hashes.Digest{A: a[i], B: b[i]}))
		}
		return found
	}
}

// askBatches is the loop of batches from digests made before.
func askBatches(f variants.BatchContainer, l *list) loop {
	var batch hashes.Batch
	var hits variants.Hits
	return func(at, count int) (found uint64) {
		for end := at + count; at < end; at += hashes.BatchMax {
			to := min(at+hashes.BatchMax, end)
			batch.A, batch.B = l.a[at:to], l.b[at:to]
			found += uint64(f.ContainsBatch(&batch, &hits))
		}
		return found
	}
}

// askKeys is the loop of single questions from keys.
func askKeys(f variants.Filter, h *hashes.Hasher, l *list) loop {
	return func(at, count int) (found uint64) {
		wide := l.wide
		data := l.data[at*wide : (at+count)*wide]
		for ; len(data) >= wide && wide > 0; data = data[wide:] {
			found += one(f.Contains(h.Digest(data[:wide])))
		}
		return found
	}
}

// askKeyBatches is the loop of batches from keys.
func askKeyBatches(f variants.BatchContainer, h *hashes.Hasher, l *list) loop {
	var batch hashes.Batch
	var hits variants.Hits
	off := offsets(l.wide)
	return func(at, count int) (found uint64) {
		for end := at + count; at < end; at += hashes.BatchMax {
			to := min(at+hashes.BatchMax, end)
			h.DigestBatch(l.data[at*l.wide:to*l.wide], off[:to-at+1], &batch)
			found += uint64(f.ContainsBatch(&batch, &hits))
		}
		return found
	}
}

// chaseDigests asks for the next key but one after a yes, the next after a no.
func chaseDigests(f variants.Filter, l *list) func(at, count uint64) uint64 {
	mask := uint64(l.keys - 1)
	return func(at, count uint64) uint64 {
		a, b := l.a, l.b
		for range count {
			i := at & mask
			at += 1 + one(f.Contains(hashes.Digest{A: a[i], B: b[i]}))
		}
		return at
	}
}

// chaseKeys does so from keys.
func chaseKeys(f variants.Filter, h *hashes.Hasher, l *list) func(at, count uint64) uint64 {
	mask, wide := uint64(l.keys-1), uint64(l.wide)
	return func(at, count uint64) uint64 {
		for range count {
			i := (at & mask) * wide
			at += 1 + one(f.Contains(h.Digest(l.data[i:i+wide])))
		}
		return at
	}
}

// hashKeys is the loop of digests alone.
func hashKeys(h *hashes.Hasher, l *list) loop {
	return func(at, count int) (found uint64) {
		wide := l.wide
		data := l.data[at*wide : (at+count)*wide]
		for ; len(data) >= wide && wide > 0; data = data[wide:] {
			found += h.Digest(data[:wide]).A
		}
		return found
	}
}

// hashBatches is the loop of digests of batches alone.
func hashBatches(h *hashes.Hasher, l *list) loop {
	var batch hashes.Batch
	off := offsets(l.wide)
	return func(at, count int) (found uint64) {
		for end := at + count; at < end; at += hashes.BatchMax {
			to := min(at+hashes.BatchMax, end)
			h.DigestBatch(l.data[at*l.wide:to*l.wide], off[:to-at+1], &batch)
			found += batch.A[0]
		}
		return found
	}
}

// nothing is the filter of the empty loop: it answers no at once.
type nothing struct{}

// Contains returns false.
//
//go:noinline
func (nothing) Contains(hashes.Digest) bool { return false }

// Shape is that of no filter at all.
func (nothing) Shape() variants.Shape { return variants.Shape{} }

// ContainsBatch finds nothing.
//
//go:noinline
func (nothing) ContainsBatch(_ *hashes.Batch, hits *variants.Hits) int {
	*hits = variants.Hits{}
	return 0
}
