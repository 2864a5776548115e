package probe

import "github.com/filterlab/filterlab/hashes"

// Cursor gives the positions of one key one at a time, for queries that stop
// early. It is a value on the caller's stack.
type Cursor struct {
	d       hashes.Digest
	i       int
	x, y, z uint64
	base    uint64
}

// Start returns a cursor at the first position of d.
func (p *Plan) Start(d hashes.Digest) Cursor {
	c := Cursor{d: d}
	switch p.kind {
	case pairs:
		c.x, c.y = d.A, d.B
	case sums, steps:
		c.x, c.y, c.z = p.start(d)
	}
	return c
}

// Next returns the cursor's position and moves on. It is to be called K times.
func (p *Plan) Next(c *Cursor) uint64 {
	base := c.base
	c.base += p.stride
	switch p.kind {
	case words:
		c.i++
		return p.reduce.Reduce(c.d.Word(c.i-1), p.m) + base
	case steps:
		at := c.x + base
		c.x, c.y, c.z = p.step(c.x, c.y, c.z)
		return at
	}
	at := fastrange(c.x, p.m) + base
	c.x, c.y = c.x+c.y, c.y+c.z
	return at
}

// Pairs reports whether the positions of a key are fastrange(A, m), fastrange(A+B, m),
// fastrange(A+2B, m), ... of the words of its digest (the default probing, one range
// for all), so that a filter can have a loop of its own for them.
func (p *Plan) Pairs() bool { return p.kind == pairs && p.stride == 0 }
