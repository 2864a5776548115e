// Package words ships one real key set: the American English word list of
// Debian's wamerican package (SCOWL), one word a line, so that experiments run
// on real keys everywhere. NOTICE beside it is its licence.
package words

import _ "embed"

//go:embed american-english.txt
var list []byte

// List returns the file's bytes: 104,334 distinct lines in UTF-8, each ended by
// LF. The caller must not change them.
func List() []byte { return list }
