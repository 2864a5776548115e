package classic

import (
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
)

// BenchmarkContains times queries of absent and present keys, digests ready:
// probing and memory, no hashing. ns/op is per key in both forms.
func BenchmarkContains(b *testing.B) {
	for _, n := range []uint64{1e4, 1e6} {
		for _, scheme := range []hashes.Scheme{{Function: hashes.XXH3, Probing: hashes.Double}, {Function: hashes.XXH3, Probing: hashes.Enhanced}} {
			f, err := New(variants.Config{Capacity: n, BitsPerKey: 10, Scheme: scheme})
			if err != nil {
				b.Fatal(err)
			}
			digests := func(first uint64, count int) []hashes.Digest {
				h, out := scheme.NewHasher(1), make([]hashes.Digest, count)
				var key [8]byte
				for i := range out {
					binary.LittleEndian.PutUint64(key[:], first+uint64(i))
					out[i] = h.Digest(key[:])
				}
				return out
			}
			for _, d := range digests(0, int(n)) {
				bloom.TableOf(f).Add(d)
			}
			for _, kind := range []string{"absent", "present"} {
				queries := digests(0, 1<<13)
				if kind == "absent" {
					queries = digests(1<<63, 1<<18)
				}
				a, c := make([]uint64, len(queries)), make([]uint64, len(queries))
				for i, d := range queries {
					a[i], c[i] = d.A, d.B
				}
				label := fmt.Sprintf("keys=%s/scheme=%s/n=%s/bits-per-key=10/k=%d", kind, scheme.Name(), short(n), f.Shape().K)
				b.Run("op=contains/"+label, func(b *testing.B) {
					for i := range b.N {
						f.Contains(queries[i&(len(queries)-1)])
					}
				})
				b.Run("op=contains-batch/"+label, func(b *testing.B) {
					var hits variants.Hits
					for i := 0; i < b.N; i += hashes.BatchMax {
						at := i & (len(queries) - 1)
						batch := hashes.Batch{A: a[at : at+256], B: c[at : at+256]}
						f.(*Filter).ContainsBatch(&batch, &hits)
					}
				})
			}
		}
	}
}

// BenchmarkAdd times Add, digests ready.
func BenchmarkAdd(b *testing.B) {
	s := hashes.Scheme{Function: hashes.XXH3, Probing: hashes.Double}
	f, err := New(variants.Config{Capacity: 1e6, BitsPerKey: 10, Scheme: s})
	if err != nil {
		b.Fatal(err)
	}
	d := hashes.Digest{B: 0x9e3779b97f4a7c15}
	for range b.N {
		d.A += 0xd1342543de82ef95
		d.B = d.B*5 + 1
		bloom.TableOf(f).Add(d)
	}
}

// short writes a power of ten as 1e6.
func short(n uint64) string { return strings.Replace(fmt.Sprintf("%.0e", float64(n)), "e+0", "e", 1) }
