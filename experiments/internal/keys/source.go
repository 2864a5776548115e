package keys

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/filterlab/filterlab/hashes"
)

// Source is a kind of keys: what the keys column of cells.csv names.
type Source interface {
	// Name returns the kind's word: uint64, url, file:PATH and so on.
	Name() string
	// Limit returns how many keys there are in all, members and absent keys
	// together; math.MaxUint64 where they never run out.
	Limit() uint64
	// Stream returns the keys of one trial whose first members keys are the
	// members; absent keys follow. members and all keys asked for later must
	// be within Limit: see Enough.
	Stream(trialSeed, members uint64) Stream
}

// Stream makes the keys of one trial. Key number i depends on the trial's seed
// and on i alone, so blocks may be made in any order, by several goroutines at
// once (each with its own Block). count is at most BlockMax.
type Stream interface {
	// Members fills b with members first to first+count-1.
	Members(first uint64, count int, b *Block)
	// Absent fills b with absent keys first to first+count-1.
	Absent(first uint64, count int, b *Block)
}

// Unlimited is the Limit of keys that never run out: 2^63 members and as many
// absent keys.
const Unlimited = math.MaxUint64

// Kinds returns the words of the synthetic kinds.
func Kinds() []string { return []string{"uint64", "sequential", "uuid", "url", "prefixed"} }

// Check reports whether kind is a kind of keys, without opening a file.
func Check(kind string) error {
	if kind == "-" || isFile(kind) || synthetic(kind) != nil {
		return nil
	}
	if kind == "file:" || kind == "hexfile:" {
		return fmt.Errorf("keys %q: want a path after the colon", kind)
	}
	known := append(Kinds(), "file:PATH", "hexfile:PATH", "- (standard input)")
	return fmt.Errorf("%s", hashes.Unknown("key kind", kind, known))
}

// Parse returns the source that kind names. Files are read at once and their
// duplicate lines dropped; "-" reads stdin, and is refused where that is nil.
func Parse(kind string, stdin io.Reader) (Source, error) {
	if err := Check(kind); err != nil {
		return nil, err
	}
	if s := synthetic(kind); s != nil {
		return s, nil
	}
	lines, err := Load(kind, stdin)
	if err != nil {
		return nil, err
	}
	return lines.Split()
}

// Enough reports whether s has as many keys as a trial needs. The error says
// how many there are.
func Enough(s Source, members, absent uint64) error {
	limit := s.Limit()
	if limit == Unlimited {
		if members > 1<<63 || absent > 1<<63 {
			return fmt.Errorf("keys %s: %d members and %d absent keys: want at most 2^63 of each", s.Name(), members, absent)
		}
		return nil
	}
	if members <= limit && absent <= limit-members {
		return nil
	}
	note := ""
	if f, ok := s.(*File); ok && f.Duplicates() > 0 {
		note = fmt.Sprintf(" (%d duplicates dropped)", f.Duplicates())
	}
	return fmt.Errorf("keys %s: %d distinct keys%s: %d members and %d absent queries a trial want %s",
		s.Name(), limit, note, members, absent, sum(members, absent))
}

// sum words a + b, which may not fit.
func sum(a, b uint64) string {
	if a+b < a {
		return "more than 2^64"
	}
	return fmt.Sprint(a + b)
}

// isFile reports whether kind names a file.
func isFile(kind string) bool {
	for _, prefix := range []string{"file:", "hexfile:"} {
		if len(kind) > len(prefix) && strings.HasPrefix(kind, prefix) {
			return true
		}
	}
	return false
}
