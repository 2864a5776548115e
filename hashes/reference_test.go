package hashes

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/filterlab/filterlab/hashes/raw"
)

// rawSum calls a published function; those are held to the golden file, so what
// is composed of them here is an oracle apart from the code under test.
func rawSum(t testing.TB, name string, message []byte, seed uint64, key []byte) []byte {
	t.Helper()
	for _, f := range raw.Functions() {
		if f.Name == name {
			sum, err := f.Sum(message, seed, key)
			if err != nil {
				t.Fatal(err)
			}
			return sum
		}
	}
	t.Fatalf("no raw function %s", name)
	return nil
}

// referenceSplitMix is Vigna's splitmix64.c: the outputs of a generator whose
// state is seed.
func referenceSplitMix(seed uint64, n int) []uint64 {
	var out []uint64
	for range n {
		seed += 0x9e3779b97f4a7c15
		z := seed
		z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
		z = (z ^ (z >> 27)) * 0x94d049bb133111eb
		out = append(out, z^(z>>31))
	}
	return out
}

// joined appends words, little-endian, and then key.
func joined(key []byte, words ...uint64) []byte {
	var out []byte
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return append(out, key...)
}

// reference returns words 0 and 1 of the function's digest by its documented
// rule: which published function, which seed, which order of words.
func reference(t testing.TB, name string, key []byte, seed uint64) (a, b uint64) {
	t.Helper()
	two := func(sum []byte) (uint64, uint64) {
		return binary.BigEndian.Uint64(sum), binary.BigEndian.Uint64(sum[8:])
	}
	one := func(sum []byte) uint64 { return binary.BigEndian.Uint64(sum) }
	second := referenceSplitMix(seed^0xd1342543de82ef95, 1)[0]
	switch name {
	case "xxh3":
		b, a = two(rawSum(t, "xxh3_128", key, seed, nil))
	case "xxh64":
		a, b = one(rawSum(t, "xxh64", key, seed, nil)), one(rawSum(t, "xxh64", key, second, nil))
	case "murmur3":
		a, b = two(rawSum(t, "murmur3_x64_128", key, seed%(1<<32), nil))
	case "highwayhash":
		a, b = two(rawSum(t, "highwayhash128", key, 0, joined(nil, referenceSplitMix(seed, 4)...)))
	case "siphash":
		a = one(rawSum(t, "siphash24_64", key, 0, joined(nil, referenceSplitMix(seed, 2)...)))
		b = one(rawSum(t, "siphash24_64", key, 0, joined(nil, referenceSplitMix(second, 2)...)))
	case "farmhash":
		// farm_fingerprint128 of 16 bytes or more takes its seed words from the
		// first 16 bytes, the second plus FarmHash's constant k0.
		const k0 = 0xc3a5c85c97cb3127
		b, a = two(rawSum(t, "farm_fingerprint128", joined(key, seed, referenceSplitMix(seed, 1)[0]-k0), 0, nil))
	case "fnv1a":
		h := fnv.New64a()
		h.Write(joined(key, seed))
		a = h.Sum64()
		h.Reset()
		h.Write(joined(key, second))
		b = h.Sum64()
	case "sha256":
		sum := sha256.Sum256(joined(key, seed))
		a, b = two(sum[:])
	case "sha1":
		sum := sha1.Sum(joined(key, seed))
		a, b = two(sum[:])
	default:
		t.Fatalf("no reference for %s", name)
	}
	return a, b
}

// keyOf returns a key of n bytes that depends on n and salt.
func keyOf(n int, salt uint64) []byte {
	key := make([]byte, n)
	for i := range key {
		key[i] = byte(SplitMix64(salt*1000003 + uint64(i+n*4096)))
	}
	return key
}

// TestSplitMix64: the first outputs of Vigna's generator from state 0, as
// published in many places (e.g. Java's SplittableRandom of Steele et al.).
func TestSplitMix64(t *testing.T) {
	want := [...]uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f, 0xf88bb8a8724c81ec}
	for i, w := range want {
		if got := keyWord(0, i); got != w {
			t.Errorf("output %d is %x, want %x", i, got, w)
		}
	}
}

// TestFunctionsAgainstReference holds each function to its documented rule at
// all lengths to 300, at several seeds.
func TestFunctionsAgainstReference(t *testing.T) {
	seeds := []uint64{0, 1, 0xffffffff, 1 << 32, 0x9e3779b185ebca8d, 1<<64 - 1}
	for _, f := range Functions() {
		for n := range 301 {
			seed := seeds[n%len(seeds)]
			key := keyOf(n, seed)
			a, b := reference(t, f.Name, key, seed)
			if x, y := f.Sum128(key, seed); x != a || y != b {
				t.Fatalf("%s, %d bytes, seed %#x: %x %x, want %x %x", f.Name, n, seed, x, y, a, b)
			}
			if x := f.Sum64(key, seed); x != a {
				t.Fatalf("%s, %d bytes, seed %#x: Sum64 %x, want %x", f.Name, n, seed, x, a)
			}
		}
	}
}

// TestLong: the long digests are whole digests of (key, counter), by the rule
// that a counter re-seeds; SHA-256 gives four words.
func TestLong(t *testing.T) {
	key, seed := []byte("a key"), uint64(42)
	for _, f := range Functions() {
		if f.Long == nil {
			continue
		}
		for counter := range uint64(5) {
			again := seed
			if counter > 0 {
				again = referenceSplitMix(seed^counter*0xd1342543de82ef95, 1)[0]
			}
			a, b := reference(t, f.Name, key, again)
			want := []uint64{a, b}
			if f.Name == "sha256" {
				sum := sha256.Sum256(joined(key, again))
				want = append(want, binary.BigEndian.Uint64(sum[16:]), binary.BigEndian.Uint64(sum[24:]))
			}
			var out [8]uint64
			n := f.Long(key, seed, counter, &out)
			for i := range want {
				if n != len(want) || out[i] != want[i] {
					t.Fatalf("%s counter %d: %x (%d words), want %x", f.Name, counter, out, n, want)
				}
			}
		}
	}
}
