package timing

import (
	"os"
	"strconv"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// hugePage is the size from which on a table asks for huge pages.
const hugePage = 2 << 20

// newTable returns so many words of zeros, every page of them in memory, in huge
// pages where the system has some; release gives them back. A page that was only
// ever read would be the system's one page of zeros, which is always cached.
func newTable(words uint64) (table []uint64, release func()) {
	if words*8 < hugePage {
		return touch(make([]uint64, words)), func() {}
	}
	raw, err := unix.Mmap(-1, 0, int(words*8+hugePage), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return touch(make([]uint64, words)), func() {}
	}
	_ = unix.Madvise(raw, unix.MADV_HUGEPAGE) // a wish; what came of it is read from smaps
	at := -uintptr(unsafe.Pointer(&raw[0])) % hugePage
	table = unsafe.Slice((*uint64)(unsafe.Pointer(&raw[at])), words)
	return touch(table), func() { _ = unix.Munmap(raw) }
}

// hugeBytes returns how much of this process lies in huge pages.
func hugeBytes() uint64 {
	data, err := os.ReadFile("/proc/self/smaps_rollup")
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if rest, ok := strings.CutPrefix(line, "AnonHugePages:"); ok {
			kib, _ := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 54)
			return kib << 10
		}
	}
	return 0
}
