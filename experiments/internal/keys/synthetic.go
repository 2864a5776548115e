package keys

import "encoding/binary"

// absentFrom is the index of the first absent key of a synthetic stream.
const absentFrom = 1 << 63

// kind is a synthetic source: a name and the way a key is written.
type kind struct {
	name string
	fill func(s *mixed, index uint64, count int, b *Block)
}

// synthetic returns the kind of that name, nil if there is none.
func synthetic(name string) Source {
	switch name {
	case "uint64":
		return kind{name, fillUint64}
	case "sequential":
		return kind{name, fillSequential}
	case "uuid":
		return kind{name, fillUUID}
	case "url":
		return kind{name, fillURL}
	case "prefixed":
		return kind{name, fillPrefixed}
	}
	return nil
}

// Name returns the kind's word.
func (k kind) Name() string { return k.name }

// Limit returns Unlimited.
func (k kind) Limit() uint64 { return Unlimited }

// Stream returns the keys of a trial; how many are members makes no difference.
func (k kind) Stream(trialSeed, _ uint64) Stream {
	seed := Derive(trialSeed, LabelKeys)
	return &mixed{offset: seed, twist: mix(seed ^ gamma), fill: k.fill}
}

// mixed is a synthetic stream: a bijection of 64-bit numbers keyed by the
// trial, and a way to write a number as a key that loses nothing of it.
type mixed struct {
	offset, twist uint64
	fill          func(s *mixed, index uint64, count int, b *Block)
}

// Members fills b with the keys of the indexes from first on.
func (s *mixed) Members(first uint64, count int, b *Block) { s.fill(s, first, count, b) }

// Absent fills b with the keys of the indexes from 2^63 + first on.
func (s *mixed) Absent(first uint64, count int, b *Block) { s.fill(s, absentFrom+first, count, b) }

// gamma is the odd step of SplitMix64, 2^64 over the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// number returns the number of index i. Each step can be undone (an odd
// product, a sum, a xor with a shift), so different indexes give different
// numbers: it is SplitMix64 (Steele, Lea and Flood 2014) started at offset, with a
// second key in the middle so that the streams of two trials are not stretches
// of one sequence.
func (s *mixed) number(i uint64) uint64 { return twisted(s.offset+i*gamma, s.twist) }

func twisted(x, twist uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x ^= twist
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// mix is a fixed bijection, for bits that only have to look different.
func mix(x uint64) uint64 { return twisted(x+gamma, 0) }

// fillUint64 writes the number itself, 8 bytes little-endian. This is the loop
// behind the harness's fastest figure: eight numbers at a time where the processor
// has the instructions, which takes a fifth of a nanosecond a key, and four at a time
// elsewhere, which keeps the multipliers busy and takes one.
func fillUint64(s *mixed, index uint64, count int, b *Block) {
	x, data := s.offset+index*gamma, b.fixed(8, count)
	if done := count &^ 7; done > 0 && hasNumbers512 {
		numbers512(&data[0], x, s.twist, uint64(done))
		x, data = x+uint64(done)*gamma, data[8*done:]
	}
	writeNumbers(data, x, s.twist)
}

// writeNumbers fills data with twisted(x), twisted(x+gamma) and so on.
func writeNumbers(data []byte, x, twist uint64) {
	for ; len(data) >= 32; data = data[32:] {
		binary.LittleEndian.PutUint64(data[0:8], twisted(x, twist))
		binary.LittleEndian.PutUint64(data[8:16], twisted(x+gamma, twist))
		binary.LittleEndian.PutUint64(data[16:24], twisted(x+2*gamma%(1<<64), twist))
		binary.LittleEndian.PutUint64(data[24:32], twisted(x+3*gamma%(1<<64), twist))
		x += 4 * gamma % (1 << 64)
	}
	for ; len(data) >= 8; data = data[8:] {
		binary.LittleEndian.PutUint64(data, twisted(x, twist))
		x += gamma
	}
}

// fillSequential writes the index itself, 8 bytes little-endian: plain
// counters, the same in every trial, on which a weak hash shows itself. Absent
// keys are counters too and differ from members in the top bit.
func fillSequential(_ *mixed, index uint64, count int, b *Block) {
	for data := b.fixed(8, count); len(data) >= 8; data = data[8:] {
		binary.LittleEndian.PutUint64(data, index)
		index++
	}
}
