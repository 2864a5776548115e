package scalable

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/internal/bloom"
	"github.com/filterlab/filterlab/variants/internal/probe"
	"github.com/filterlab/filterlab/variants/internal/sizing"
)

// Filter is a scalable Bloom filter. Any number of goroutines may query it at
// once, as long as none adds.
type Filter struct {
	plan   plan
	stages []part   // at least one; keys go into the last
	work   workshop // for batches
}

// part is one stage in use.
type part struct {
	variants.Filter
	adder    variants.Adder
	adds     variants.BatchAdder     // nil where inner has none
	batch    variants.BatchContainer // nil where inner has none
	table    *probe.Table            // of inner, where it is one: asked without a call through an interface
	capacity uint64
	held     uint64 // keys added
	salt     uint64 // 0 in stage 0: digests as they are
}

func (f family) new(c variants.Config, recent *memo) (variants.Filter, error) {
	p, err := recent.plan(f, c)
	if err != nil {
		return nil, err
	}
	out := &Filter{plan: p}
	if err := out.grow(); err != nil {
		return nil, err
	}
	return out, nil
}

// grow opens the next stage.
func (f *Filter) grow() error {
	i := len(f.stages)
	s, err := f.plan.stage(i)
	if err != nil {
		return err
	}
	total := s.shape.Bits
	for _, have := range f.stages {
		total += have.Shape().Bits
	}
	if total > hashes.MaxBits {
		return fmt.Errorf("%s: more than 2^40 bits in %d stages", name, i+1)
	}
	inner, err := f.plan.inner.New(s.config)
	if err != nil {
		return fmt.Errorf("%s: stage %d: %w", name, i, err)
	}
	return f.append(inner, s.capacity, 0)
}

// append takes a filter as the next stage.
func (f *Filter) append(inner variants.Filter, capacity, held uint64) error {
	adder, ok := inner.(variants.Adder)
	if !ok {
		return fmt.Errorf("%s: stages must take keys one at a time, and %s cannot", name, f.plan.inner.Name)
	}
	p := part{Filter: inner, adder: adder, capacity: capacity, held: held}
	p.adds, _ = inner.(variants.BatchAdder)
	p.batch, _ = inner.(variants.BatchContainer)
	p.table = bloom.TableOf(inner)
	if i := len(f.stages); i > 0 {
		p.salt = uint64(i) * 0xd1342543de82ef95
	}
	f.stages = append(f.stages, p)
	return nil
}

// own returns d as this stage sees it: with a second word of its own, unless the
// digest has a Source.
func (p *part) own(d hashes.Digest) hashes.Digest {
	if p.salt != 0 && d.More == nil {
		d.B = hashes.SplitMix64(d.B ^ p.salt)
	}
	return d
}

// Contains reports whether the key of d may have been added: whether any stage
// says so, the newest asked first.
func (f *Filter) Contains(d hashes.Digest) bool {
	for i := len(f.stages) - 1; i >= 0; i-- {
		if s := &f.stages[i]; s.contains(s.own(d)) {
			return true
		}
	}
	return false
}

// contains is Contains of the stage's filter.
func (p *part) contains(d hashes.Digest) bool {
	if p.table != nil {
		return p.table.ContainsWide(d)
	}
	return p.Filter.Contains(d)
}

// Add puts d into the newest stage, after opening one if that is full. ErrFull
// means that the next stage would leave 2^40 bits, memory or what the inner
// variant can do, or that the stage itself refuses the key (cuckoo: too many
// copies of it).
func (f *Filter) Add(d hashes.Digest) error {
	last := &f.stages[len(f.stages)-1]
	if last.held < last.capacity {
		err := last.adder.Add(last.own(d))
		if err == nil {
			last.held++
			return nil
		}
		if !last.spent() {
			return err
		}
	}
	return f.addNext(d)
}

// addNext opens a stage and puts d into it.
func (f *Filter) addNext(d hashes.Digest) error {
	if f.grow() != nil {
		return variants.ErrFull
	}
	last := &f.stages[len(f.stages)-1]
	err := last.adder.Add(last.own(d))
	if err == nil {
		last.held++
	}
	return err
}

// spent reports whether a stage that refuses a key has done its work: a stage
// that can be full may be so a little before its capacity. Then it is closed
// early. A stage that refuses sooner refuses this one key, and stays open.
func (p *part) spent() bool { return p.held >= p.capacity-p.capacity/8 }

// AddBatch adds the keys of b in order and stops at the first that finds no
// room: it returns how many went in.
func (f *Filter) AddBatch(b *hashes.Batch) (int, error) {
	s := f.work.take()
	done, err := f.addAll(s, b)
	s.batch = hashes.Batch{} // it keeps nothing of b
	f.work.give(s)
	return done, err
}

// addAll is AddBatch with working memory s.
func (f *Filter) addAll(s *scratch, b *hashes.Batch) (int, error) {
	for done := 0; done < b.Len(); {
		last := &f.stages[len(f.stages)-1]
		if last.adds == nil || last.held >= last.capacity {
			if err := f.Add(b.At(done)); err != nil {
				return done, err
			}
			done++
			continue
		}
		n := min(b.Len()-done, int(min(last.capacity-last.held, hashes.BatchMax)))
		in, err := last.adds.AddBatch(s.part(last, b, done, n))
		last.held += uint64(in)
		done += in
		if err == nil {
			continue
		}
		if last.spent() {
			err = f.addNext(b.At(done))
		}
		if err != nil {
			return done, err
		}
		done++
	}
	return b.Len(), nil
}

// Shape returns what the filter is and costs now, all stages together.
func (f *Filter) Shape() variants.Shape { return sizing.Copy(f.plan.shape(f.Stages())) }

// Stages returns the shapes of the stages, the oldest first.
func (f *Filter) Stages() []variants.Shape {
	out := make([]variants.Shape, len(f.stages))
	for i := range f.stages {
		out[i] = f.stages[i].Shape()
	}
	return out
}

// SetBits returns the set units of all stages.
func (f *Filter) SetBits() uint64 {
	sum := uint64(0)
	for i := range f.stages {
		if c, ok := f.stages[i].Filter.(variants.SetBitser); ok {
			sum += c.SetBits()
		}
	}
	return sum
}

// Tally returns the number of stages.
func (f *Filter) Tally() []variants.Tally {
	return []variants.Tally{{Name: "stages", Value: uint64(len(f.stages))}}
}
