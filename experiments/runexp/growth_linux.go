package runexp

import (
	"os"
	"syscall"
)

// peakBytes is the most memory that an ended process held at once. The system counts
// in what its starter held until it became the program asked for, which is less than
// that program holds: it starts with the same tables and makes no filter.
func peakBytes(p *os.ProcessState) uint64 {
	usage, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return uint64(usage.Maxrss) << 10 // in KiB
}
