package figure

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// results is our committed record: whatever is in it must be drawable.
const results = "../../../results"

// load reads the cells of a record.
func load(t *testing.T, dir string) []Cell {
	t.Helper()
	r, err := record.Folder(dir).Load()
	if err != nil {
		t.Fatal(err)
	}
	verdicts, err := r.Verdicts()
	if err != nil {
		t.Fatal(err)
	}
	var cells []Cell
	for _, row := range r.Cells {
		c := Cell{Row: row, Sum: record.Sum(record.CountsOf(r.Counts, row.ID))}
		for i, v := range verdicts {
			if v.CellID == row.ID && v.Check == "fpr" {
				c.Rate = &verdicts[i]
			}
		}
		cells = append(cells, c)
	}
	return cells
}

// eachFigure draws every record in both languages. FIGURE_OUT names a folder to
// look at them in.
func eachFigure(t *testing.T, do func(t *testing.T, experiment, lang string, f Figure)) {
	t.Helper()
	eachComposed(t, func(t *testing.T, name, lang string, c *chart, f Figure) {
		var err error
		f.SVG, err = c.svg(f.Alt)
		out := os.Getenv("FIGURE_OUT")
		if err == nil && (out != "" || lang == "vi") {
			f.PNG, err = c.png()
		}
		if err != nil {
			t.Fatal(err)
		}
		if out != "" {
			base := filepath.Join(out, name+"."+lang)
			if err := errors.Join(os.WriteFile(base+".png", f.PNG, 0o644), os.WriteFile(base+".svg", f.SVG, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		do(t, name, lang, f)
	})
}

// eachComposed makes the chart of every record, and the words of its figure, in both
// languages.
func eachComposed(t *testing.T, do func(t *testing.T, experiment, lang string, c *chart, f Figure)) {
	t.Helper()
	records, err := filepath.Glob(filepath.Join(results, "*", record.ManifestFile))
	if err != nil || len(records) < 11 {
		t.Fatalf("%d records, %v: want the eleven experiments at least", len(records), err)
	}
	for _, path := range records {
		name := filepath.Base(filepath.Dir(path))
		cells := load(t, filepath.Dir(path))
		for _, lang := range []string{"en", "vi"} {
			t.Run(name+"/"+lang, func(t *testing.T) {
				c, f, err := compose(name, cells, words(lang))
				if err != nil {
					t.Fatal(err)
				}
				do(t, name, lang, c, f)
			})
		}
	}
}

// texts returns what an SVG says, and fails where it is no XML.
func texts(t *testing.T, svg []byte) []string {
	t.Helper()
	var found []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	inside := ""
	for {
		token, err := d.Token()
		if err == io.EOF {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		switch tok := token.(type) {
		case xml.StartElement:
			inside = tok.Name.Local
		case xml.EndElement:
			inside = ""
		case xml.CharData:
			if inside == "text" {
				found = append(found, string(tok))
			}
		}
	}
}

// A figure has its own painter's caption, is small, and every rune in it has a
// glyph: a missing one would be drawn as nothing.
func TestOurFigures(t *testing.T) {
	if testing.Short() {
		t.Skip("draws the whole record")
	}
	b, err := newBrush(nil)
	if err != nil {
		t.Fatal(err)
	}
	face := b.face(normal)
	eachFigure(t, func(t *testing.T, experiment, lang string, f Figure) {
		if want := words(lang)("caption." + experiment); painters()[experiment] != nil && !strings.HasPrefix(f.Caption, want) {
			t.Errorf("caption %q, want the experiment's own", f.Caption)
		}
		if len(f.SVG) > 60_000 || len(f.PNG) > 200_000 {
			t.Errorf("%d bytes of SVG, %d of PNG: want at most 60000 and 200000", len(f.SVG), len(f.PNG))
		}
		if f.Alt == "" || !strings.Contains(f.Alt, f.Caption) {
			t.Errorf("alt %q", f.Alt)
		}
		said := texts(t, f.SVG)
		if len(said) < 8 {
			t.Errorf("says only %q", said)
		}
		checkGlyphs(t, face.Face, said)
	})
}

type glyphs interface {
	GlyphIndex(b *sfnt.Buffer, r rune) (sfnt.GlyphIndex, error)
}

func checkGlyphs(t *testing.T, font glyphs, said []string) {
	t.Helper()
	for _, s := range said {
		for _, r := range s {
			if i, err := font.GlyphIndex(nil, r); err != nil || i == 0 {
				t.Errorf("%q: no glyph for %q", s, r)
			}
		}
	}
}

// The words themselves may use every rune of the font and none that it lacks,
// U+207B (superscript minus) for one.
func TestWordsHaveGlyphs(t *testing.T) {
	b, err := newBrush(nil)
	if err != nil {
		t.Fatal(err)
	}
	face := b.face(normal)
	families := regexp.MustCompile(`^(axis|key|label|caption|alt)\.`)
	for _, key := range catalogue.Default().Keys() {
		if families.MatchString(key) {
			checkGlyphs(t, face.Face, []string{words("en")(key), words("vi")(key)})
		}
	}
	if i, err := face.Face.GlyphIndex(nil, '⁻'); err != nil || i != 0 {
		t.Errorf("superscript minus has glyph %d, %v: this test can see nothing", i, err)
	}
}

// TestSameFromRunToRun draws each of our records again and again: nothing in a
// figure may follow the order of a map.
func TestSameFromRunToRun(t *testing.T) {
	if testing.Short() {
		t.Skip("draws 88 figures")
	}
	first := map[string][]byte{}
	for range 4 {
		eachFigure(t, func(t *testing.T, experiment, lang string, f Figure) {
			name := experiment + "." + lang
			if was := first[name]; was != nil && !bytes.Equal(was, f.SVG) {
				t.Errorf("%s: drawn again it differs", name)
			}
			first[name] = f.SVG
		})
	}
}
