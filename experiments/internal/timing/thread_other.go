//go:build !linux

package timing

// threadCPU says that it does not know.
func threadCPU() (int64, bool) { return 0, false }

// allowed says that it does not know.
func allowed() []int { return nil }

// pin says that it cannot.
func pin(...int) bool { return false }
