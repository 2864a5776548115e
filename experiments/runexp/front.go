package runexp

import (
	"errors"

	"github.com/filterlab/filterlab/experiments/internal/timing"
)

func (s *call) frontSuites(f *benchFlags, base *timing.Suite) ([]*timing.Suite, error) {
	return nil, errors.New("bench: --front: to come")
}

func (s *call) printFront(t *benchTarget, rows []*benchRow) error { return nil }
