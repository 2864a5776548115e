package timing

// cold times bursts after the caches were emptied. The keys of a burst are read
// before it, so that the filter is cold and they are not; the program's code is
// as cold as the filter.
type cold struct {
	*walk
	list  *list
	burst uint64
	*flusher
}

// maxBurst bounds the keys of a burst, and bursts is how many make a sample.
const (
	maxBurst = 1 << 12
	bursts   = 4
)

// newCold times bursts of so few keys, each of which touches some lines of all
// there are, that hardly a line is touched twice.
func newCold(w *walk, l *list, all uint64, touched int, f *flusher) *cold {
	return &cold{walk: w, list: l, burst: min(max(all/uint64(touched)/8, 1), maxBurst), flusher: f}
}

func (c *cold) granule() uint64 { return c.burst }
func (c *cold) fixed() uint64   { return bursts * c.burst }

func (c *cold) run(t timer, ops uint64) {
	for ops > 0 {
		count := min(ops, c.burst)
		c.flush()
		c.sum += c.list.read(c.at, int(count))
		t.StartTimer()
		c.do(count)
		t.StopTimer()
		ops -= count
	}
}

// read brings the keys from at on into the caches, round and round.
func (l *list) read(at, count int) (sum uint64) {
	for i := range count {
		i = (at + i) % l.keys
		if l.a != nil {
			sum += l.a[i] + l.b[i]
		} else {
			sum += uint64(l.data[i*l.wide])
		}
	}
	return sum
}
