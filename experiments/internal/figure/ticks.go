package figure

// keysAxis is a logarithmic axis labelled at the numbers of keys.
func keysAxis(sizes []float64, room float64) axis {
	a := axis{low: sizes[0] / room, high: sizes[len(sizes)-1] * room, log: true}
	for _, n := range sizes {
		a.ticks = append(a.ticks, tick{n, decimal(n)})
	}
	return a
}

// bitsAxis is a with the ticks that bits per key have in all figures.
func bitsAxis(a axis) axis {
	a = listed(a.low, a.high, true, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256)
	a.ticks = inside(a)
	return a
}
