package ribbon

import (
	"fmt"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/internal/save"
	"github.com/filterlab/filterlab/variants/internal/static"
)

// MarshalBinary saves the filter: package save's header, keys and tries as further
// numbers, and the words. One that is loaded answers as the saved one, if its Hasher has
// the seed of the one it was built with, which no filter knows.
func (f *Filter) MarshalBinary() ([]byte, error) {
	return save.Words(save.Of(name, f.config, f.plan.shape(), f.built.Keys, uint64(f.built.Tries)), f.words), nil
}

func restored(h save.Header, payload []byte, scheme hashes.Scheme) (*Filter, error) {
	if len(h.Extra) != 2 {
		return nil, fmt.Errorf("damaged: %d further numbers, want 2", len(h.Extra))
	}
	keys, tries := h.Extra[0], h.Extra[1]
	if tries > static.MaxTries || tries == 0 && keys > 0 {
		return nil, fmt.Errorf("damaged: %d keys built in %d tries, want 1 to %d tries", keys, tries, static.MaxTries)
	}
	c := h.Config(scheme)
	p, err := planned(c, keys)
	if err != nil {
		return nil, err
	}
	if err := h.Fits(p.shape()); err != nil {
		return nil, err
	}
	words, err := save.ReadWords(payload, p.words())
	if err != nil {
		return nil, err
	}
	f := newFilter(c, p, words)
	f.built = static.Built{Keys: keys, Tries: int(tries)}
	f.ready()
	return f, nil
}
