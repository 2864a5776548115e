//go:build !amd64 || purego

package probe

// hasCascade512 and hasTouch: there is no assembly here, and what would call it is
// never reached.
func hasCascade512() bool { return false }

const hasTouch = false

func cascade512(words *uint64, m, stride, k uint64, a, b *uint64, n uint64, far bool, hits *uint64, down, up, unit uint64) uint64 {
	panic("probe: no assembly")
}

func touch(words, at *uint64, n, down uint64) {}
