package timing

// touch writes to every page of table.
func touch(table []uint64) []uint64 {
	const page = 4096 / 8
	for i := 0; i < len(table); i += page {
		table[i] = 0
	}
	return table
}

// flushBytes is read to empty the caches: twice the largest last-level cache that
// one core of a usual machine can fill.
const flushBytes = 64 << 20

// flusher empties the caches by reading a large buffer.
type flusher struct {
	buffer []uint64
	sum    uint64
}

// flush reads one word of every line.
func (f *flusher) flush() {
	if f.buffer == nil {
		f.buffer = touch(make([]uint64, flushBytes/8))
	}
	sum := f.sum
	for i := 0; i < len(f.buffer); i += 8 {
		sum += f.buffer[i]
	}
	f.sum = sum
}
