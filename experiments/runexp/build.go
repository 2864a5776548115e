package runexp

import (
	"encoding"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// build is the verb build: a filter of all lines of a key file, written as the
// real system writes it (variants.Native), or in our own saved form.
func (s *call) build() *cobra.Command {
	var f shapeFlags
	var kind, out string
	from := seed{value: 1}
	cmd := &cobra.Command{
		Use:   "build --variant V [--scheme S] [-n N] (--bits-per-key B | --bits M | --fpr P) [-k K] [--param NAME=VALUE]... --keys file:PATH|hexfile:PATH|- --out FILE",
		Short: "build a filter of the keys of a file and write it, in the bytes of the real system where it has them",
		Args:  noArguments,
	}
	flags := cmd.Flags()
	f.register(flags, variants.Config{})
	f.n.low = 0
	flags.Lookup("n").Usage = "keys the filter is sized for (default: the different lines)"
	flags.StringVar(&kind, "keys", "", "file:PATH, hexfile:PATH or - for standard input: every line in order")
	flags.StringVar(&out, "out", "", "file to write")
	flags.Var(&from, "seed", "of the hash, where it takes one; a saved filter remembers it")
	if err := flags.MarkHidden("capacity"); err != nil {
		panic(err)
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		if kind == "" || out == "" {
			return errors.New("build: want both --keys and --out")
		}
		lines, err := s.lines("build", kind)
		if errors.Is(err, keys.ErrEmpty) {
			lines, err = &keys.Lines{}, nil
			fmt.Fprintf(s.err, "runexp: warning: build: --keys %s: there is no key in it\n", kind)
		}
		if err != nil {
			return err
		}
		if !f.n.given {
			f.n.value, f.n.given = different(lines), true
		}
		data, err := s.built(&f, from.value, lines)
		if err != nil {
			return err
		}
		if err := record.WriteFile(out, data); err != nil {
			return fmt.Errorf("build: --out: %w", err)
		}
		return nil
	}
	return cmd
}

// different counts the different lines.
func different(lines *keys.Lines) uint64 {
	seen := map[string]bool{}
	for i := range lines.Len() {
		seen[string(lines.Key(i))] = true
	}
	return uint64(len(seen))
}

// built makes the filter and returns its bytes.
func (s *call) built(f *shapeFlags, seed uint64, lines *keys.Lines) ([]byte, error) {
	x, err := s.shape("build", f)
	if err != nil {
		return nil, err
	}
	x.config.Seed = seed
	filter, err := x.filterFor(lines)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	if err := fillLines(filter, x.config.Scheme.NewHasher(seed), lines); err != nil {
		return nil, fmt.Errorf("build: %s: %w", x.variant.Name, err)
	}
	data, err := written(filter)
	if err != nil {
		return nil, fmt.Errorf("build: %s: %w", x.variant.Name, err)
	}
	return data, nil
}

// filterFor makes the filter for lines, still empty. Of no lines, where nothing says what
// it should be sized for, it is the one that the real system makes, or none.
func (x *shape) filterFor(lines *keys.Lines) (variants.Filter, error) {
	switch {
	case x.config.Capacity > 0:
		return x.variant.New(x.config)
	case lines.Len() > 0:
		return nil, fmt.Errorf("-n 0: there are %d keys: want at least 1, or no -n", lines.Len())
	case x.variant.Empty == nil:
		return nil, fmt.Errorf("no keys, and %s is sized for at least 1: want -n, the keys that it should have room for", x.variant.Name)
	}
	return x.variant.Empty(x.config)
}

// fillLines puts every line into filter.
func fillLines(filter variants.Filter, h *hashes.Hasher, lines *keys.Lines) error {
	if b, ok := filter.(variants.Builder); ok {
		all := make([]hashes.Digest, lines.Len())
		for i := range all {
			all[i].A, all[i].B = h.Digest(lines.Key(uint64(i))).Pair()
		}
		return b.Build(all)
	}
	for i := range lines.Len() {
		if err := filter.(variants.Adder).Add(h.Digest(lines.Key(i))); err != nil {
			return findingf("key %d of %d: %v", i+1, lines.Len(), err)
		}
	}
	return nil
}

// written is the form of a filter that goes into a file.
func written(filter variants.Filter) ([]byte, error) {
	switch f := filter.(type) {
	case variants.Native:
		return f.NativeBytes()
	case encoding.BinaryMarshaler:
		return f.MarshalBinary()
	}
	return nil, errors.New("filters of this variant cannot be written")
}
