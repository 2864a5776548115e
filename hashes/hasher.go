package hashes

import "encoding/binary"

// Hasher turns keys into digests of one scheme under one seed. It belongs to
// one goroutine; make one for each from the immutable Scheme. Digests with a
// Source are valid until the next call. No call allocates.
type Hasher struct {
	scheme  Scheme
	maker   maker
	single  Source
	sources []Source
	more    []*Source
	a, b    [BatchMax]uint64
}

// NewHasher returns a Hasher of s under seed, a full 64-bit value.
func (s Scheme) NewHasher(seed uint64) *Hasher {
	h := &Hasher{scheme: s}
	h.maker = newMaker(s, seed)
	h.single.maker = &h.maker
	if s.Lazy() {
		h.sources = make([]Source, BatchMax)
		h.more = make([]*Source, BatchMax)
		for i := range h.sources {
			h.sources[i].maker = &h.maker
			h.more[i] = &h.sources[i]
		}
	}
	return h
}

// Reseed makes h what NewHasher(seed) of its scheme returns, without allocating.
// Digests and batches made before are no longer valid.
func (h *Hasher) Reseed(seed uint64) { h.maker = newMaker(h.scheme, seed) }

// Scheme returns the scheme of h.
func (h *Hasher) Scheme() Scheme { return h.scheme }

// Digest returns the digest of key. For lazy schemes key must stay unchanged as
// long as the Digest is used.
//
// Keys of 8 bytes under xxh3 are hashed in place, which saves two calls, one of them
// through a pointer.
func (h *Hasher) Digest(key []byte) Digest {
	if h.maker.short && len(key) == 8 {
		a, b := xxh3Of8(binary.LittleEndian.Uint64(key), h.maker.flip8)
		return Digest{A: a, B: b}
	}
	if h.sources == nil {
		a, b := h.scheme.Function.Sum128(key, h.maker.seed)
		return Digest{A: a, B: b}
	}
	if h.scheme.Function.Raw {
		h.single.hold(key)
		return Digest{More: &h.single}
	}
	return Digest{A: h.single.start(key), More: &h.single}
}

// DigestBatch hashes up to BatchMax keys laid end to end in data: key i is
// data[off[i]:off[i+1]], so off has one more entry than there are keys. The
// Batch returned borrows h's columns and is valid until the next call; data
// must stay unchanged as long as the Batch is used. More than BatchMax keys, or
// offsets beyond data, panic.
func (h *Hasher) DigestBatch(data []byte, off []uint32, out *Batch) {
	n := len(off) - 1
	out.A, out.B, out.More = h.a[:n], h.b[:n], nil
	switch {
	case h.sources == nil:
		h.pairs(data, off, out.A, out.B)
		return
	case h.scheme.Function.Raw:
		for i := range n {
			h.sources[i].hold(data[off[i]:off[i+1]])
		}
	case h.scheme.Probing == Independent && h.scheme.Function.Batch != nil:
		h.scheme.Function.Batch(data, off, h.maker.seed, out.A, nil)
		for i := range n {
			h.sources[i].resume(data[off[i]:off[i+1]], h.a[i])
		}
	default:
		for i := range n {
			h.a[i] = h.sources[i].start(data[off[i]:off[i+1]])
		}
	}
	out.More = h.more[:n]
}

// pairs fills the two columns of schemes of 128 bits.
func (h *Hasher) pairs(data []byte, off []uint32, a, b []uint64) {
	if batch := h.scheme.Function.Batch; batch != nil {
		batch(data, off, h.maker.seed, a, b)
		return
	}
	sum, seed := h.scheme.Function.Sum128, h.maker.seed
	for i := range a {
		a[i], b[i] = sum(data[off[i]:off[i+1]], seed)
	}
}
