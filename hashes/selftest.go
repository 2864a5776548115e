package hashes

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes/raw"
)

// known holds words 0 and 1 of each shipped function for keys whose byte i is
// 7i+size, under the seed below. They come from the published functions by the
// documented rules (the tests derive them apart from the code here).
var known = [...]struct {
	function string
	size     int
	a, b     uint64
}{
	{"xxh3", 0, 0xaaa287af24a9bb3a, 0xa4cb05dbbf09907a},
	{"xxh3", 8, 0x76319d0c63902154, 0x5d8ff6c663704448},
	{"xxh3", 16, 0x4c5adb88ad66cc7a, 0x3cff2d396eb53301},
	{"xxh3", 100, 0xa08140eed7aa50f1, 0x926d8351d330acd6},
	{"xxh64", 0, 0x51e24c0e9077a48c, 0x08324b40d28bf3a4},
	{"xxh64", 8, 0x5ea891daa144fc70, 0xfa089bb0c0ed0a16},
	{"xxh64", 16, 0x264aac3803cd9fe3, 0x08788cbe84e58438},
	{"xxh64", 100, 0x70c941175c83a348, 0x2e5d03803432b106},
	{"murmur3", 0, 0x8314a78470f3fec4, 0x169249dd5eee2e0f},
	{"murmur3", 8, 0x74f237dc7c380e43, 0x20aba8520803f43a},
	{"murmur3", 16, 0xde7def66392cdcb4, 0xe9bf329c2178bfc1},
	{"murmur3", 100, 0xcb728997dd2164d0, 0x4e5c1e62251fb731},
	{"highwayhash", 0, 0x9060919b4ebf31af, 0xcbf0a536596c1c42},
	{"highwayhash", 8, 0xf57c7e170e0ef93b, 0x64e3c874fa6f66ca},
	{"highwayhash", 16, 0x4f76cf655bd145e9, 0xb829e1935bd97384},
	{"highwayhash", 100, 0xd8982f01225aae14, 0x1d61bd68d026fd36},
	{"siphash", 0, 0x1bc1f3389d444ce2, 0x1615e09333f2de9b},
	{"siphash", 8, 0x6308df12019b7f0d, 0x0a18ce5253226e78},
	{"siphash", 16, 0xba60cd24efe4f3cb, 0xdb38b5c65f558d62},
	{"siphash", 100, 0xaf129598e996be8f, 0x4680e89fcb47d8c0},
	{"farmhash", 0, 0x7484f5f60a6af41b, 0xe1acdbb6fe313fcd},
	{"farmhash", 8, 0x4129ca0fbe1de3ce, 0xf03552eba963045d},
	{"farmhash", 16, 0x5ef65640a84e6e3d, 0xdb70c9cf65c92d22},
	{"farmhash", 100, 0x7b0ca4b86811143c, 0x692b5ba8ebebeb9b},
	{"fnv1a", 0, 0x37eb3f3347761c55, 0xafdfc324e653503c},
	{"fnv1a", 8, 0xaee8be88fd8d4565, 0xd55814435c3cbcd4},
	{"fnv1a", 16, 0xa0d93c9eba0834f5, 0x0b1c5bd104e7a18c},
	{"fnv1a", 100, 0xc071ef115f5038e5, 0x1d22810061de99b8},
	{"sha256", 0, 0xa85ba2b36261d0dc, 0xa4b6cbbc840fa8a4},
	{"sha256", 8, 0x8e282956b2c92a3a, 0xb7cd4ef12dffa867},
	{"sha256", 16, 0x49333914d4fbde4f, 0xd1ac7d324dcdeb32},
	{"sha256", 100, 0xf7a8a57bf3c0415a, 0x0ea923799d95e36a},
	{"sha1", 0, 0xb694c7a149de3b1e, 0x759a14cd752c81d6},
	{"sha1", 8, 0xfe15934fa73aa2e2, 0x9b8b1cbaef4e9e17},
	{"sha1", 16, 0x3a14e2dc217d26f5, 0x52a6d65f62d13e08},
	{"sha1", 100, 0x6f7ea765ff3be7f0, 0xb5932d0a9fdf803b},
}

const knownSeed = 0x0123456789abcdef

// SelfTest computes known answers of every function we ship, published and as
// schemes use them, one key at a time and in a batch, and reports the first
// that differs. A run calls it before it hashes anything: a wrong hash, by a
// changed module or an assembly path that this processor takes and ours did
// not, would make figures that are wrong and look right. It takes less than a
// millisecond.
func SelfTest() error {
	if err := raw.SelfTest(); err != nil {
		return err
	}
	return selfTest(Functions())
}

func selfTest(functions []*Function) error {
	for _, f := range functions {
		var data []byte
		off := []uint32{0}
		var a, b []uint64
		for _, k := range known {
			if k.function != f.Name {
				continue
			}
			for i := range k.size {
				data = append(data, byte(7*i+k.size))
			}
			off = append(off, uint32(len(data)))
			a, b = append(a, k.a), append(b, k.b)
		}
		if err := f.selfTest(data, off, a, b); err != nil {
			return err
		}
	}
	return nil
}

// selfTest compares the digests of f with a and b.
func (f *Function) selfTest(data []byte, off []uint32, a, b []uint64) error {
	if len(a) == 0 {
		return fmt.Errorf("self-test: no known answer of hash function %s", f.Name)
	}
	var batch Batch
	h := Scheme{f, Double}.NewHasher(knownSeed)
	h.DigestBatch(data, off, &batch)
	for i := range a {
		size := int(off[i+1] - off[i])
		one := h.Digest(data[off[i]:off[i+1]])
		for _, d := range []Digest{one, batch.At(i)} {
			if d.A != a[i] || d.B != b[i] {
				return fmt.Errorf("self-test: %s of %d bytes under seed %#x is %016x %016x, not %016x %016x",
					f.Name, size, uint64(knownSeed), d.A, d.B, a[i], b[i])
			}
		}
	}
	return nil
}
