package runexp

import (
	"github.com/filterlab/filterlab/experiments/internal/compare"
	"github.com/filterlab/filterlab/experiments/internal/record"
)

// contrastObject is what compare --format json prints.
type contrastObject struct {
	SchemaVersion int            `json:"schema_version"`
	Old           string         `json:"old"`
	New           string         `json:"new"`
	Alpha         float64        `json:"alpha"`
	Confidence    float64        `json:"confidence"`
	FamilySize    int            `json:"family_size"`
	Rows          []contrastRow  `json:"rows"`
	Means         []contrastMean `json:"geometric_means"`
	Warnings      []string       `json:"warnings"`
	Verdicts      map[string]int `json:"verdicts"`
}

// contrastRow has the columns of the CSV.
type contrastRow struct {
	Name      string `json:"name"`
	Procs     int    `json:"procs"`
	Unit      string `json:"unit"`
	OldMedian number `json:"old_median"`
	OldLow    number `json:"old_low"`
	OldHigh   number `json:"old_high"`
	NOld      int    `json:"n_old"`
	NewMedian number `json:"new_median"`
	NewLow    number `json:"new_low"`
	NewHigh   number `json:"new_high"`
	NNew      int    `json:"n_new"`
	Change    number `json:"change"`
	P         number `json:"p"`
	PAdjusted number `json:"p_adjusted"`
	Floor     number `json:"floor"`
	Verdict   string `json:"verdict"`
	Gated     bool   `json:"gated"`
	Note      string `json:"note"`
}

type contrastMean struct {
	Unit        string `json:"unit"`
	Rows        int    `json:"rows"`
	RowsLeftOut int    `json:"rows_left_out"`
	Change      number `json:"change"`
}

// object is c as JSON has it.
func (c *contrast) object() contrastObject {
	o := contrastObject{SchemaVersion: 1, Old: c.old, New: c.new, Alpha: c.alpha, Confidence: confidence, FamilySize: c.FamilySize,
		Rows: []contrastRow{}, Means: []contrastMean{}, Warnings: append([]string{}, c.Warnings...), Verdicts: map[string]int{}}
	for _, r := range c.Rows {
		o.Rows = append(o.Rows, rowObject(r))
		o.Verdicts[string(r.Verdict)]++
	}
	for _, m := range c.Means {
		o.Means = append(o.Means, contrastMean{m.Unit, m.Rows, m.Left, rounded(m.Change)})
	}
	return o
}

func rowObject(r *compare.Row) contrastRow {
	return contrastRow{Name: r.Name, Procs: r.Procs, Unit: r.Unit,
		OldMedian: number(r.Old.Median), OldLow: number(r.Old.Low), OldHigh: number(r.Old.High), NOld: r.Old.N,
		NewMedian: number(r.New.Median), NewLow: number(r.New.Low), NewHigh: number(r.New.High), NNew: r.New.N,
		Change: rounded(r.Change), P: rounded(r.P), PAdjusted: rounded(r.PAdjusted), Floor: rounded(r.Floor),
		Verdict: string(r.Verdict), Gated: r.Gated, Note: r.Note}
}

// rounded is judged as a number.
func rounded(x float64) number { return number(record.Round(x, record.VerdictDigits)) }
