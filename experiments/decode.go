package experiments

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// decoder fills a struct from a parsed TOML file. The toml package could do it,
// but it ignores case, loses which of several [[grid]] tables a key stood in,
// and has no list of what would have been right.
type decoder struct {
	file  string
	lines lineIndex
}

// decode reads text into out, a pointer to a struct with toml tags.
func decode(file, text string, out any) error {
	var root map[string]any
	if _, err := toml.Decode(text, &root); err != nil {
		return syntaxError(file, err)
	}
	d := &decoder{file: file, lines: indexLines(text)}
	return d.table(root, reflect.ValueOf(out).Elem(), "")
}

// syntaxError words what the TOML parser found, in one line with file and line.
func syntaxError(file string, err error) error {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return fmt.Errorf("%s: %w", file, err)
	}
	return fmt.Errorf("%s:%d: %s", file, at.Position.Line, strings.ReplaceAll(at.Message, "\n", " "))
}

// errorf puts file and line of the value at path before a message.
func (d *decoder) errorf(path, format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", d.file, d.lines.line(path), fmt.Sprintf(format, args...))
}

// table fills struct v from t. Keys are visited in the order of their lines, so
// that the first mistake of a file is the one reported.
func (d *decoder) table(t map[string]any, v reflect.Value, path string) error {
	fields := tagged(v)
	for _, key := range d.inOrder(t, path) {
		at := join(path, key)
		field, ok := fields[key]
		if !ok {
			return d.errorf(at, "unknown key %s; known: %s", plain(at), strings.Join(d.known(v), ", "))
		}
		if err := d.value(t[key], field, at); err != nil {
			return err
		}
	}
	return nil
}

// inOrder returns the keys of t by line, then by name.
func (d *decoder) inOrder(t map[string]any, path string) []string {
	var keys []string
	for key := range t {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		if c := d.lines.line(join(path, a)) - d.lines.line(join(path, b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	return keys
}

// value fills v from one TOML value.
func (d *decoder) value(in any, v reflect.Value, path string) error {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.value(in, v.Elem(), path)
	case reflect.Struct:
		t, ok := in.(map[string]any)
		if !ok {
			return d.wrong(in, "a table", path)
		}
		return d.table(t, v, path)
	case reflect.Slice:
		return d.list(in, v, path)
	case reflect.Map:
		return d.params(in, v, path)
	case reflect.String:
		s, ok := in.(string)
		if !ok {
			return d.wrong(in, "text in quotes", path)
		}
		v.SetString(s)
	case reflect.Uint64:
		n, ok := wholeNumber(in)
		if !ok {
			return d.wrong(in, "a whole number from 0 to 2^64-1 (above 2^63-1 in quotes)", path)
		}
		v.SetUint(n)
	case reflect.Float64:
		x, ok := number(in)
		if !ok {
			return d.wrong(in, "a finite number", path)
		}
		v.SetFloat(x)
	}
	return nil
}

// list fills a slice, of values or of tables.
func (d *decoder) list(in any, v reflect.Value, path string) error {
	items := reflect.ValueOf(in)
	if items.Kind() != reflect.Slice {
		return d.wrong(in, "a list in brackets", path)
	}
	if items.Len() == 0 {
		return d.errorf(path, "%s: empty list: leave it out or give at least one value", plain(path))
	}
	v.Set(reflect.MakeSlice(v.Type(), items.Len(), items.Len()))
	for i := range items.Len() {
		at := path
		if v.Type().Elem().Kind() == reflect.Struct {
			at = fmt.Sprintf("%s[%d]", path, i)
		}
		if err := d.value(items.Index(i).Interface(), v.Index(i), at); err != nil {
			return err
		}
	}
	return nil
}

// params fills a map of parameter lists; numbers stand for their decimal text.
func (d *decoder) params(in any, v reflect.Value, path string) error {
	t, ok := in.(map[string]any)
	if !ok {
		return d.wrong(in, "a table of lists", path)
	}
	out := map[string][]string{}
	for _, name := range d.inOrder(t, path) {
		items, ok := t[name].([]any)
		if !ok || len(items) == 0 {
			return d.wrong(t[name], "a list in brackets with at least one value", join(path, name))
		}
		for _, item := range items {
			text, ok := paramText(item)
			if !ok {
				return d.wrong(item, "text without ';' and '=', or a number", join(path, name))
			}
			out[name] = append(out[name], text)
		}
	}
	v.Set(reflect.ValueOf(out))
	return nil
}

// wrong words a wrong type.
func (d *decoder) wrong(in any, want, path string) error {
	return d.errorf(path, "%s = %v: want %s", plain(path), in, want)
}

// known lists the keys that a table of v's type takes.
func (d *decoder) known(v reflect.Value) []string {
	var names []string
	for name := range tagged(v) {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// tagged maps toml names to the fields of struct v, those of embedded structs
// included.
func tagged(v reflect.Value) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for i := range v.NumField() {
		switch tag := v.Type().Field(i).Tag.Get("toml"); {
		case v.Type().Field(i).Anonymous:
			for name, f := range tagged(v.Field(i)) {
				fields[name] = f
			}
		case tag != "" && tag != "-":
			fields[tag] = v.Field(i)
		}
	}
	return fields
}

// wholeNumber reads 500_000, 1e6 (exact), "0x2a" and "18446744073709551615".
func wholeNumber(in any) (uint64, bool) {
	switch x := in.(type) {
	case int64:
		return uint64(x), x >= 0
	case float64:
		return uint64(x), x >= 0 && x <= 1<<53 && x == math.Trunc(x)
	case string:
		n, err := strconv.ParseUint(x, 0, 64)
		return n, err == nil
	}
	return 0, false
}

// number reads a finite integer or float.
func number(in any) (float64, bool) {
	switch x := in.(type) {
	case int64:
		return float64(x), true
	case float64:
		return x, !math.IsNaN(x) && !math.IsInf(x, 0)
	}
	return 0, false
}

// paramText is the text of a parameter's value, as it stands in cells.csv.
func paramText(in any) (string, bool) {
	switch x := in.(type) {
	case string:
		return x, x != "" && !strings.ContainsAny(x, ";=\n")
	case int64:
		return strconv.FormatInt(x, 10), true
	case float64:
		return strconv.FormatFloat(x, 'g', -1, 64), true
	case bool:
		return strconv.FormatBool(x), true
	}
	return "", false
}

// join appends key to a path of tables.
func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// plain takes the indices out of a path: the line says which table it was.
func plain(path string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(path, "[") {
		if _, after, ok := strings.Cut(part, "]"); ok && b.Len() > 0 {
			part = after
		}
		b.WriteString(part)
	}
	return b.String()
}
