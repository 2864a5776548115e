package variants

// Native is a filter of another system that writes and reads that system's own
// bytes, bit for bit: an ability besides saving, which has our header, a checksum
// and a version. Native bytes have whatever the system gave them, mostly nothing:
// a flipped bit in them is another filter.
type Native interface {
	// NativeBytes returns what the real system writes for this filter.
	NativeBytes() ([]byte, error)
	// ReadNative makes the receiver the filter that the system reads from data.
	// What no such system writes is an error, and the receiver is then as before.
	// It never panics nor allocates more than a few times the length of data.
	ReadNative(data []byte) error
}
