package runexp

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// positions is the verb positions.
func (s *call) positions() *cobra.Command {
	var name, reduce, kind string
	from := seed{value: 1}
	bits := integer{low: 1, high: hashes.MaxBits}
	k := integer{low: 1, high: variants.MaxK}
	cmd := &cobra.Command{
		Use:   "positions --scheme S --bits M -k K [--reduce fastrange|mod|mask] [--seed TRIALSEED] [--keys file:PATH|hexfile:PATH|-] [KEY...]",
		Short: "print the positions of keys: one line a key, its k positions, tab, key",
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "scheme", "", "FUNCTION+PROBING; runexp list schemes")
	flags.Var(&bits, "bits", "positions lie in [0, bits)")
	flags.VarP(&k, "k", "k", "positions a key")
	flags.StringVar(&reduce, "reduce", "fastrange", "how a word becomes a position: fastrange, mod or mask")
	flags.Var(&from, "seed", "seed of the trial, as probe and counts.csv print it")
	flags.StringVar(&kind, "keys", "", "file:PATH, hexfile:PATH or - for standard input: every line in order")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if !bits.given || !k.given {
			return fmt.Errorf("positions: want both --bits and -k")
		}
		scheme, err := hashes.ParseScheme(name, s.Functions)
		if err == nil {
			err = scheme.CheckPositions()
		}
		if err != nil {
			return fmt.Errorf("positions: --scheme: %w", err)
		}
		r, err := hashes.ParseReduction(reduce)
		if err == nil {
			err = r.Check(bits.value)
		}
		if err != nil {
			return fmt.Errorf("positions: --reduce: %w", err)
		}
		h := scheme.NewHasher(keys.Derive(from.value, keys.LabelScheme))
		w := hashes.NewWalker(scheme.Probing, r, bits.value, int(k.value))
		return s.eachKey("positions", kind, args, func(key []byte) (string, error) {
			w.Start(h.Digest(key))
			return walk(&w, int(k.value)), nil
		})
	}
	return cmd
}

// walk writes the next k positions of w with blanks between.
func walk(w *hashes.Walker, k int) string {
	all := make([]string, k)
	for i := range all {
		all[i] = strconv.FormatUint(w.Next(), 10)
	}
	return strings.Join(all, " ")
}
