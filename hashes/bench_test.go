package hashes

import "testing"

// blockOf returns a full batch of keys of size bytes each, as DigestBatch takes
// them.
func blockOf(size int) ([]byte, []uint32) {
	data := make([]byte, BatchMax*size)
	off := make([]uint32, BatchMax+1)
	for i := range data {
		data[i] = byte(SplitMix64(uint64(i)))
	}
	for i := range off {
		off[i] = uint32(i * size)
	}
	return data, off
}

// sink keeps results alive, so that no call is optimised away.
var sink uint64

// BenchmarkBatch measures DigestBatch of 8-byte keys, the harness's default:
// words 0 and 1 for double, word 0 for independent, a whole digest for sliced.
func BenchmarkBatch(b *testing.B) {
	data, off := blockOf(8)
	for _, s := range Schemes(Functions()) {
		if s.Probing == Enhanced || s.Probing == Triple {
			continue // hash as double does, but for triple's third word
		}
		b.Run("scheme="+s.Name(), func(b *testing.B) { benchmarkBatch(b, s, data, off) })
	}
}

// BenchmarkKeySize measures the default scheme over sizes of keys.
func BenchmarkKeySize(b *testing.B) {
	for _, size := range []int{4, 8, 16, 24, 64, 256} {
		data, off := blockOf(size)
		name := "bytes=" + string(rune('0'+size/100)) + string(rune('0'+size/10%10)) + string(rune('0'+size%10)) + "B"
		b.Run(name, func(b *testing.B) { benchmarkBatch(b, Scheme{XXH3, Double}, data, off) })
	}
}

func benchmarkBatch(b *testing.B, s Scheme, data []byte, off []uint32) {
	h := s.NewHasher(1)
	var out Batch
	for b.Loop() {
		h.DigestBatch(data, off, &out)
		sink += out.A[0]
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/BatchMax, "ns/key")
}

// BenchmarkDigest measures the one-key path of double.
func BenchmarkDigest(b *testing.B) {
	key := []byte("8 bytes!")
	for _, f := range Functions() {
		b.Run("function="+f.Name, func(b *testing.B) {
			h := Scheme{f, Double}.NewHasher(1)
			for b.Loop() {
				sink += h.Digest(key).B
			}
		})
	}
}
