package keys

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

// collect returns count keys of one side of a stream as strings, asked for in
// blocks of the given size.
func collect(fill func(uint64, int, *Block), first uint64, count, size int) []string {
	var b Block
	var all []string
	for count > 0 {
		n := min(count, size)
		fill(first, n, &b)
		for i := range b.Len() {
			all = append(all, string(b.Key(i)))
		}
		first, count = first+uint64(n), count-n
	}
	return all
}

// THESE KEYS MUST NEVER CHANGE. They were computed by an independent program
// (Python integers) for trial seed 6029684460749368.
func TestStreamsArePinned(t *testing.T) {
	unhex := func(s string) string { b, _ := hex.DecodeString(s); return string(b) }
	for kind, want := range map[string][2]string{
		"uint64":     {unhex("279772392e43c21d"), unhex("f98cb11460e5d8b9")},
		"sequential": {unhex("0000000000000000"), unhex("0000000000000080")},
		"uuid":       {unhex("1dc2432e397249729e3e5aae2a903df7"), unhex("b9d8e56014b148cfa56c227a3a401db3")},
		"prefixed":   {"/archive/customers/europe/north/orders/2024/item1dc2432e39729727", "/archive/customers/europe/north/orders/2024/itemb9d8e56014b18cf9"},
		"url":        {"https://forum.example.org/tags/island-how-to?id=b3qsdfy4xffzh", "https://en.wiki.example.org/p/weather?id=ltwhfmaklddhz"},
	} {
		s := synthetic(kind).Stream(6029684460749368, 1)
		if got := collect(s.Members, 0, 1, 1)[0]; got != want[0] {
			t.Errorf("%s: member 0 = %q, want %q", kind, got, want[0])
		}
		if got := collect(s.Absent, 0, 1, 1)[0]; got != want[1] {
			t.Errorf("%s: absent key 0 = %q, want %q", kind, got, want[1])
		}
	}
	s := synthetic("uint64").Stream(6029684460749368, 1)
	if got := collect(s.Absent, 1, 1, 1)[0]; got != unhex("ac934508658ee284") {
		t.Errorf("uint64: absent key 1 = %x", got)
	}
}

// FF-59, FF-57: keys are distinct as byte strings, members and absent together.
func TestKeysAreDistinct(t *testing.T) {
	n := 500_000 // 1,000,000 keys together
	if testing.Short() {
		n = 50_000
	}
	for _, kind := range Kinds() {
		s := synthetic(kind).Stream(1, uint64(n))
		seen := make(map[string]struct{}, 2*n)
		var b Block
		for i := 0; i < n; i += 250 {
			for _, fill := range []func(uint64, int, *Block){s.Members, s.Absent} {
				fill(uint64(i), 250, &b)
				for j := range b.Len() {
					seen[string(b.Key(j))] = struct{}{}
				}
			}
		}
		if len(seen) != 2*n {
			t.Errorf("%s: %d distinct keys of %d", kind, len(seen), 2*n)
		}
	}
}

// FF-59: the map from index to number is undone here step by step, so no two
// indexes have one number; a count of a million keys could not tell a map that
// loses four bits.
func TestNumbersCanBeUndone(t *testing.T) {
	unshift := func(x uint64, by int) uint64 {
		for y, i := x, 0; i < 64; i += by {
			x = y ^ x>>by
		}
		return x
	}
	inverse := func(odd uint64) uint64 { // Newton's iteration mod 2^64
		x := odd
		for range 6 {
			x *= 2 - odd*x
		}
		return x
	}
	for seed := range uint64(10) {
		s := synthetic("uint64").Stream(seed, 1).(*mixed)
		for j := range uint64(1000) {
			index := mix(j)
			x := unshift(s.number(index), 31) * inverse(0x94d049bb133111eb)
			x = (unshift(x, 27) ^ s.twist) * inverse(0xbf58476d1ce4e5b9)
			if got := (unshift(x, 30) - s.offset) * inverse(gamma); got != index {
				t.Fatalf("seed %d: index %#x comes back as %#x", seed, index, got)
			}
		}
	}
}

// FF-56: seed 1 twice gives the same keys and seed 2 no common one.
func TestSeedDrivesEveryKey(t *testing.T) {
	const n = 10_000
	for _, kind := range Kinds() {
		stream := func(seed uint64) Stream { return synthetic(kind).Stream(TrialSeed(seed, "cell", 0), n) }
		one, again, two := stream(1), stream(1), stream(2)
		seen := map[string]bool{}
		for i, key := range collect(one.Members, 0, n, 256) {
			if other := collect(again.Members, uint64(i), 1, 1)[0]; key != other {
				t.Fatalf("%s: member %d is %x and %x for the same seed", kind, i, key, other)
			}
			seen[key] = true
		}
		if kind == "sequential" {
			continue // counters, the same in every trial
		}
		for _, key := range append(collect(two.Members, 0, n, 256), collect(two.Absent, 0, n, 256)...) {
			if seen[key] {
				t.Fatalf("%s: seeds 1 and 2 share key %x", kind, key)
			}
		}
	}
}

// Keys do not depend on how a stream is cut into blocks, nor on what the block
// held before.
func TestAnyOrderAnyBlock(t *testing.T) {
	var used Block
	for _, kind := range append(Kinds(), Kinds()...) {
		s := synthetic(kind).Stream(7, 1000)
		whole := collect(s.Absent, 1000, 512, 256)
		pieces := append(collect(s.Absent, 1000, 200, 7), collect(s.Absent, 1200, 312, 100)...)
		if strings.Join(whole, "|") != strings.Join(pieces, "|") {
			t.Errorf("%s: other blocks give other keys", kind)
		}
		s.Absent(1000, 256, &used)
		if string(used.Key(255)) != whole[255] {
			t.Errorf("%s: a used block gives other keys", kind)
		}
	}
}

// The kinds are what they say: lengths, a common prefix, a valid UUID.
func TestKindsLookAsTheySay(t *testing.T) {
	get := func(kind string) []string { return collect(synthetic(kind).Stream(3, 1).Members, 0, 1000, 256) }
	for _, key := range get("uuid") {
		if len(key) != 16 || key[6]>>4 != 4 || key[8]>>6 != 2 {
			t.Fatalf("%x is not a version 4 UUID", key)
		}
	}
	lengths := map[int]bool{}
	for _, key := range get("url") {
		lengths[len(key)] = true
		if !strings.HasPrefix(key, "https://") || strings.ContainsAny(key, " \n") {
			t.Fatalf("%q is not a URL", key)
		}
	}
	if len(lengths) < 20 {
		t.Errorf("url keys have only %d lengths", len(lengths))
	}
	for _, key := range get("prefixed") {
		if len(key) != 64 || !strings.HasPrefix(key, prefix) {
			t.Fatalf("%q has not the common prefix", key)
		}
	}
}

// Making keys allocates nothing once the block has its buffer.
func TestNoAllocations(t *testing.T) {
	for _, kind := range Kinds() {
		s := synthetic(kind).Stream(3, 1)
		var b Block
		s.Members(0, BlockMax, &b)
		if got := testing.AllocsPerRun(100, func() { s.Members(0, BlockMax, &b) }); got != 0 {
			t.Errorf("%s: %v allocations a block", kind, got)
		}
	}
}

// Run with -bench; ns/op is for 256 keys.
func BenchmarkBlock(bench *testing.B) {
	for _, kind := range Kinds() {
		bench.Run("keys="+kind, func(bench *testing.B) {
			s := synthetic(kind).Stream(3, 1)
			var b Block
			at := uint64(0)
			for bench.Loop() {
				s.Absent(at, BlockMax, &b)
				at += BlockMax
			}
			bench.ReportMetric(float64(bench.Elapsed().Nanoseconds())/float64(bench.N)/BlockMax, "ns/key")
		})
	}
}

// TestNumbersTogether: a block of numbers, however many there are and wherever it
// begins, is what each number gives by itself.
func TestNumbersTogether(t *testing.T) {
	var b Block
	for _, seed := range []uint64{0, 1, 1<<64 - 1, 0x0123456789abcdef} {
		s := kind{"uint64", fillUint64}.Stream(seed, 0).(*mixed)
		for _, first := range []uint64{0, 1, 7, 1 << 40, absentFrom - 3, 1<<64 - 5} {
			for _, count := range []int{0, 1, 7, 8, 9, 31, 32, 40, 255, 256} {
				s.fill(s, first, count, &b)
				for i := range count {
					if got, want := binary.LittleEndian.Uint64(b.Key(i)), s.number(first+uint64(i)); got != want {
						t.Fatalf("seed %x, key %d of %d from %d: %x, want %x", seed, i, count, first, got, want)
					}
				}
			}
		}
	}
}
