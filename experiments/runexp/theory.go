package runexp

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/variants"
	"github.com/filterlab/filterlab/variants/theory"
)

// theory is the verb theory.
func (s *call) theory() *cobra.Command {
	var shape shapeFlags
	var f format
	cmd := &cobra.Command{
		Use:   "theory --variant V --scheme S -n N [--capacity C] (--bits-per-key B | --bits M | --fpr P) [-k K] [--param NAME=VALUE]...",
		Short: "predict one filter without measuring",
		Args:  noArguments,
	}
	shape.register(cmd.Flags(), variants.Config{Unbounded: true})
	f.register(cmd.Flags())
	cmd.RunE = func(*cobra.Command, []string) error {
		p, err := s.predict("theory", &shape)
		if err != nil {
			return err
		}
		if f == "json" {
			return writeJSON(s.out, p)
		}
		return writeFields(s.out, f, p.fields())
	}
	return cmd
}

// noArguments refuses arguments and names the first.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %q: want flags only", cmd.Name(), args[0])
}

// prediction is what theory says of one shape, as the verbs print it.
type prediction struct {
	SchemaVersion int             `json:"schema_version"`
	Variant       string          `json:"variant"`
	Scheme        string          `json:"scheme"`
	N             uint64          `json:"n"`
	Capacity      uint64          `json:"capacity"`
	Bits          uint64          `json:"bits"`
	BitsPerKey    number          `json:"bits_per_key"`
	K             int             `json:"k"`
	Params        variants.Params `json:"params"`
	Theory        rate            `json:"theory"`
}

// rate is a prediction's figures, rounded as in cells.csv.
type rate struct {
	FPR        number `json:"fpr"`
	FPRSD      number `json:"fpr_sd"`
	SetBits    number `json:"-"`
	SetBitsSD  number `json:"-"`
	Source     string `json:"source"`
	ModelError number `json:"model_error"`
}

func round9(x float64) number { return number(record.Round(x, record.TheoryDigits)) }

func rateOf(r theory.Rate) rate {
	source := r.Formula
	if r.Reason != "" {
		source += "; model error: " + r.Reason
	}
	return rate{round9(r.FPR), round9(r.SD), round9(r.SetBits), round9(r.SetBitsSD), source, round9(r.ModelError)}
}

// predict resolves flags and asks the variant for its shape and theory; nothing
// is allocated, so the largest filters can be asked for.
func (s *call) predict(verb string, f *shapeFlags) (prediction, error) {
	x, err := s.shape(verb, f)
	if err != nil {
		return prediction{}, err
	}
	if _, err := plan.ChurnOf(x.config.Params); err != nil {
		return prediction{}, fmt.Errorf("%s: %w", verb, err)
	}
	x.config.Params, _ = plan.SplitReserved(x.config.Params)
	x.config.Unbounded = true
	return predict(verb, x, x.point.N)
}

func predict(verb string, x shape, n uint64) (prediction, error) {
	made, err := x.variant.Shape(x.config, n)
	if err != nil {
		return prediction{}, fmt.Errorf("%s: %w", verb, err)
	}
	r := x.variant.Predict(x.config, made, n)
	if math.IsNaN(r.FPR) {
		return prediction{}, fmt.Errorf("%s: %s has no prediction for n = %d: %s", verb, x.variant.Name, n, wordOr(r.Reason, "its theory ends below"))
	}
	return prediction{SchemaVersion: record.SchemaVersion, Variant: x.variant.Name, Scheme: x.config.Scheme.Name(),
		N: n, Capacity: x.config.Capacity, Bits: made.Bits, BitsPerKey: round9(made.BitsPerKey(x.config.Capacity)),
		K: made.K, Params: made.Params, Theory: rateOf(r)}, nil
}

// fields lists p for tables and CSV, in the words of cells.csv.
func (p *prediction) fields() []field {
	return append([]field{
		{"variant", p.Variant}, {"scheme", p.Scheme}, {"n", unsigned(p.N)}, {"capacity", unsigned(p.Capacity)},
		{"bits", unsigned(p.Bits)}, {"bits_per_key", p.BitsPerKey.String()}, {"k", fmt.Sprint(p.K)}, {"params", p.Params.String()},
	}, p.Theory.fields()...)
}

func (r *rate) fields() []field {
	return []field{
		{"theory_fpr", r.FPR.String()}, {"theory_fpr_sd", r.FPRSD.String()}, {"theory_set_bits", r.SetBits.String()},
		{"theory_set_bits_sd", r.SetBitsSD.String()}, {"theory_source", r.Source}, {"model_error", r.ModelError.String()},
	}
}
