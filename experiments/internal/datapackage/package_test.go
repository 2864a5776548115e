package datapackage

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/filterlab/filterlab/experiments/internal/record"
)

// A record's columns come with type, unit, words and keys; an unknown file is
// described by what its cells look like.
func TestResources(t *testing.T) {
	cells, err := record.EncodeCells([]record.Cell{{ID: "0123456789", Experiment: "e", Variant: "classic", Scheme: "s", Keys: "uint64", Trials: 1, Queries: 1, Expect: "agrees"}})
	if err != nil {
		t.Fatal(err)
	}
	counts, err := record.EncodeCounts([]record.Count{{CellID: "0123456789", Trials: 1, Status: "ok", Extra: map[string]uint64{"kicks": 3}}})
	if err != nil {
		t.Fatal(err)
	}
	all, err := Resources(fstest.MapFS{
		"e/cells.csv":           {Data: cells},
		"e/counts.csv":          {Data: counts},
		"e/README.md":           {Data: []byte("no table")},
		"timings/m/quick.csv":   {Data: []byte("name,elapsed_ns\na,1\n")},
		"timings/m/a-front.csv": {Data: []byte("n,match,batch_absent_ns,elapsed_ns\n1,fpr,2,3\n")},
		"x.csv":                 {Data: []byte("name,ns,round,empty\na,1.5,1,\nb,2,2,\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, r := range all {
		names = append(names, r.Name)
	}
	if want := []string{"e.cells", "e.counts", "timings.m.a-front", "timings.m.quick", "x"}; !reflect.DeepEqual(names, want) {
		t.Fatalf("resources %v, want %v", names, want)
	}
	if n, want := len(all[0].Schema.Fields), len(record.CellColumns()); n != want {
		t.Errorf("%d fields of cells.csv, want %d", n, want)
	}
	zero := 0
	for _, want := range []struct {
		resource int
		field    Field
	}{
		{0, Field{Name: "bits", Type: "integer", Unit: "bits", Constraints: &Constraints{Required: true, Minimum: &zero}}},
		{0, Field{Name: "theory_fpr_sd", Type: "number", Unit: "1"}},
		{0, Field{Name: "expect", Type: "string", Constraints: &Constraints{Required: true, Enum: []string{"agrees", "deviates", "none"}}}},
		{1, Field{Name: "cell_id", Type: "string", Constraints: &Constraints{Required: true, Pattern: "[0-9a-f]{10}"}}},
		{1, Field{Name: "false_positives_squared", Type: "number", Unit: "queries^2", Constraints: &Constraints{Required: true, Minimum: &zero}}},
		{1, Field{Name: "set_bits", Type: "integer", Unit: "set units", Constraints: &Constraints{Minimum: &zero}}},
		{1, Field{Name: "kicks", Type: "integer", Constraints: &Constraints{Minimum: &zero}}},
		{2, Field{Name: "match", Type: "string", Constraints: &Constraints{Required: true, Enum: []string{"fpr", "bits_per_key"}}}},
		{2, Field{Name: "batch_absent_ns", Type: "number"}},
		{2, Field{Name: "elapsed_ns", Type: "integer"}},                                           // no column of a front
		{3, Field{Name: "elapsed_ns", Type: "string", Constraints: &Constraints{Required: true}}}, // samples, joined
		{4, Field{Name: "name", Type: "string"}},
		{4, Field{Name: "ns", Type: "number"}},
		{4, Field{Name: "round", Type: "integer"}},
	} {
		got := fieldOf(all[want.resource], want.field.Name)
		if got.Description == "" && want.resource == 0 {
			t.Errorf("%s is not explained", got.Name)
		}
		got.Description = ""
		if !reflect.DeepEqual(got, want.field) {
			t.Errorf("got %+v %+v, want %+v %+v", got, got.Constraints, want.field, want.field.Constraints)
		}
	}
	key := []ForeignKey{{[]string{"cell_id"}, Reference{"e.cells", []string{"cell_id"}}}}
	if s := all[1].Schema; !reflect.DeepEqual(s.PrimaryKey, []string{"cell_id", "first_trial"}) || !reflect.DeepEqual(s.ForeignKeys, key) {
		t.Errorf("keys of counts.csv: %v, %v", s.PrimaryKey, s.ForeignKeys)
	}
}

func fieldOf(r Resource, name string) Field {
	for _, f := range r.Schema.Fields {
		if f.Name == name {
			return f
		}
	}
	return Field{}
}

// The hash is sha256sum's of the same bytes; the size is in bytes, not runes.
func TestHashAndBytes(t *testing.T) {
	r, err := Describe("x.csv", []byte("a\né\n"))
	if err != nil {
		t.Fatal(err)
	}
	// printf 'a\n\303\251\n' | sha256sum
	const want = "sha256:3b8e79201784bc682391208841e1a8828ef127e472db56268550ec614ae629b8"
	if r.Bytes != 5 || r.Hash != want {
		t.Errorf("%d bytes, %s", r.Bytes, r.Hash)
	}
	if _, err := Describe("x.csv", nil); err == nil || !strings.Contains(err.Error(), "x.csv") {
		t.Errorf("an empty file: %v", err)
	}
}

// What the package says of itself, and that it is JSON.
func TestPackage(t *testing.T) {
	data, err := New("https://example.org", "somebody", nil).Encode()
	if err != nil {
		t.Fatal(err)
	}
	var p map[string]any
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	// https://datapackage.org/standard/data-package/ names the profile of version 2.
	if p["$schema"] != "https://datapackage.org/profiles/2.0/datapackage.json" || p["homepage"] != "https://example.org" {
		t.Errorf("%s", data)
	}
	if !strings.Contains(string(data), `"name": "CC-BY-4.0"`) {
		t.Errorf("no licence in %s", data)
	}
}
