package runexp

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// goamd64 is the level of instructions that this program was built for, "" where
// it is built for something else or does not know.
func goamd64() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return buildSetting(info, "GOAMD64")
}

// kernelVersion is the system's release, "" where it does not tell.
func kernelVersion() string { return firstLine("/proc/sys/kernel/osrelease") }

// hugePolicy is when the system gives huge pages: always, madvise or never.
func hugePolicy() string {
	line := firstLine("/sys/kernel/mm/transparent_hugepage/enabled")
	_, rest, _ := strings.Cut(line, "[")
	word, _, _ := strings.Cut(rest, "]")
	return word
}

func firstLine(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(data), "\n")
	return strings.TrimSpace(line)
}

// coreMHz is the frequency of every core as the system tells it now.
func coreMHz() []float64 {
	out := []float64{}
	for name, value := range cpuInfo() {
		if mhz, err := strconv.ParseFloat(value, 64); err == nil && name == "cpu MHz" {
			out = append(out, mhz)
		}
	}
	return out
}
