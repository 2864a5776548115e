package runexp

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// queried is the answer of the verb query.
type queried struct {
	Queries   uint64 `json:"queries"`
	Positives uint64 `json:"positives"`
}

// query is the verb query: asks a filter in a file for every line of a key file.
func (s *call) query() *cobra.Command {
	var name, scheme, kind string
	var params []string
	var from seed
	var f format
	k := integer{low: 1, high: variants.MaxK}
	cmd := &cobra.Command{
		Use: "query FILE --variant V [-k K] [--param NAME=VALUE]... --keys file:PATH|hexfile:PATH|-",
		Long: "Ask a filter in a file, the real system's or one of ours, for the keys of another.\n\n" +
			"Bytes that no filter of the variant can have are refused. What cannot be told from the bytes is\n" +
			"answered as if all were well: most systems write neither a checksum nor their name, so that bits that\n" +
			"were changed, a filter of another system with a plausible head or end, and, where nothing says the\n" +
			"length (leveldb, hbase), a file that was cut short or doubled, give wrong answers and no error. Our own\n" +
			"files have a checksum.",
		Short: "ask a filter in a file, the real system's or one of ours, for the keys of another",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("query: %d files: want one filter", len(args))
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "variant", "", "what wrote the filter; runexp list variants")
	flags.StringVar(&scheme, "scheme", "", "FUNCTION+PROBING (default: the filter's own)")
	flags.Var(&from, "seed", "of the hash (default: the one that the filter remembers)")
	flags.VarP(&k, "k", "k", "probes, where the bytes do not say them (hbase)")
	flags.StringArrayVar(&params, "param", nil, "NAME=VALUE: a parameter that the bytes do not hold; may be repeated")
	flags.StringVar(&kind, "keys", "", "file:PATH, hexfile:PATH or - for standard input: every line in order")
	f.register(flags)
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if kind == "" {
			return errors.New("query: --keys missing: want file:PATH, hexfile:PATH or -")
		}
		filter, h, err := s.opened(args[0], name, scheme, params, from, int(k.value))
		if err != nil {
			return err
		}
		lines, err := s.lines("query", kind)
		if err != nil {
			return err
		}
		answer := ask(filter, h, lines)
		if f == "json" {
			return writeJSON(s.out, answer)
		}
		g := grid{header: []string{"queries", "positives"}, rows: [][]string{
			{unsigned(answer.Queries), unsigned(answer.Positives)}}}
		return g.write(s.out, f)
	}
	return cmd
}

// ask counts the lines that filter says yes to.
func ask(filter variants.Filter, h *hashes.Hasher, lines *keys.Lines) queried {
	answer := queried{Queries: lines.Len()}
	for i := range lines.Len() {
		if filter.Contains(h.Digest(lines.Key(i))) {
			answer.Positives++
		}
	}
	return answer
}

// opened reads a filter from a file, and makes the hasher it was filled with.
func (s *call) opened(path, name, scheme string, texts []string, from seed, k int) (variants.Filter, *hashes.Hasher, error) {
	v, err := s.lookUpVariant(name)
	if err != nil {
		return nil, nil, fmt.Errorf("query: %w", err)
	}
	params, err := parseParams("query", texts)
	if err != nil {
		return nil, nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, fmt.Errorf("query: %w", err)
	}
	filter, h, err := s.parsed(data, v, scheme, params, from, k)
	if err != nil {
		return nil, nil, fmt.Errorf("query: %s: %w", path, err)
	}
	if len(data) == 0 {
		fmt.Fprintf(s.err, "runexp: warning: query: %s is empty: to %s that is the filter of no keys, and nothing is in it\n", path, name)
	}
	return filter, h, nil
}

// parsed is opened for the bytes of a file.
func (s *call) parsed(data []byte, v *variants.Variant, name string, params variants.Params, from seed, k int) (variants.Filter, *hashes.Hasher, error) {
	own, seedOf, ours := remembered(data)
	if name == "" && v.Scheme == nil && ours {
		name = own
	}
	scheme, err := v.SchemeFor(name, s.Functions)
	if err != nil {
		return nil, nil, fmt.Errorf("--scheme: %w", err)
	}
	if v.Load != nil {
		if from.given && ours && from.value != seedOf {
			return nil, nil, fmt.Errorf("--seed %d: the filter was built with seed %d", from.value, seedOf)
		}
		if ours {
			from.value = seedOf
		}
		filter, err := v.Load(data, scheme)
		return filter, scheme.NewHasher(from.value), err
	}
	filter, err := v.New(variants.Config{Capacity: 1, FPR: 0.1, K: k, Scheme: scheme, Params: params})
	if err != nil {
		return nil, nil, err
	}
	n, ok := filter.(variants.Native)
	if !ok {
		return nil, nil, fmt.Errorf("filters of variant %s cannot be read", v.Name)
	}
	return filter, scheme.NewHasher(from.value), n.ReadNative(data)
}

// remembered reads scheme and seed from the head of one of our saved filters
// (package variants/internal/save says how they lie); ok is false for other bytes.
// Nothing of it is believed that Load does not check.
func remembered(data []byte) (scheme string, seed uint64, ok bool) {
	const magic, numbers = "filterlb", 4 * 8
	if len(data) < len(magic)+4 || string(data[:len(magic)]) != magic {
		return "", 0, false
	}
	data = data[len(magic)+4:]
	var texts [3]string // variant, scheme, parameters
	for i := range texts {
		if len(data) < 2 || len(data)-2 < int(binary.LittleEndian.Uint16(data)) {
			return "", 0, false
		}
		end := 2 + int(binary.LittleEndian.Uint16(data))
		texts[i], data = string(data[2:end]), data[end:]
	}
	if len(data) < numbers {
		return "", 0, false
	}
	return texts[1], binary.LittleEndian.Uint64(data[numbers-8:]), true
}
