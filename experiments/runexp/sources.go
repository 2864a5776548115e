package runexp

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/words"
	"github.com/filterlab/filterlab/hashes"
)

// wordsKind is the kind of the keys that the program carries with it.
const wordsKind = "words"

// sources are the key kinds in use, each made once: a key file is read and
// sorted out one time however many cells draw from it.
type sources map[string]keys.Source

// get returns the source of a kind. A file's warnings go to standard error.
func (s *call) source(all sources, kind string, stdin bool) (keys.Source, error) {
	if have, ok := all[kind]; ok {
		return have, nil
	}
	made, err := s.makeSource(kind, stdin)
	if err != nil {
		return nil, err
	}
	if w, ok := made.(interface{ Warnings() []string }); ok {
		for _, warning := range w.Warnings() {
			fmt.Fprintf(s.err, "runexp: warning: %s\n", warning)
		}
	}
	all[kind] = made
	return made, nil
}

func (s *call) makeSource(kind string, stdin bool) (keys.Source, error) {
	switch {
	case kind == wordsKind:
		lines, err := keys.Load("-", bytes.NewReader(words.List()))
		if err != nil {
			return nil, err
		}
		split, err := lines.Split()
		return renamed{split, wordsKind}, err
	case !strings.Contains(kind, ":") && kind != "-" && !slices.Contains(keys.Kinds(), kind):
		known := append(keys.Kinds(), wordsKind, "file:PATH", "hexfile:PATH", "- (standard input)")
		return nil, errors.New(hashes.Unknown("key kind", kind, known))
	case kind == "-" && !stdin:
		return nil, fmt.Errorf("keys -: standard input cannot be read twice; want a file or a synthetic kind")
	}
	return keys.Parse(kind, s.in)
}

// renamed is a source under the name that users know.
type renamed struct {
	keys.Source
	name string
}

func (r renamed) Name() string { return r.name }

// catalog hands the plan what it may look up.
func (s *call) catalog(all sources, stdin bool) plan.Catalog {
	return plan.Catalog{Variants: s.Variants, Functions: s.Functions, KeyLimit: func(kind string) (uint64, error) {
		source, err := s.source(all, kind, stdin)
		if err != nil {
			return 0, err
		}
		return source.Limit(), nil
	}}
}
