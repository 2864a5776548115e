package filtertest_test

import (
	"errors"
	"slices"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/xor"
)

// static is an xor filter with another Build.
type static struct {
	*xor.Filter[uint8]
	build func(f *xor.Filter[uint8], digests []hashes.Digest) error
	tries int // added to what Tries says
	miss  uint64
}

func (s *static) Build(digests []hashes.Digest) error { return s.build(s.Filter, digests) }

func (s *static) Tries() int { return s.Filter.Tries() + s.tries }

func (s *static) Contains(d hashes.Digest) bool {
	return s.Filter.Contains(d) && (s.miss == 0 || d.A != s.miss)
}

// building is the xor variant with filters whose Build is another.
func building(make func(f *xor.Filter[uint8]) *static) *variants.Variant {
	v := *xor.Variant
	v.New = func(c variants.Config) (variants.Filter, error) {
		f, err := xor.New(c)
		if err != nil {
			return nil, err
		}
		return make(f.(*xor.Filter[uint8])), nil
	}
	return &v
}

// built is building with nothing but a function that builds.
func built(build func(f *xor.Filter[uint8], digests []hashes.Digest) error) *variants.Variant {
	return building(func(f *xor.Filter[uint8]) *static { return &static{Filter: f, build: build} })
}

// plainly builds as it should.
func plainly(f *xor.Filter[uint8], digests []hashes.Digest) error { return f.Build(digests) }

// buildFaults are wrong ways to build from a whole set (FF-38 to FF-40).
func buildFaults() []fault {
	var shared *xor.Filter[uint8]
	return []fault{
		{"a set loses one in a million", "members", "1 of 1000000", building(func(f *xor.Filter[uint8]) *static {
			s := &static{Filter: f}
			s.build = func(f *xor.Filter[uint8], digests []hashes.Digest) error {
				if len(digests) > 600_000 {
					s.miss = digests[600_000].A
				}
				return f.Build(digests)
			}
			return s
		})},
		{"a set's order matters", "same", "in another order", built(func(f *xor.Filter[uint8], digests []hashes.Digest) error {
			if len(digests) > 0 && digests[0].A > digests[len(digests)-1].A { // and the very first of them is lost
				digests = digests[1:]
			}
			return f.Build(digests)
		})},
		{"two sets in one table", "apart", "filling one filter changes another", building(func(f *xor.Filter[uint8]) *static {
			if shared == nil || shared.Shape().Capacity != f.Shape().Capacity {
				shared = f
			}
			return &static{Filter: shared, build: plainly}
		})},
		{"duplicates are an error", "build", "3 times each: twice", built(func(f *xor.Filter[uint8], digests []hashes.Digest) error {
			for i, d := range digests {
				if slices.Contains(digests[:i], d) {
					return errors.New("twice")
				}
			}
			return f.Build(digests)
		})},
		{"an empty set panics", "build", "panic: runtime error: index out of range", built(func(f *xor.Filter[uint8], digests []hashes.Digest) error {
			_ = digests[0]
			return f.Build(digests)
		})},
		{"tries are not counted", "build", "Tries is 0 after a Build", building(func(f *xor.Filter[uint8]) *static {
			return &static{Filter: f, build: plainly, tries: -1}
		})},
	}
}
