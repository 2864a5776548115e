package splitblock

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// TestParquet: for a power of two of blocks the table and the answers are those of the
// Parquet format's filter with XXH64 of seed 0. Keys are key-0, key-1, ..., absent
// ones absent-0, ...; counts and SHA-256 were obtained by running parquet-go v0.32.0
// and equal those of parquet-java.
func TestParquet(t *testing.T) {
	for _, c := range []struct {
		blocks, keys, absent, positives int
		sum                             string
	}{
		{1, 5, 100000, 0, "4e718538ab3e35820e16e03d0b5e902d5d3da53a84399aadbee1244f04e6b3c9"},
		{1, 40, 100000, 5919, "146ee397ab1b02e5be81f59a15827295756736d1ffc191333326ea74ff3ba78f"},
		{32, 600, 100000, 256, "c6a3ddc92c8b5524501dc1103fc934320a3f95ffa17ec48ce1587ce9e6233aa8"},
		{1024, 26214, 500000, 6404, "029cd1a047d39106ca7a8bc55c4ce5af9e0cfd32c245dbf5b917630b159ab816"},
		{1024, 52428, 500000, 89736, "3a0d1e93844ddef22b8b5d395a0fdac03a0d6467905b2b5ebb03238278ea6e96"},
		{32768, 1000000, 1000000, 27367, "ce60da3b01912e0424bb929c4b5761ca0c18be830dc38f9d61e536cf3cbe1dcb"},
	} {
		if c.keys > 100_000 && testing.Short() {
			continue
		}
		s := hashes.Scheme{Function: hashes.XXH64, Probing: hashes.Double}
		h := s.NewHasher(0)
		fast, slow := both(t, variants.Config{Capacity: 10, Bits: uint64(c.blocks) * blockBits, Scheme: s})
		for _, f := range []*Filter{fast, slow} {
			for i := range c.keys {
				_ = f.Add(h.Digest(fmt.Appendf(nil, "key-%d", i))) // never fails
			}
			var table []byte
			for _, w := range f.bits.Words() {
				table = binary.LittleEndian.AppendUint64(table, w)
			}
			if sum := sha256.Sum256(table); hex.EncodeToString(sum[:]) != c.sum {
				t.Errorf("%d blocks, %d keys: not Parquet's table", c.blocks, c.keys)
			}
			positives := 0
			for i := range c.absent {
				if f.Contains(h.Digest(fmt.Appendf(nil, "absent-%d", i))) {
					positives++
				}
			}
			if positives != c.positives {
				t.Errorf("%d blocks, %d keys: %d positives, want %d", c.blocks, c.keys, positives, c.positives)
			}
		}
	}
}

// TestPredict: the exact rates of this project's theory study (golden rows
// blocked-015 and -016: 1024 blocks), and what equal halves add to them: load/2^32.
func TestPredict(t *testing.T) {
	for _, c := range []struct {
		n    uint64
		want float64
	}{{26214, 0.012644125487664904062}, {52428, 0.17919804731804266053}} {
		r := rate(c.n, 1024)
		want := c.want + float64(c.n)/1024/(1<<32)*(1-c.want)
		if math.Abs(r.FPR/want-1) > 1e-9 || r.ModelError != 0 {
			t.Errorf("%d keys: %v with error %v, want %v", c.n, r.FPR, r.ModelError, want)
		}
	}
	if r := rate(10, 1024); r.ModelError < 0.9 || r.FPR < 10.0/1024/(1<<32) || r.Reason == "" {
		t.Errorf("a key in a hundred blocks: %+v, want mostly error, at least load/2^32", r)
	}
}

// TestSmallestShape: the blocks found for a rate keep it, and one block less does not.
func TestSmallestShape(t *testing.T) {
	for _, p := range []float64{0.99, 0.5, 0.1, 0.01, 1e-3, 1e-5, 1e-8} {
		for _, n := range []uint64{1, 50, 2000, 1e7} {
			blocks, err := plan(variants.Config{Capacity: n, FPR: p, Scheme: scheme(0)})
			if err != nil || rate(n, blocks).FPR > p || blocks > 1 && rate(n, blocks-1).FPR <= p {
				t.Errorf("n=%d p=%g: %d blocks %v", n, p, blocks, err)
			}
		}
	}
}

// TestWholeBlocks: requests are rounded up to whole blocks.
func TestWholeBlocks(t *testing.T) {
	for bits, want := range map[uint64]uint64{1: 256, 256: 256, 257: 512, 1 << 40: 1 << 40} {
		s, err := shape(variants.Config{Capacity: 100, Bits: bits, Scheme: scheme(0)}, 0)
		if err != nil || s.Bits != want || s.K != 8 {
			t.Errorf("%d bits: %+v %v, want %d", bits, s, err, want)
		}
	}
}

// TestBadConfig: every refusal names the variant and what is wrong.
func TestBadConfig(t *testing.T) {
	for word, c := range map[string]variants.Config{
		"k 7: want 8":         {Capacity: 1, Bits: 1, K: 7},
		`parameter "block"`:   {Capacity: 1, Bits: 1, Params: variants.Params{"block": "256"}},
		"more than 2^40 bits": {Capacity: 1e9, FPR: 1e-300},
	} {
		c.Scheme = scheme(hashes.Double)
		if _, err := New(c); err == nil || !strings.HasPrefix(err.Error(), "splitblock: ") || !strings.Contains(err.Error(), word) {
			t.Errorf("got %v, want an error of splitblock with %q", err, word)
		}
	}
}

// FF-16: blocks beyond bit 2^32 are their own. The table takes 640 MB of addresses,
// of which a few pages are touched.
func TestBlocksPast32Bits(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("takes 640 MB of addresses")
	}
	const blocks = 5 << 22
	f := build(variants.Config{Capacity: 1, Bits: blocks * blockBits, Scheme: scheme(0)}, table(t, blocks), hasVector)
	for _, wide := range []bool{hasVector, false} {
		f.wide = wide
		for _, want := range []uint64{1<<23 + 3, 1<<24 + 3, blocks - 1} {
			d := hashes.Digest{A: (1<<64-1)/blocks*want + 1<<30}
			f.blocks[want] = block{}
			if f.Contains(d) {
				t.Errorf("block %d is not empty", want)
			}
			if _ = f.Add(d); f.blocks[want] == (block{}) || !f.Contains(d) {
				t.Errorf("block %d did not take the key", want)
			}
		}
		for i := range uint64(8) { // 3 among them
			if f.blocks[i] != (block{}) {
				t.Errorf("block %d is set by keys of blocks far above", i)
			}
		}
	}
}
