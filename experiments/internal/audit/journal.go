package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// JournalFile is where the answers of an audit that is not finished stand.
const JournalFile = "journal"

// Answer is what came of one cell: the part of its row that was measured.
type Answer struct {
	Library, Cell, Command string
	Counts
	BitsPerKey      float64 // 0 where the process gave no answer
	Verdict, Detail string  // "" where it did
}

// Journal keeps the answers of an audit as they come, so that one that is interrupted,
// or killed at any point, goes on from there. A line is sealed as in the
// journal of a run (record.SealLine) and holds an answer; what
// was only half written is dropped when it is read.
type Journal struct {
	mu   sync.Mutex
	file *os.File
}

// OpenJournal opens the journal at path and returns the answers in it. They are those
// of an audit with the same head, which names all that answers depend on; those of
// another are dropped.
func OpenJournal(path, head string) (*Journal, []Answer, error) {
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	answers, good := readJournal(data, head)
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	j := &Journal{file: file}
	_, seek := file.Seek(int64(good), io.SeekStart)
	if err = errors.Join(file.Truncate(int64(good)), seek); err == nil && good == 0 {
		err = j.line(head)
	}
	if err != nil {
		file.Close()
		return nil, nil, err
	}
	return j, answers, nil
}

// readJournal returns the answers of a journal with that head, and how many bytes of it
// are whole lines.
func readJournal(data []byte, head string) (answers []Answer, good int) {
	for {
		line, rest, whole := bytes.Cut(data[good:], []byte("\n"))
		payload, err := record.UnsealLine(string(line))
		if !whole || err != nil {
			return answers, good
		}
		if good == 0 {
			var was string
			if json.Unmarshal([]byte(payload), &was) != nil || was != head {
				return nil, 0
			}
		} else {
			var a Answer
			if json.Unmarshal([]byte(payload), &a) != nil {
				return answers, good
			}
			answers = append(answers, a)
		}
		good = len(data) - len(rest)
	}
}

// Add keeps the answer of a row.
func (j *Journal) Add(r *Row) error {
	a := Answer{Library: r.Library, Cell: r.Cell.Name(), Command: r.Command, Counts: r.Counts, Verdict: r.Verdict, Detail: r.Detail}
	if r.Verdict == "" && r.BitsPerKey > 0 {
		a.BitsPerKey = r.BitsPerKey
	}
	return j.line(a)
}

// line writes one line at once.
func (j *Journal) line(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	_, err = io.WriteString(j.file, record.SealLine(string(text)))
	return err
}

// Close leaves the journal where it is.
func (j *Journal) Close() error { return j.file.Close() }

// Remove ends the journal of an audit whose tables are written.
func (j *Journal) Remove() error {
	return errors.Join(j.file.Close(), os.Remove(j.file.Name()))
}

// Take fills in the answer of a row, and reports whether there is one.
func (r *Row) Take(answers []Answer) bool {
	for i := range answers {
		a := &answers[i]
		if a.Library != r.Library || a.Cell != r.Cell.Name() || a.Command != r.Command {
			continue
		}
		r.Counts, r.Verdict, r.Detail = a.Counts, a.Verdict, a.Detail
		if a.BitsPerKey > 0 {
			r.BitsPerKey = a.BitsPerKey
		}
		return true
	}
	return false
}
