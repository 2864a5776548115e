package figure

import (
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"gonum.org/v1/plot/vg"
)

// outline returns the outlines of a text that begins at a place, for pictures:
// filled like any other area they come out alike on every processor, where the
// rasteriser of fonts, which multiplies and adds in 32 bits, does not.
// Coordinates are whole 256ths of a point, a 64th of a pixel.
func outline(f *sfnt.Font, size float64, at vg.Point, text string) (vg.Path, error) {
	var path vg.Path
	var buf sfnt.Buffer
	em := f.UnitsPerEm()
	ppem := fixed.I(int(em)) // a unit of the font is then a whole number
	unit := size / float64(em)
	pen := fixed.Int26_6(0)
	place := func(p fixed.Point26_6) vg.Point {
		return vg.Point{X: at.X + fine(unit*units(pen+p.X)), Y: at.Y - fine(unit*units(p.Y))}
	}
	for _, r := range text {
		index, err := f.GlyphIndex(&buf, r)
		if err != nil {
			return nil, err
		}
		segments, err := f.LoadGlyph(&buf, index, ppem, nil)
		if err != nil {
			return nil, err
		}
		for _, s := range segments {
			switch s.Op {
			case sfnt.SegmentOpMoveTo:
				path.Move(place(s.Args[0]))
			case sfnt.SegmentOpLineTo:
				path.Line(place(s.Args[0]))
			case sfnt.SegmentOpQuadTo:
				path.QuadTo(place(s.Args[0]), place(s.Args[1]))
			case sfnt.SegmentOpCubeTo:
				path.CubeTo(place(s.Args[0]), place(s.Args[1]), place(s.Args[2]))
			}
		}
		advance, err := f.GlyphAdvance(&buf, index, ppem, font.HintingNone)
		if err != nil {
			return nil, err
		}
		pen += advance
	}
	return path, nil
}

// units turns a fixed-point number into a float, exactly.
func units(v fixed.Int26_6) float64 { return float64(v) / 64 }

// fine rounds a length to 256ths of a point.
func fine(v float64) vg.Length { return vg.Length(math.Round(256*v) / 256) }
