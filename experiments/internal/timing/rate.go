package timing

import (
	"fmt"

	"github.com/filterlab/filterlab/experiments/internal/keys"
)

// Rate measures the false-positive rate of a contestant at n keys, with the members and
// the absent keys that the suite times from its first starting point: what is sized by
// it has that rate when it is timed.
func (s *Suite) Rate(c *Contestant, n uint64) (float64, error) {
	st := s.bareStage(n)
	stream, err := st.stream(s.From[0])
	if err != nil {
		return 0, err
	}
	x, err := newInstance(c, n, stream, st.hashSeed(), keys.Derive(st.seed, keys.LabelFilter))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", c.Variant.Name, err)
	}
	x.askAbsent(c.Config.Scheme.NewHasher(st.hashSeed()), stream, max(s.Absent, minPool))
	return float64(x.falsePositives) / float64(x.queries), nil
}
