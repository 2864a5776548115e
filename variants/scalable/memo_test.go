package scalable_test

import (
	"bytes"
	"encoding"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

func saved(t *testing.T, f variants.Filter) []byte {
	t.Helper()
	data, err := f.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestBatchIsOneByOne: batches of any length, over the borders of stages and over
// the early end of a cuckoo stage, give the filter that single keys give.
func TestBatchIsOneByOne(t *testing.T) {
	for _, inner := range []string{"classic", "cuckoo"} {
		for _, s := range []hashes.Scheme{scheme(), {Function: hashes.XXH3, Probing: hashes.Independent}} {
			c := variants.Config{Capacity: 100, FPR: 0.01, Scheme: s, Params: variants.Params{"inner": inner}}
			one, _ := over().New(c)
			many, err := over().New(c)
			if err != nil {
				t.Fatal(err)
			}
			h, n := s.NewHasher(1), uint64(0)
			for length := 1; n < 3000; length = length%hashes.BatchMax + 5 {
				var b hashes.Batch
				h.DigestBatch(counters(n, length), offsets(length), &b)
				for i := range length {
					if err := one.(variants.Adder).Add(b.At(i)); err != nil {
						t.Fatal(err)
					}
				}
				if in, err := many.(variants.BatchAdder).AddBatch(&b); in != length || err != nil {
					t.Fatalf("%d of %d keys went in: %v", in, length, err)
				}
				n += uint64(length)
			}
			if !bytes.Equal(saved(t, one), saved(t, many)) {
				t.Errorf("%s, %s: %d keys in batches give another filter than one by one", inner, s.Name(), n)
			}
		}
	}
}

// counters are n keys of 8 bytes laid end to end, the first byte counting fastest.
func counters(first uint64, n int) []byte {
	var data []byte
	for i := range uint64(n) {
		data = append(data, byte(first+i), byte((first+i)>>8), 0, 0, 0, 0, 0, 0)
	}
	return data
}

func offsets(n int) (off []uint32) {
	for i := range n + 1 {
		off = append(off, uint32(8*i))
	}
	return off
}

// TestFilterKnowsOnlyItsConfig: what a variant made before does not show. Filters of
// several configurations made in turn, more than are remembered, are those that a
// fresh variant makes, seeds included, whatever the caller does to his parameters.
func TestFilterKnowsOnlyItsConfig(t *testing.T) {
	var configs []variants.Config
	for _, tightening := range []string{"0.5", "0.6", "0.7"} {
		for _, growth := range []string{"2", "4"} {
			configs = append(configs, variants.Config{Capacity: 50, BitsPerKey: 12, Params: variants.Params{"tightening": tightening, "growth": growth}})
		}
	}
	old := over()
	for turn := range 3 {
		for i, c := range configs {
			c.Seed = uint64(turn)
			if turn == 2 {
				configs[i].Params["tightening"] = "0.8"
			}
			f, g := build(t, old, c), build(t, over(), c)
			add(t, f, 0, 400)
			add(t, g, 0, 400)
			if !bytes.Equal(saved(t, f), saved(t, g)) {
				t.Fatalf("turn %d, configuration %d: another filter than of a fresh variant", turn, i)
			}
		}
	}
}
