package compare

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"
)

// File is what a file of Go benchmarks says: the samples of each benchmark and unit, in the order they first occur.
type File struct {
	Name    string
	samples []*sample
	index   map[id]*sample
	units   benchfmt.UnitMetadataMap
}

// id is what the values of one sample have in common within a file. The package is in it, since go test ./... may find
// one name in several packages.
type id struct {
	pkg, name string
	procs     int
	unit      string // tidied: sec/op for ns/op
}

// sample holds the values of a benchmark in one unit.
type sample struct {
	id
	values   []float64 // in the tidied unit
	written  []float64 // as the file has them
	units    []string  // the units it writes, each once
	machines []string  // what it says of the machine, each once
}

// Read reads a file of Go benchmarks, keeping what filter keeps (nil: everything). Lines that are no benchmarks, such as
// go test prints around them, are passed over; a benchmark that cannot be read is an error with its line, since a file
// that is half understood would give figures that are half right.
func Read(r io.Reader, name string, filter *benchproc.Filter) (*File, error) {
	f := &File{Name: name, index: map[id]*sample{}}
	reader := benchfmt.NewReader(r, name)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("%s:%d: %s", rec.FileName, rec.Line, rec.Msg)
		case *benchfmt.Result:
			if keep, err := kept(rec, filter); err != nil {
				return nil, err
			} else if !keep {
				continue
			}
			if err := f.add(rec); err != nil {
				return nil, err
			}
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	f.units = reader.Units()
	return f, nil
}

// kept applies the filter, which may drop some units of a line only.
func kept(rec *benchfmt.Result, filter *benchproc.Filter) (bool, error) {
	if filter == nil {
		return true, nil
	}
	return filter.Apply(rec)
}

// add takes the values of one line.
func (f *File) add(rec *benchfmt.Result) error {
	name, procs := splitProcs(rec.Name)
	machine := machineOf(rec)
	seen := map[string]bool{}
	for _, v := range rec.Values {
		written, as := v.Value, v.Unit
		if v.OrigUnit != "" {
			written, as = v.OrigValue, v.OrigUnit
		}
		// Tidied here as well: the reader leaves 0 ns/op as it is, since tidying does not change the number.
		value, unit := benchunit.Tidy(v.Value, v.Unit)
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return lineError(rec, "%v %s: want a finite number", value, as)
		}
		if seen[unit] {
			return lineError(rec, "two values in %s", as)
		}
		seen[unit] = true
		s := f.sample(id{rec.GetConfig("pkg"), name, procs, unit})
		s.values = append(s.values, value)
		s.written = append(s.written, written)
		s.units = once(s.units, as)
		s.machines = once(s.machines, machine)
	}
	return nil
}

// sample returns the sample of i, made if it is new.
func (f *File) sample(i id) *sample {
	if s, ok := f.index[i]; ok {
		return s
	}
	s := &sample{id: i}
	f.index[i] = s
	f.samples = append(f.samples, s)
	return s
}

// machineOf joins what a line's configuration says of the machine.
func machineOf(rec *benchfmt.Result) string {
	var parts []string
	for _, key := range []string{"machine", "goos", "goarch", "cpu"} {
		parts = append(parts, rec.GetConfig(key))
	}
	return strings.Join(parts, "\n")
}

// once appends what is not there yet.
func once(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

func lineError(rec *benchfmt.Result, format string, args ...any) error {
	file, line := rec.Pos()
	return fmt.Errorf("%s:%d: %s", file, line, fmt.Sprintf(format, args...))
}

// packages returns the packages of a file's benchmarks, each once.
func (f *File) packages() []string {
	var all []string
	for _, s := range f.samples {
		all = once(all, s.pkg)
	}
	return all
}
