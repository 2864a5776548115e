package keys

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// ErrEmpty is the error of Load for a file that could be read and has no line.
var ErrEmpty = errors.New("it is empty: want at least one line")

// Lines is a key file in memory: every line, in the file's order. Keys lie end
// to end without their line ends, so that a line costs its bytes and 8 more.
// The zero value has no lines.
type Lines struct {
	name     string
	data     []byte
	starts   []uint64 // line i is data[starts[i]:starts[i+1]]
	warnings []string
}

// Load reads the keys that kind names: file:PATH, one key a line; hexfile:PATH,
// one key in hex a line; or "-", standard input, one key a line.
//
// A line ends at LF, and a last line without LF counts. A CR before the LF is
// part of the key, with a warning. An empty line is the empty key. Reading a file
// takes its size; standard input, whose size is not known, up to twice as much
// for a while.
func Load(kind string, stdin io.Reader) (*Lines, error) {
	if kind == "-" && stdin == nil {
		return nil, fmt.Errorf("keys -: standard input cannot be read here; want a file or a synthetic kind")
	}
	if kind == "-" {
		data, err := io.ReadAll(stdin)
		return read(kind, data, err, false)
	}
	word, path, _ := strings.Cut(kind, ":")
	if !isFile(kind) {
		return nil, fmt.Errorf("keys %q: want file:PATH, hexfile:PATH or -", kind)
	}
	data, err := os.ReadFile(path)
	return read(kind, data, err, word == "hexfile")
}

// read makes Lines of what came out of a file.
func read(name string, data []byte, err error, isHex bool) (*Lines, error) {
	if err != nil {
		return nil, fmt.Errorf("keys %s: %w", name, err)
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("keys %s: %w", name, ErrEmpty)
	}
	l := &Lines{name: name}
	if err := l.cut(data, isHex); err != nil {
		return nil, err
	}
	return l, nil
}

// cut finds the lines of data and moves them together in place: a key is never
// longer than its line and never ends behind it.
func (l *Lines) cut(data []byte, isHex bool) error {
	lines := bytes.Count(data, []byte{'\n'})
	if data[len(data)-1] != '\n' {
		lines++
	}
	l.starts = make([]uint64, 1, lines+1)
	carriage, end := 0, 0
	for rest := data; len(rest) > 0; {
		line := rest
		if at := bytes.IndexByte(rest, '\n'); at >= 0 {
			line, rest = rest[:at], rest[at+1:]
		} else {
			rest = nil
		}
		if len(line) > 0 && line[len(line)-1] == '\r' {
			carriage++
		}
		n := len(line)
		if isHex {
			var err error
			if n, err = decodeHex(data[end:], line); err != nil {
				return fmt.Errorf("keys %s:%d: %w", l.name, len(l.starts), err)
			}
		} else {
			copy(data[end:], line)
		}
		end += n
		l.starts = append(l.starts, uint64(end))
	}
	l.data = data[:end]
	if carriage > 0 {
		l.warnings = append(l.warnings, fmt.Sprintf("keys %s: %d of %d lines end in CR, which is part of the key", l.name, carriage, lines))
	}
	return nil
}

// decodeHex writes the bytes that line spells to the front of to, which may be
// the same memory, and returns how many there are.
func decodeHex(to, line []byte) (int, error) {
	for i := 0; i+1 < len(line); i += 2 {
		high, low := hexDigit(line[i]), hexDigit(line[i+1])
		if high < 0 || low < 0 {
			return 0, fmt.Errorf("%.40q: want hex digits only, two a byte", line[i:])
		}
		to[i/2] = byte(high<<4 | low)
	}
	if len(line)%2 != 0 {
		return 0, fmt.Errorf("%d characters: want an even number of hex digits, two a byte, without CR or blanks", len(line))
	}
	return len(line) / 2, nil
}

// hexDigit returns the value of a hex digit, -1 for any other byte.
func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Len returns the number of lines.
func (l *Lines) Len() uint64 { return uint64(max(1, len(l.starts)) - 1) }

// Key returns line i, 0 <= i < Len(). The bytes must not be changed.
func (l *Lines) Key(i uint64) []byte { return l.data[l.starts[i]:l.starts[i+1]] }

// Warnings returns what a reader should know about the file, one line each.
func (l *Lines) Warnings() []string { return l.warnings }
