package theory

// Positions says how one key's k positions in [0, m) are drawn.
type Positions uint8

// The position models.
const (
	WithReplacement Positions = iota
	Distinct
	DoubleFastrange
	DoubleMod
	DoubleModAny
	DoubleOdd
	EnhancedMod
	TripleFastrange
	TripleMod
)

// Rate is a prediction for one configuration at one load.
type Rate struct {
	FPR, SD            float64
	SetBits, SetBitsSD float64
	ModelError         float64
	Reason             string
	Formula            string
}
