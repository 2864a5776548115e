package runexp

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/variants"
)

// size is the verb size: of keys, rate, bits and k it finds what is not given.
//
//	given                    found
//	n, fpr [, k]             bits and the best k, as --fpr sizes a filter
//	n, bits [, k]            the rate, with the best k
//	fpr, bits [, k]          the most keys the bits hold at that rate
//
// Bits may be given per key, except where n is what is looked for.
func (s *call) size() *cobra.Command {
	shape := shapeFlags{variant: "classic", fallback: "xxh3+double"}
	var f format
	cmd := &cobra.Command{
		Use:   "size [--variant V] [--scheme S] [-n N] [--fpr P] [--bits M | --bits-per-key B] [-k K] [--param NAME=VALUE]...",
		Short: "of n, fpr, bits and k, find what is not given",
		Args:  noArguments,
	}
	shape.register(cmd.Flags(), variants.Config{Unbounded: true})
	f.register(cmd.Flags())
	if err := cmd.Flags().MarkHidden("capacity"); err != nil {
		panic(err)
	}
	cmd.RunE = func(*cobra.Command, []string) error {
		answer, err := s.solve(&shape)
		if err != nil {
			return err
		}
		if f == "json" {
			return writeJSON(s.out, answer)
		}
		return writeFields(s.out, f, answer.fields())
	}
	return cmd
}

// sizing is what size prints: FPR is the rate asked for, and where none was
// asked for the predicted one; Theory is that of the shape chosen.
type sizing struct {
	SchemaVersion int             `json:"schema_version"`
	Variant       string          `json:"variant"`
	Scheme        string          `json:"scheme"`
	N             uint64          `json:"n"`
	FPR           number          `json:"fpr"`
	Bits          uint64          `json:"bits"`
	BitsPerKey    number          `json:"bits_per_key"`
	K             int             `json:"k"`
	Params        variants.Params `json:"params"`
	Theory        rate            `json:"theory"`
}

func (z *sizing) fields() []field {
	return append([]field{
		{"variant", z.Variant}, {"scheme", z.Scheme}, {"n", unsigned(z.N)}, {"fpr", z.FPR.String()}, {"bits", unsigned(z.Bits)},
		{"bits_per_key", z.BitsPerKey.String()}, {"k", fmt.Sprint(z.K)}, {"params", z.Params.String()},
	}, z.Theory.fields()...)
}

// solve finds what the flags leave open.
func (s *call) solve(f *shapeFlags) (sizing, error) {
	if f.bits.given && f.perKey.given {
		return sizing{}, fmt.Errorf("size: --bits and --bits-per-key: want at most one of them")
	}
	if f.fpr.value == 1 {
		return sizing{}, fmt.Errorf("size: --fpr 1: want a number in the open interval (0, 1)")
	}
	sized := f.bits.given || f.perKey.given
	switch {
	case f.n.given && f.fpr.given && sized:
		return sizing{}, fmt.Errorf("size: -n, --fpr and bits are all given: leave out the one to be found")
	case f.n.given && (f.fpr.given || sized):
		p, err := s.predict("size", f)
		return sizingOf(p, f), err
	case f.fpr.given && f.bits.given:
		return s.mostKeys(f)
	}
	return sizing{}, fmt.Errorf("size: want two of -n, --fpr and --bits (or --bits-per-key, with -n)")
}

func sizingOf(p prediction, f *shapeFlags) sizing {
	z := sizing{SchemaVersion: record.SchemaVersion, Variant: p.Variant, Scheme: p.Scheme, N: p.N, FPR: p.Theory.FPR,
		Bits: p.Bits, BitsPerKey: p.BitsPerKey, K: p.K, Params: p.Params, Theory: p.Theory}
	if f.fpr.given {
		z.FPR = number(f.fpr.value)
	}
	return z
}

// mostKeys finds the largest n whose predicted rate, with the best k for it
// unless k is given, is at most the one asked for: the rate grows with n.
func (s *call) mostKeys(f *shapeFlags) (sizing, error) {
	x, err := s.names("size", f)
	if err != nil {
		return sizing{}, err
	}
	x.config.Bits, x.config.K, x.config.Unbounded = f.bits.value, int(f.k.value), true
	at := func(n uint64) (prediction, error) {
		c := x
		c.config.Capacity = n
		return predict("size", c, n)
	}
	low, high := uint64(1), 2*f.bits.value // the rate at low is at most the one asked for; high is more than bits can hold
	first, err := at(low)
	for wrong := err; err != nil; first, err = at(low) {
		if low *= 2; low >= high { // some kinds cannot have so many bits for so few keys
			return sizing{}, wrong
		}
	}
	if !(float64(first.Theory.FPR) <= f.fpr.value) {
		return sizing{}, fmt.Errorf("size: --fpr %v: n = %d in %d bits already has %v", f.fpr.value, low, f.bits.value, first.Theory.FPR)
	}
	for high-low > 1 {
		middle := low + (high-low)/2
		p, err := at(middle)
		if err == nil && float64(p.Theory.FPR) <= f.fpr.value {
			low = middle
		} else {
			high = middle
		}
	}
	best, err := at(low)
	return sizingOf(best, f), err
}
