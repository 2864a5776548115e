// Package figure draws the one picture that answers an experiment's question.
// It knows the rows of a record and a catalogue of words, and nothing else: no
// filter, no formula of a rate beyond those that stand in the rows, no file.
//
// A figure is as wide as half a page (8.5 cm). Theory is a line, a measurement
// a point with its interval from verdicts.csv; where nothing was found the
// upper end of the interval is drawn as a hollow mark with an arrow down, since
// zero has no place on a logarithmic axis and is no rate either. The colours are
// those of Okabe and Ito (2008), told apart by readers with any colour vision,
// and no two series differ by colour alone.
//
// The bytes of a figure depend on the rows and the language only. Coordinates
// are whole 64ths of a point and the pictures have 4 pixels a point, so that no
// processor's last bit of a logarithm moves a pixel; texts of pictures are drawn
// as areas for the same reason.
package figure
