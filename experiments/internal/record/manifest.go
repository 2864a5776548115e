package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
)

// SchemaVersion is the version of all files of a record. It changes when a
// reader of the old files would misread the new ones.
const SchemaVersion = 1

// Manifest is manifest.json: who made the files beside it, from what, with
// what, and when. Everything that may differ between two runs of one spec
// stands here and nowhere else.
type Manifest struct {
	SchemaVersion int    `json:"schema_version"`
	Experiment    string `json:"experiment"`
	Profile       string `json:"profile"`
	Seed          uint64 `json:"seed"`
	Shard         string `json:"shard,omitempty"` // I/N: a part that waits for its merge
	SpecSHA256    string `json:"spec_sha256"`
	Spec          string `json:"spec"` // the text of the spec, whole

	Machine
	Command     []string `json:"command"`
	Start       string   `json:"start"` // RFC 3339, UTC
	End         string   `json:"end"`
	DataLicence string   `json:"data_licence"` // SPDX

	// Files holds the SHA-256 of every file beside the manifest, by name.
	Files map[string]string `json:"files"`
}

// Machine is the program and the machine that made a record.
type Machine struct {
	Revision   string            `json:"revision"` // of the source; "" where the build does not know it
	Dirty      bool              `json:"dirty"`    // the source differed from that revision
	GoVersion  string            `json:"go_version"`
	Platform   string            `json:"platform"` // GOOS/GOARCH
	CPU        string            `json:"cpu"`
	GOMAXPROCS int               `json:"gomaxprocs"`
	Modules    map[string]string `json:"modules"` // path to version
}

// Hash returns the SHA-256 of data in hex.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Encode writes m as EncodeJSON does.
func (m *Manifest) Encode() ([]byte, error) { return EncodeJSON(m) }

// EncodeJSON writes v as indented JSON with a final line feed, and < > & as they are.
func EncodeJSON(v any) ([]byte, error) {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(v)
	return out.Bytes(), err
}

// DecodeManifest reads manifest.json strictly and checks that the spec is the
// one its hash names.
func DecodeManifest(file string, data []byte) (Manifest, error) {
	var m Manifest
	if err := strictJSON(data, &m); err != nil {
		return m, fmt.Errorf("%s: %w", file, err)
	}
	switch {
	case m.SchemaVersion != SchemaVersion:
		return m, fmt.Errorf("%s: schema_version %d: this program reads %d", file, m.SchemaVersion, SchemaVersion)
	case Hash([]byte(m.Spec)) != m.SpecSHA256:
		return m, fmt.Errorf("%s: spec: does not have the hash spec_sha256 (edited?)", file)
	}
	return m, nil
}

// strictJSON decodes one JSON value, with no unknown field and nothing after it.
func strictJSON(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return fmt.Errorf("something follows the JSON value")
	}
	return nil
}
