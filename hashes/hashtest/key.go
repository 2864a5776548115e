package hashtest

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/filterlab/filterlab/hashes"
)

// keyKept: the digest of a Raw function holds the very key, singly and in a
// batch, with no room behind it, and making it allocates nothing.
func keyKept(f *hashes.Function) error {
	h := hashes.Scheme{Function: f, Probing: hashes.Own}.NewHasher(seed)
	data, off := laid()
	var b hashes.Batch
	h.DigestBatch(data, off, &b)
	for i := range len(off) - 1 {
		key := data[off[i]:off[i+1]]
		for _, d := range []hashes.Digest{h.Digest(key), b.At(i)} {
			if got := d.More.Key(); !bytes.Equal(got, key) || cap(got) != len(key) {
				return fmt.Errorf("key %d of %d bytes: the digest holds %x with room for %d", i, len(key), got, cap(got))
			}
		}
	}
	if n := testing.AllocsPerRun(5, func() { h.DigestBatch(data, off, &b) }); n != 0 {
		return fmt.Errorf("a batch makes %.0f allocations", n)
	}
	return nil
}
