package datapackage

import "github.com/filterlab/filterlab/experiments/internal/record"

// File is the name of the description.
const File = "datapackage.json"

// Package is the whole description. Fields stand in the order of the file.
type Package struct {
	Schema       string        `json:"$schema"`
	Profile      string        `json:"profile"` // for readers of version 1
	Name         string        `json:"name"`
	Title        string        `json:"title"`
	Description  string        `json:"description"`
	Homepage     string        `json:"homepage"`
	Licenses     []License     `json:"licenses"`
	Contributors []Contributor `json:"contributors"`
	Resources    []Resource    `json:"resources"`
}

// License is a licence by its SPDX name.
type License struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Title string `json:"title"`
}

// Contributor is who made the data.
type Contributor struct {
	Title string   `json:"title"`
	Roles []string `json:"roles"`
}

// Resource is one CSV file.
type Resource struct {
	Name      string  `json:"name"`
	Type      string  `json:"type"`    // table
	Profile   string  `json:"profile"` // for readers of version 1
	Path      string  `json:"path"`    // relative, with slashes
	Title     string  `json:"title,omitempty"`
	Format    string  `json:"format"`
	MediaType string  `json:"mediatype"`
	Encoding  string  `json:"encoding"`
	Bytes     int     `json:"bytes"`
	Hash      string  `json:"hash"` // sha256:HEX
	Dialect   Dialect `json:"dialect"`
	Schema    Schema  `json:"schema"`
}

// Dialect is the form of the CSV.
type Dialect struct {
	LineTerminator string `json:"lineTerminator"`
}

// Schema is what the columns are.
type Schema struct {
	Fields        []Field      `json:"fields"`
	MissingValues []string     `json:"missingValues"`
	PrimaryKey    []string     `json:"primaryKey,omitempty"`
	ForeignKeys   []ForeignKey `json:"foreignKeys,omitempty"`
}

// Field is one column. Unit is ours: the standard has no word for it.
type Field struct {
	Name        string       `json:"name"`
	Type        string       `json:"type"` // string, integer or number
	Description string       `json:"description,omitempty"`
	Unit        string       `json:"unit,omitempty"`
	Constraints *Constraints `json:"constraints,omitempty"`
}

// Constraints are what every cell of a column keeps.
type Constraints struct {
	Required bool     `json:"required,omitempty"`
	Unique   bool     `json:"unique,omitempty"`
	Minimum  *int     `json:"minimum,omitempty"`
	Pattern  string   `json:"pattern,omitempty"`
	Enum     []string `json:"enum,omitempty"`
}

// ForeignKey says that a column's values stand in a column of another resource.
type ForeignKey struct {
	Fields    []string  `json:"fields"`
	Reference Reference `json:"reference"`
}

// Reference is that other column.
type Reference struct {
	Resource string   `json:"resource"`
	Fields   []string `json:"fields"`
}

// New returns a package of those resources.
func New(homepage, author string, resources []Resource) *Package {
	return &Package{
		Schema: "https://datapackage.org/profiles/2.0/datapackage.json", Profile: "tabular-data-package",
		Name: "filterlab-results", Title: "Measured false-positive rates of approximate membership filters",
		Description: "Counts, predictions and verdicts of the experiments of filterlab. README.md explains the columns; " +
			"each folder's manifest.json says from what, with what and when its files were made.",
		Homepage:     homepage,
		Licenses:     []License{{"CC-BY-4.0", "https://creativecommons.org/licenses/by/4.0/", "Creative Commons Attribution 4.0 International"}},
		Contributors: []Contributor{{author, []string{"creator"}}},
		Resources:    resources,
	}
}

// Encode writes p as record.EncodeJSON does.
func (p *Package) Encode() ([]byte, error) { return record.EncodeJSON(p) }
