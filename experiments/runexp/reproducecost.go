package runexp

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// cost is what a command of the page was measured to take by .ci/reproduce.go, in a
// clone that had measured nothing.
type cost struct {
	seconds   float64 // on the wall
	processor float64 // of all cores together, in seconds
	peak      float64 // bytes that its process held at most
	disk      float64 // bytes that it left behind
}

// costColumns are those of the file beside the page, in order.
var costColumns = []string{"command", "seconds", "processor_seconds", "peak_bytes", "disk_bytes", "measured_on"}

// costs are the measured ones by command, and on what they were measured.
type costs struct {
	of map[string]cost
	on []string
}

// readCosts reads what stands beside a page: REPRODUCE.csv beside REPRODUCE.md. None
// is no error: nobody has measured yet.
func readCosts(page string) (costs, error) {
	c := costs{of: map[string]cost{}}
	path := strings.TrimSuffix(page, ".md") + ".csv"
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	} else if err != nil {
		return c, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	switch {
	case err != nil:
		return c, fmt.Errorf("%s: %w", path, err)
	case len(rows) == 0 || !slices.Equal(rows[0], costColumns):
		return c, fmt.Errorf("%s: want the columns %s", path, strings.Join(costColumns, ", "))
	}
	for _, row := range rows[1:] {
		var x [4]float64
		for i := range x {
			if x[i], err = strconv.ParseFloat(row[1+i], 64); err != nil {
				return c, fmt.Errorf("%s: %s: %s %q: want a number", path, row[0], costColumns[1+i], row[1+i])
			}
		}
		c.of[row[0]] = cost{x[0], x[1], x[2], x[3]}
		if !slices.Contains(c.on, row[5]) {
			c.on = append(c.on, row[5])
		}
	}
	return c, nil
}

// costHeads are the heads of what cells returns.
var costHeads = []string{"seconds", "processor-seconds", "memory at most", "disk"}

// cells are the cells of a row for a command, empty where it was not measured.
func (c *costs) cells(command string) []string {
	x, ok := c.of[command]
	if !ok {
		return []string{"", "", "", ""}
	}
	disk := "none"
	if x.disk > 0 {
		disk = formatBytes(uint64(x.disk))
	}
	return []string{fmt.Sprintf("%.1f", x.seconds), fmt.Sprintf("%.1f", x.processor), formatBytes(uint64(x.peak)), disk}
}

// text says where the costs come from.
func (c *costs) text() string {
	if len(c.on) == 0 {
		return "Nobody has measured what the commands take: `make reproduce` does."
	}
	return fmt.Sprintf("Seconds, memory of the process and disk were measured by `make reproduce`, each command alone in a fresh clone, on: %s.",
		strings.Join(c.on, "; "))
}
