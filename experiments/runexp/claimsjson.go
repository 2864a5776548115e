package runexp

import (
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
)

// claimsObject is what claims --format json prints.
type claimsObject struct {
	SchemaVersion int           `json:"schema_version"`
	Claims        []claimObject `json:"claims"`
}

// claimObject is one claim.
type claimObject struct {
	ID        string           `json:"claim"`
	Source    string           `json:"source"`
	Kind      string           `json:"kind"`
	Statement string           `json:"statement"`
	Setup     string           `json:"setup"`
	Quantity  string           `json:"quantity"`
	Claimed   string           `json:"claimed"`
	Outcome   string           `json:"outcome"`
	Why       string           `json:"why"`
	Probes    []float64        `json:"probes"` // null where the claim states no measured rate
	Cells     []claimCellEntry `json:"cells"`
}

// claimCellEntry is a cell that a claim's outcome rests on. A cell may stand
// there several times, once an answer.
type claimCellEntry struct {
	CellID     string  `json:"cell_id"`
	Experiment string  `json:"experiment"`
	How        string  `json:"how"`
	Compared   bool    `json:"compared"` // one that the others are held against
	Column     string  `json:"column"`
	Value      number  `json:"value"`
	FPRLow     number  `json:"fpr_low"`
	FPRHigh    number  `json:"fpr_high"`
	TheoryFPR  number  `json:"theory_fpr"`
	Verdict    *string `json:"verdict"` // on the rate; null where it was not checked
	Note       string  `json:"note,omitempty"`
}

// claimObjects turns rulings into objects, with every cell.
func claimObjects(rulings []report.Ruling) claimsObject {
	all := claimsObject{record.SchemaVersion, []claimObject{}}
	for i := range rulings {
		r := &rulings[i]
		o := claimObject{ID: r.Claim.ID, Source: r.Claim.Source, Kind: r.Claim.Kind, Statement: r.Claim.Statement,
			Setup: r.Claim.Setup, Quantity: r.Claim.Quantity, Claimed: r.Claim.Claimed, Outcome: ruled(r), Why: r.Why, Probes: r.Probes, Cells: []claimCellEntry{}}
		for j := range r.Rests {
			o.Cells = append(o.Cells, claimCell(&r.Rests[j]))
		}
		all.Claims = append(all.Claims, o)
	}
	return all
}

func claimCell(x *report.Support) claimCellEntry {
	e := claimCellEntry{CellID: x.Cell.Row.ID, Experiment: x.Answer.Experiment, How: x.Answer.How, Compared: x.Compared, Column: columnOf(x),
		Value: number(x.Value), FPRLow: number(x.Low), FPRHigh: number(x.High), TheoryFPR: number(x.Cell.Row.TheoryFPR), Note: x.Answer.Note}
	if v := record.RateVerdict(x.Cell.Verdicts); v != nil {
		e.Verdict = &v.Verdict
	}
	return e
}
