package figure

import "image/color"

// The colours of Okabe and Ito, darkest first and without their yellow, which
// is too light for a thin line on white.
var (
	white     = color.RGBA{0xff, 0xff, 0xff, 0xff}
	ink       = color.RGBA{0x20, 0x20, 0x20, 0xff}
	grey      = color.RGBA{0x70, 0x70, 0x70, 0xff}
	faint     = color.RGBA{0xe4, 0xe4, 0xe4, 0xff}
	shade     = color.RGBA{0xf0, 0xf0, 0xf0, 0xff}
	blue      = color.RGBA{0x00, 0x72, 0xb2, 0xff}
	vermilion = color.RGBA{0xd5, 0x5e, 0x00, 0xff}
	green     = color.RGBA{0x00, 0x9e, 0x73, 0xff}
	purple    = color.RGBA{0xb0, 0x5c, 0x8a, 0xff} // darker than theirs, for text
	orange    = color.RGBA{0xc7, 0x86, 0x00, 0xff} // likewise
	sky       = color.RGBA{0x3c, 0x97, 0xcc, 0xff} // likewise
)

// shape is the form of a mark.
type shape int

const (
	disc shape = iota
	square
	pyramid
	diamond
	ring
	box
	delta
	kite
)

// dash is the pattern of a line.
type dash int

const (
	solid dash = iota
	dashed
	dotted
)

// common is the tone of theory where all series share it.
func common() tone { return tone{color: ink} }

// toneOf returns the tone of series number i. The colours come again with
// hollow marks after the seventh.
func toneOf(i int) tone {
	colors := []color.RGBA{blue, vermilion, green, purple, orange, sky, grey}
	shapes := []shape{disc, square, pyramid, diamond, ring, box, delta, kite}
	return tone{color: colors[i%len(colors)], shape: shapes[i%len(shapes)], dash: dash(i / len(colors) % 3)}
}

// tint mixes a colour with white: 0 leaves it, 1 is white.
func tint(c color.RGBA, share float64) color.RGBA {
	mix := func(v uint8) uint8 { return uint8(float64(v) + float64(share*float64(0xff-v)) + 0.5) }
	return color.RGBA{mix(c.R), mix(c.G), mix(c.B), 0xff}
}
