package runexp

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments/internal/keys"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/hashes/raw"
)

// hash is the verb hash.
func (s *call) hash() *cobra.Command {
	var name, key, kind string
	var from seed
	cmd := &cobra.Command{
		Use:   "hash --function F [--seed S] [--key HEX] [--keys file:PATH|hexfile:PATH|-] [KEY...]",
		Short: "print digests: one line a key, digest in hex, tab, key",
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "function", "", "published hash function, such as xxh3_64 or murmur3_x64_128")
	flags.Var(&from, "seed", "the function's own raw seed")
	flags.StringVar(&key, "key", "", "key of a keyed function, in hex")
	flags.StringVar(&kind, "keys", "", "file:PATH, hexfile:PATH or - for standard input: every line in order")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if name == "" {
			return errors.New("hash: --function missing: want a published hash function, such as xxh3_64")
		}
		f, err := rawFunction(name)
		if err != nil {
			return fmt.Errorf("hash: --function: %w", err)
		}
		secret, err := hex.DecodeString(key)
		if err != nil {
			return fmt.Errorf("hash: --key %q: want hex digits, two a byte", key)
		}
		if _, err := f.Sum(nil, from.value, secret); err != nil { // before the first line is out
			return fmt.Errorf("hash: %w", err)
		}
		return s.eachKey("hash", kind, args, func(k []byte) (string, error) {
			sum, err := f.Sum(k, from.value, secret)
			return hex.EncodeToString(sum), err
		})
	}
	return cmd
}

func rawFunction(name string) (raw.Function, error) {
	var known []string
	for _, f := range raw.Functions() {
		if f.Name == name {
			return f, nil
		}
		known = append(known, f.Name)
	}
	return raw.Function{}, fmt.Errorf("%s", hashes.Unknown("function", name, known))
}

// eachKey prints a line for each key of the arguments and of a key file: what
// print says of it, a tab, and the key as it was given (in hex for a hexfile).
func (s *call) eachKey(verb, kind string, args []string, print func([]byte) (string, error)) error {
	if kind == "" && len(args) == 0 {
		return fmt.Errorf("%s: no key: want KEY arguments or --keys", verb)
	}
	lines, err := s.lines(verb, kind)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(s.out)
	for _, arg := range args {
		text, err := print([]byte(arg))
		if err != nil {
			return fmt.Errorf("%s: %w", verb, err)
		}
		fmt.Fprintf(out, "%s\t%s\n", text, arg)
	}
	for i := uint64(0); lines != nil && i < lines.Len(); i++ {
		key := lines.Key(i)
		text, err := print(key)
		if err != nil {
			return fmt.Errorf("%s: %w", verb, err)
		}
		if strings.HasPrefix(kind, "hexfile:") {
			fmt.Fprintf(out, "%s\t%x\n", text, key)
			continue
		}
		fmt.Fprintf(out, "%s\t%s\n", text, key)
	}
	return out.Flush()
}

// lines loads a key file, nil for none, and passes on its warnings.
func (s *call) lines(verb, kind string) (*keys.Lines, error) {
	if kind == "" {
		return nil, nil
	}
	lines, err := keys.Load(kind, s.in)
	if err != nil {
		return nil, fmt.Errorf("%s: --keys: %w", verb, err)
	}
	for _, w := range lines.Warnings() {
		fmt.Fprintf(s.err, "runexp: warning: %s\n", w)
	}
	return lines, nil
}
