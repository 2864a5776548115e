package record

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
)

// A journal is a run in progress (or a finished shard): one line that says what
// is being run, then one line a finished unit, appended when the unit is done.
// Each line starts with the CRC-32C of the rest in 8 hex digits. A last line
// without its end is what a kill leaves, and is dropped; any other damage is an
// error, since counts that cannot be trusted are worse than none.

// Identity says what a run is: two runs with equal identities make equal pieces.
type Identity struct {
	SchemaVersion int    `json:"schema_version"`
	Experiment    string `json:"experiment"`
	SpecSHA256    string `json:"spec_sha256"`
	CellsSHA256   string `json:"cells_sha256"`
	Seed          uint64 `json:"seed"`
	Profile       string `json:"profile"`
	Revision      string `json:"revision"`
	Shard         string `json:"shard"` // I/N; "" for a whole run
}

// Header is the first line of a journal.
type Header struct {
	Identity
	Start string `json:"start"` // RFC 3339, UTC
}

// Journal is an open journal. Append may be called from several goroutines.
type Journal struct {
	mu   sync.Mutex
	file *os.File
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// SealLine is a line of a journal: the CRC-32C of the payload in 8 hex digits, the payload
// and an LF.
func SealLine(payload string) string {
	return fmt.Sprintf("%08x %s\n", crc32.Checksum([]byte(payload), castagnoli), payload)
}

// UnsealLine returns the payload of a line without its LF, and an error where that is not
// what was sealed.
func UnsealLine(line string) (string, error) {
	sum, payload, ok := strings.Cut(line, " ")
	if !ok || sum != fmt.Sprintf("%08x", crc32.Checksum([]byte(payload), castagnoli)) {
		return "", fmt.Errorf("checksum does not match (a damaged or edited line)")
	}
	return payload, nil
}

// ReadJournal reads the bytes of a journal. It returns the pieces and the length of
// the part that is whole; good is 0 when not even the first line is.
func ReadJournal(name string, data []byte) (h Header, all Pieces, good int, err error) {
	all = Pieces{}
	for n := 1; ; n++ {
		line, _, whole := bytes.Cut(data[good:], []byte("\n"))
		if !whole {
			return h, all, good, nil
		}
		payload, err := UnsealLine(string(line))
		if err == nil && n == 1 {
			err = strictJSON([]byte(payload), &h)
		} else if err == nil {
			err = readPiece(payload, all)
		}
		if err != nil {
			return h, nil, good, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		good += len(line) + 1
	}
}

// CreateJournal starts a journal in place of what was there: seen bytes, 0 for
// nothing. Where there are more by now it is another run's.
func CreateJournal(path string, h Header, seen int) (*Journal, error) {
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	return openJournal(path, os.O_CREATE, seen, 0, SealLine(string(line)))
}

// ResumeJournal opens a journal to append behind its first good bytes; what
// follows them, a torn line, is cut off. There must be seen bytes, as when it was read.
func ResumeJournal(path string, good, seen int) (*Journal, error) {
	return openJournal(path, 0, seen, int64(good), "")
}

// InUse is the error for a journal that another run holds, or has taken away since
// it was looked for.
func InUse(path string) error {
	return fmt.Errorf("%s: another run is writing here; wait for its end, or choose another --out", path)
}

// isAt reports whether f is still the file of that path, and so long: a run that
// ends between our reading and locking its journal has removed or lengthened it.
func isAt(f *os.File, path string, size int64) bool {
	mine, err := f.Stat()
	there, err2 := os.Stat(path)
	return err == nil && err2 == nil && os.SameFile(mine, there) && mine.Size() == size
}

// openJournal locks the file before it changes a byte, so that of two runs into
// one folder the second is refused.
func openJournal(path string, flag, seen int, good int64, first string) (*Journal, error) {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|flag, 0o666)
	if errors.Is(err, fs.ErrNotExist) && flag == 0 {
		return nil, InUse(path) // its run has just ended
	}
	if err != nil {
		return nil, err
	}
	j := &Journal{file: f}
	if err := lockFile(f); err != nil || !isAt(f, path, int64(seen)) {
		f.Close()
		return nil, InUse(path)
	}
	if err := f.Truncate(good); err != nil {
		j.Close()
		return nil, err
	}
	if _, err := io.WriteString(f, first); err != nil {
		j.Close()
		return nil, err
	}
	return j, nil
}

// Append records a finished unit; when it returns nil the unit survives a kill.
func (j *Journal) Append(p Piece) error {
	payload, err := pieceLine(p)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err = io.WriteString(j.file, SealLine(payload))
	return err
}

// Close flushes the journal to disk and closes it.
func (j *Journal) Close() error {
	if err := j.file.Sync(); err != nil {
		j.file.Close()
		return err
	}
	return j.file.Close()
}

// pieceLine writes a piece: the columns of counts.csv, the first query, and the
// extras as NAME=VALUE joined by ";".
func pieceLine(p Piece) (string, error) {
	var fields []string
	for _, c := range pieceColumns() {
		f, err := c.get(&p)
		if err != nil {
			return "", fmt.Errorf("cell %s, trial %d, column %s: %w", p.CellID, p.FirstTrial, c.Name, err)
		}
		fields = append(fields, f)
	}
	var out strings.Builder
	w := csv.NewWriter(&out)
	if err := w.Write(fields); err != nil {
		return "", err
	}
	w.Flush()
	return strings.TrimSuffix(out.String(), "\n"), w.Error()
}

func readPiece(payload string, all Pieces) error {
	fields, err := csv.NewReader(strings.NewReader(payload)).Read()
	columns := pieceColumns()
	if err != nil || len(fields) != len(columns) {
		return fmt.Errorf("not a piece: want %d fields", len(columns))
	}
	var p Piece
	for i, c := range columns {
		if err := c.set(&p, fields[i]); err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	if err := p.check(); err != nil {
		return err
	}
	return all.Put(p)
}

// pieceColumns are the columns of counts.csv lifted to pieces, and two more.
func pieceColumns() []Column[Piece] {
	var columns []Column[Piece]
	for _, c := range CountColumns() {
		columns = append(columns, Column[Piece]{c.Name, c.Doc,
			func(p *Piece) (string, error) { return c.get(&p.Count) },
			func(p *Piece, s string) error { return c.set(&p.Count, s) },
			c.Form,
		})
	}
	return append(columns,
		count("first_query", "", func(p *Piece) *uint64 { return &p.FirstQuery }),
		Column[Piece]{"extra", "", extrasText, setExtras, Form{Type: "text", Optional: true}})
}

func extrasText(p *Piece) (string, error) {
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(p.Extra)) {
		if !isColumnName(name) {
			return "", fmt.Errorf("extra %q: want a name of lower-case letters, digits and underscores", name)
		}
		pairs = append(pairs, fmt.Sprintf("%s=%d", name, p.Extra[name]))
	}
	return strings.Join(pairs, ";"), nil
}

func setExtras(p *Piece, s string) error {
	if s == "" {
		return nil
	}
	p.Extra = map[string]uint64{}
	for pair := range strings.SplitSeq(s, ";") {
		name, value, _ := strings.Cut(pair, "=")
		v, err := parseUint(value)
		if err != nil || !isColumnName(name) {
			return fmt.Errorf("%q: want NAME=VALUE", pair)
		}
		p.Extra[name] = v
	}
	return nil
}
