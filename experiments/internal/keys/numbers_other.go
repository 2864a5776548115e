//go:build !amd64 || purego

package keys

// hasNumbers512: there is no assembly here, and what would call it is never reached.
const hasNumbers512 = false

func numbers512(data *byte, x, twist, n uint64) { panic("keys: no assembly") }
