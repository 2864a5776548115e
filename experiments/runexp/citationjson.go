package runexp

import (
	"encoding/json"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// citationObject is a citation in JSON.
type citationObject struct {
	SchemaVersion int                          `json:"schema_version"`
	Experiment    string                       `json:"experiment"`
	CellID        string                       `json:"cell_id,omitempty"`
	Profile       string                       `json:"profile"`
	Seed          uint64                       `json:"seed"`
	SpecSHA256    string                       `json:"spec_sha256"`
	Revision      string                       `json:"revision"`
	Dirty         bool                         `json:"dirty"`
	End           string                       `json:"end"`
	DataLicence   string                       `json:"data_licence"`
	Text          string                       `json:"text"`
	BibTeX        string                       `json:"bibtex"`
	Run           string                       `json:"run"`
	Probe         string                       `json:"probe,omitempty"`
	Files         map[string]string            `json:"files"` // SHA-256 by name
	Cell          map[string]json.RawMessage   `json:"cell,omitempty"`
	Verdicts      []map[string]json.RawMessage `json:"verdicts,omitempty"`
}

func (c *citation) object() (*citationObject, error) {
	m := c.manifest
	o := &citationObject{SchemaVersion: record.SchemaVersion, Experiment: m.Experiment, Profile: m.Profile, Seed: m.Seed, SpecSHA256: m.SpecSHA256,
		Revision: m.Revision, Dirty: m.Dirty, End: m.End, DataLicence: m.DataLicence, Text: c.sentence(), BibTeX: c.bibtex(), Run: c.run(), Probe: c.probe,
		Files: map[string]string{}}
	for _, f := range c.files() {
		o.Files[f.name] = f.value
	}
	if c.row == nil {
		return o, nil
	}
	o.CellID = c.row.ID
	cell, verdicts, err := c.exactRows()
	if err != nil {
		return nil, err
	}
	forms := forms()
	o.Cell = exactObject(cell, forms[record.CellsFile])
	for _, v := range verdicts {
		o.Verdicts = append(o.Verdicts, exactObject(v, forms[record.VerdictsFile]))
	}
	return o, nil
}

// forms maps the files of a record to their columns' forms.
func forms() map[string]map[string]record.Form {
	all := map[string]map[string]record.Form{}
	for _, f := range record.Describe() {
		all[f.File] = map[string]record.Form{}
		for _, c := range f.Columns {
			all[f.File][c.Name] = c.Form
		}
	}
	return all
}

// exactObject is a row as a JSON object: numbers digit for digit as in the file,
// null where a cell is empty.
func exactObject(fields []field, forms map[string]record.Form) map[string]json.RawMessage {
	o := map[string]json.RawMessage{}
	for _, f := range fields {
		switch {
		case forms[f.name].Type == "text":
			quoted, _ := json.Marshal(f.value) // a string always marshals
			o[f.name] = quoted
		case f.value == "":
			o[f.name] = json.RawMessage("null")
		default:
			o[f.name] = json.RawMessage(f.value)
		}
	}
	return o
}
