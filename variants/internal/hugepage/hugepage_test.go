package hugepage

import (
	"testing"
	"unsafe"
)

// sizes are numbers of bytes around every limit: a line, the least size that asks, a huge page more.
var sizes = []uint64{0, 8, 56, 64, 72, 4096, least - 8, least, least + 8, least + page - 8, least + page, 12_500_000}

// TestWords: the length is what was asked for, with no room behind it for append
// to grow into, all zero, on a line or a huge page.
func TestWords(t *testing.T) {
	for _, size := range sizes {
		for range 3 { // again, where the heap may hand out what was freed
			words := Words(size / 8)
			if uint64(len(words)) != size/8 || cap(words) != len(words) {
				t.Fatalf("%d bytes: %d words, room for %d", size, len(words), cap(words))
			}
			want := uintptr(line)
			if size >= least {
				want = page
			}
			if at := uintptr(unsafe.Pointer(unsafe.SliceData(words))); size > 0 && at%want != 0 {
				t.Errorf("%d bytes: start at %#x, want a multiple of %#x", size, at, want)
			}
			for i := range words {
				if words[i] != 0 {
					t.Fatalf("%d bytes: word %d is %#x", size, i, words[i])
				}
				words[i] = ^uint64(0)
			}
		}
	}
}

// TestBytes: any length, also one that is no multiple of a word.
func TestBytes(t *testing.T) {
	for _, n := range []uint64{0, 1, 7, 8, 9, least - 1, least, least + 1} {
		b := Bytes(n)
		if uint64(len(b)) != n || cap(b) != len(b) {
			t.Fatalf("%d bytes: got %d, room for %d", n, len(b), cap(b))
		}
		for i := range b {
			if b[i] != 0 {
				t.Fatalf("%d bytes: byte %d is %d", n, i, b[i])
			}
			b[i] = 255
		}
	}
}

// TestReach: the last huge page is taken whole where at most an eighth is wasted.
func TestReach(t *testing.T) {
	for _, c := range []struct{ size, want uint64 }{
		{100, 100}, {least - 8, least - 8}, // small: nothing is asked
		{2 * page, 2 * page}, {2*page + 8, 2*page + 8}, // 2 MiB of waste would be half
		{5*page + page - 8, 6 * page}, {16*page + 8, 17 * page},
	} {
		if got := reach(c.size); got != c.want {
			t.Errorf("reach(%d) = %d, want %d", c.size, got, c.want)
		}
	}
}
