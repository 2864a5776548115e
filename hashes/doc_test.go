package hashes

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// TestDocTable: the package comment's table has one row a function, in order,
// with its width, a published function that exists, and as many words a counter
// as the function makes.
func TestDocTable(t *testing.T) {
	text, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^//\t(\w+) +(\d+)   (farm Hash128WithSeed|\w+) .* (none|\d a counter) `)
	rows := row.FindAllStringSubmatch(string(text), -1)
	if len(rows) != len(Functions()) {
		t.Fatalf("%d rows of %d functions", len(rows), len(Functions()))
	}
	published := map[string]bool{"farm Hash128WithSeed": true}
	for _, f := range RawFunctions() {
		published[f.Name] = true
	}
	for i, f := range Functions() {
		words := "none"
		if f.Long != nil {
			words = fmt.Sprint(f.Long(nil, 0, 0, new([8]uint64)), " a counter")
		}
		r := rows[i]
		if r[1] != f.Name || r[2] != strconv.Itoa(f.Width) || !published[r[3]] || r[4] != words {
			t.Errorf("row %q, want %s, %d bits, a published function, %s", r[0], f.Name, f.Width, words)
		}
	}
}
