package runexp

import (
	"iter"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/cpuid/v2"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// licence is the SPDX identifier of the licence of all records.
const licence = "CC-BY-4.0"

// machine describes this program and this machine for a manifest. The revision
// is there only where the program was built from a checkout (go build; not go
// run, nor go test).
func machine() record.Machine {
	m := record.Machine{GoVersion: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		CPU: cpuName(), GOMAXPROCS: runtime.GOMAXPROCS(0), Modules: map[string]string{}}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return m
	}
	m.Revision, m.Dirty = buildSetting(info, "vcs.revision"), buildSetting(info, "vcs.modified") == "true"
	for _, d := range info.Deps {
		version := d.Version
		if d.Replace != nil {
			version = d.Replace.Path + "@" + d.Replace.Version
		}
		m.Modules[d.Path] = version
	}
	return m
}

// buildSetting is a setting that the program was built with, "" where it is not told.
func buildSetting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// cpuName returns the processor's name as it gives it.
func cpuName() string {
	if name := strings.TrimSpace(cpuid.CPU.BrandName); name != "" {
		return name
	}
	for name, value := range cpuInfo() {
		switch name {
		case "model name", "Model", "cpu", "processor 0": // arm64, riscv64, ppc64le, s390x
			return value
		}
	}
	return runtime.GOARCH
}

// cpuInfo yields the names and values of Linux's /proc/cpuinfo, nothing elsewhere.
func cpuInfo() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		data, err := os.ReadFile("/proc/cpuinfo")
		if err != nil {
			return
		}
		for line := range strings.SplitSeq(string(data), "\n") {
			name, value, _ := strings.Cut(line, ":")
			if !yield(strings.TrimSpace(name), strings.TrimSpace(value)) {
				return
			}
		}
	}
}

// now is the time in the form that manifests have.
func now() string { return time.Now().UTC().Format(time.RFC3339) }

// freeMemory returns the bytes that the machine can give to new work without
// swapping, and false where it does not say.
func freeMemory() (uint64, bool) {
	data, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, false
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		rest, ok := strings.CutPrefix(line, "MemAvailable:")
		if !ok {
			continue
		}
		kib, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 54)
		return kib << 10, err == nil
	}
	return 0, false
}
