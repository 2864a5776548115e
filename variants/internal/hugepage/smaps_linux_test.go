package hugepage

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"
)

// TestHugePages asks the kernel: a table that was touched lies in mappings that
// are advised (flag hg) and hold huge pages. It skips where the kernel never gives
// any, where /proc does not tell, and where all huge pages are taken.
func TestHugePages(t *testing.T) {
	mode, err := os.ReadFile("/sys/kernel/mm/transparent_hugepage/enabled")
	if err != nil || strings.Contains(string(mode), "[never]") {
		t.Skipf("no huge pages here: %s%v", mode, err)
	}
	const size = 32 << 20
	words := Words(size / 8)
	for i := 0; i < len(words); i += 512 {
		words[i] = 1
	}
	huge, advised, err := smaps(uintptr(unsafe.Pointer(unsafe.SliceData(words))))
	runtime.KeepAlive(words)
	if err != nil {
		t.Skip(err)
	}
	t.Logf("%d KiB of huge pages around a table of %d", huge, size>>10)
	if !advised {
		t.Error("the mapping is not advised to hold huge pages")
	}
	if huge == 0 {
		t.Skip("advised, but the kernel had no huge page to give")
	}
	if huge < size>>11 {
		t.Errorf("%d KiB of huge pages, want at least half of %d", huge, size>>10)
	}
}

// smaps returns the KiB of huge pages in the mapping that holds address at, and
// whether it is advised.
func smaps(at uintptr) (huge int, advised bool, err error) {
	f, err := os.Open("/proc/self/smaps")
	if err != nil {
		return 0, false, err
	}
	defer f.Close()
	here := false
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var low, high uintptr
		text := lines.Text()
		if n, _ := fmt.Sscanf(text, "%x-%x ", &low, &high); n == 2 {
			here = low <= at && at < high
		}
		if !here {
			continue
		}
		if rest, ok := strings.CutPrefix(text, "AnonHugePages:"); ok {
			_, _ = fmt.Sscan(rest, &huge)
		}
		if rest, ok := strings.CutPrefix(text, "VmFlags:"); ok {
			return huge, strings.Contains(rest+" ", " hg "), nil
		}
	}
	return 0, false, fmt.Errorf("/proc/self/smaps: no flags of the mapping at %#x", at)
}
