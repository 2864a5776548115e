package scalable

import (
	"maps"
	"reflect"
	"sync"

	"github.com/filterlab/filterlab/variants"
)

// sizes are the stages of one configuration but for their seeds, worked out when
// they are first needed and shared by all its filters: sizing asks the exact theory
// of the inner variant, which takes longer than to make a small filter.
type sizes struct {
	mu   sync.Mutex
	list []stage
}

// stage returns stage i of p, whose sizes s are.
func (s *sizes) stage(p *plan, i int) (stage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.list) <= i {
		next, err := p.sized(len(s.list))
		if err != nil {
			return stage{}, err
		}
		s.list = append(s.list, next)
	}
	return s.list[i], nil
}

// memo keeps the plans of the configurations that filters were last made of. It
// saves time and changes nothing: a plan is a pure function of its configuration.
type memo struct {
	mu    sync.Mutex
	plans []plan // the last used first
}

// memoized is how many plans a memo keeps: experiments make thousands of filters
// of one configuration, and a few configurations at a time.
const memoized = 4

// plan returns f.plan(c).
func (m *memo) plan(f family, c variants.Config) (plan, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	seed := c.Seed
	c.Seed = 0
	for i, p := range m.plans {
		if reflect.DeepEqual(p.config, c) {
			copy(m.plans[1:i+1], m.plans[:i])
			m.plans[0] = p
			p.config.Seed = seed
			return p, nil
		}
	}
	c.Params = maps.Clone(c.Params) // the caller's, who may change them
	p, err := f.plan(c)
	if err != nil {
		return p, err
	}
	p.sizes = new(sizes)
	m.plans = append([]plan{p}, m.plans[:min(len(m.plans), memoized-1)]...)
	p.config.Seed = seed
	return p, nil
}
