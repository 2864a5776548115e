package timing

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/filterlab/filterlab/variants"
)

// Row is one thing that is timed at one n.
type Row struct {
	Op         string
	Of         string // Empty: the operation whose loop it is
	Contestant int    // its number; -1 for references (Hash: any contestant of the scheme)
	Scheme     string // Hash
	N          uint64
	From       string
	Hits       int // -1 where nothing is asked
	Figure     string
	Cache      string
	Goroutines int
	AA         string
	Bytes      uint64 // Limit: of the table
	Lines      int    // Limit: read a key
	Kernel     string // Limit: loads or prefetch
	Missing    string // why it cannot be timed; "" where it can
}

// The kernels of the limit.
const (
	loads    = "loads"    // plain Go
	prefetch = "prefetch" // assembly that asks for lines before it reads them
)

// asks reports whether the row asks a filter for keys.
func asks(op string) bool { return op == Contains || op == ContainsBatch }

// fills reports whether the row needs all members.
func fills(op string) bool { return op == Build || op == Add || op == AddBatch || op == Remove }

// Name returns the row's name: key=value parts joined by slashes, of which the
// last never ends in -digits, since readers take that for a number of processors.
func (s *Suite) Name(r *Row) string {
	parts := []string{r.Op}
	add := func(key, value string) {
		if value != "" {
			parts = append(parts, part(key, value))
		}
	}
	if r.Op == Empty {
		add("op", r.Of)
	}
	if r.Contestant >= 0 && r.Op != Hash && r.Op != HashBatch {
		parts = append(parts, s.Contestants[r.Contestant].name())
	}
	add("scheme", r.Scheme)
	if r.Op == Limit {
		add("bytes", strconv.FormatUint(r.Bytes, 10))
		add("lines", strconv.Itoa(r.Lines))
		add("kernel", r.Kernel)
	}
	add("n", Count(r.N))
	add("from", r.From)
	if r.Hits >= 0 {
		add("hits", strconv.Itoa(r.Hits))
	}
	add("figure", r.Figure)
	add("cache", r.Cache)
	add("goroutines", strconv.Itoa(r.Goroutines))
	add("aa", r.AA)
	return strings.Join(parts, "/")
}

// maxKeyBytes bounds the memory for the members' bytes at one n and width.
const maxKeyBytes = 1 << 30

// missing says why a row cannot be timed.
func (s *Suite) missing(r *Row) string {
	c := &s.Contestants[r.Contestant]
	v := c.Variant
	for _, need := range []struct {
		op      string
		ability variants.Ability
		reason  string
	}{
		{ContainsBatch, variants.CanContainsBatch, "has no batch form"},
		{Add, variants.CanAdd, "is built from the whole set"},
		{AddBatch, variants.CanAddBatch, "has no batch form"},
		{Remove, variants.CanRemove, "cannot remove"},
		{Save, variants.CanSave, "cannot be saved"},
		{Load, variants.CanSave, "cannot be saved"},
	} {
		if r.Op == need.op && !v.Has(need.ability) {
			return v.Name + " " + need.reason
		}
	}
	switch {
	case r.From == Digest && c.Config.Scheme.Lazy():
		return c.Config.Scheme.Name() + " makes its words when they are asked for: no digest is made before"
	case fills(r.Op) && r.From != Digest && r.N*width(r.From) > maxKeyBytes:
		return fmt.Sprintf("keys of %d bytes take more than %d MiB", width(r.From), maxKeyBytes>>20)
	case r.Goroutines > s.processors():
		return fmt.Sprintf("fewer than %d processors", r.Goroutines)
	}
	return ""
}

// emptyOf is the empty loop beside row r.
func emptyOf(r *Row, scheme string) Row {
	if r.From == Digest {
		scheme = "" // no hash in it: one loop for all schemes
	}
	return Row{Op: Empty, Of: r.Op, Contestant: -1, Scheme: scheme, N: r.N,
		From: r.From, Hits: r.Hits, Figure: r.Figure, Cache: r.Cache, Goroutines: 1}
}
