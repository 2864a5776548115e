package keys

import "fmt"

// MaxFileKey is the longest line that Split takes, in bytes: a block of such
// keys must be cheap to hold for every goroutine.
const MaxFileKey = 1 << 20

// File is a source whose keys are the distinct lines of a file. In each trial a
// permutation seeded by the trial puts them in an order: the first are the
// members, the next the absent keys.
type File struct {
	lines      *Lines
	duplicates uint64
}

// Split drops l's duplicate lines (of equal ones the first stays) and returns
// the source of what is left. It uses up l, which must not be read afterwards.
func (l *Lines) Split() (*File, error) {
	for i := range l.Len() {
		if n := len(l.Key(i)); n > MaxFileKey {
			return nil, fmt.Errorf("keys %s:%d: a line of %d bytes: want at most %d", l.name, i+1, n, MaxFileKey)
		}
	}
	before := l.Len()
	if err := l.dropDuplicates(); err != nil {
		return nil, err
	}
	f := &File{lines: l, duplicates: before - l.Len()}
	if f.duplicates > 0 {
		l.warnings = append(l.warnings, fmt.Sprintf("keys %s: %d of %d lines are duplicates and are dropped", l.name, f.duplicates, before))
	}
	return f, nil
}

// Name returns file:PATH, hexfile:PATH or "-".
func (f *File) Name() string { return f.lines.name }

// Limit returns the number of distinct lines.
func (f *File) Limit() uint64 { return f.lines.Len() }

// Duplicates returns how many lines were dropped since they came before.
func (f *File) Duplicates() uint64 { return f.duplicates }

// Warnings returns what a reader should know about the file, one line each.
func (f *File) Warnings() []string { return f.lines.warnings }

// Stream returns the keys of a trial: distinct line permutation(i) is member i,
// or absent key i - members.
func (f *File) Stream(trialSeed, members uint64) Stream {
	return &split{f.lines, members, newPermutation(f.lines.Len(), Derive(trialSeed, LabelSplit))}
}

// split is the stream of one trial over a file.
type split struct {
	lines   *Lines
	members uint64
	order   permutation
}

// Members fills b with members first to first+count-1. Lines lie in random
// places: where they go, where they are and what they say is worked out for all of
// them in turn, so that their cache misses overlap.
func (s *split) Members(first uint64, count int, b *Block) {
	var at, end [BlockMax]uint64
	s.order.fill(first, at[:count])
	for i, line := range at[:count] {
		at[i], end[i] = s.lines.starts[line], s.lines.starts[line+1]
	}
	b.begin(count)
	for i, start := range at[:count] {
		b.append(s.lines.data, start, end[i])
		b.end(i)
	}
}

// Absent fills b with absent keys first to first+count-1.
func (s *split) Absent(first uint64, count int, b *Block) { s.Members(s.members+first, count, b) }
