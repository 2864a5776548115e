package runexp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants"
)

// list is the verb list.
func (s *call) list() *cobra.Command {
	var f format
	what := []string{"variants", "schemes", "experiments"}
	cmd := &cobra.Command{
		Use:       "list [variants|schemes|experiments]",
		Short:     "list what there is",
		ValidArgs: what,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 || len(args) == 1 && !slices.Contains(what, args[0]) {
				return fmt.Errorf("list: %s", hashes.Unknown("list", strings.Join(args, " "), what))
			}
			return nil
		},
	}
	f.register(cmd.Flags())
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 1 {
			return s.writeLists(f, args)
		}
		return s.writeLists(f, what)
	}
	return cmd
}

// writeLists prints lists one after the other; as CSV only one at a time, since
// a CSV file has one header.
func (s *call) writeLists(f format, which []string) error {
	if f == "json" {
		all := map[string]any{}
		for _, name := range which {
			all[name] = objects(s.listOf(name))
		}
		return writeJSON(s.out, all)
	}
	if f == "csv" && len(which) > 1 {
		return errors.New("list: --format csv: want one of variants, schemes and experiments at a time")
	}
	for i, name := range which {
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		g := s.listOf(name)
		if f == "table" {
			g = s.shortList(name)
		}
		if err := g.write(s.out, f); err != nil {
			return err
		}
	}
	return nil
}

func (s *call) listOf(name string) grid {
	switch name {
	case "variants":
		return s.variantList()
	case "schemes":
		return s.schemeList()
	}
	return s.experimentList()
}

// shortList is a list for people: 80 columns wide, without the longest texts.
func (s *call) shortList(name string) grid {
	switch name {
	case "variants":
		g := s.variantList()
		columns := 4
		if slices.ContainsFunc(s.Variants, func(v *variants.Variant) bool { return v.Scheme != nil }) {
			columns = 5 // the schemes, where they are not all "any"
		}
		return grid{header: g.header[:columns], rows: firstColumns(g.rows, columns), widths: []int{0, 18, 17, 24}}
	case "schemes":
		return s.functionList()
	}
	g := s.experimentList()
	g.widths = []int{0, 58}
	return g
}

// firstColumns returns the first n columns of rows.
func firstColumns(rows [][]string, n int) [][]string {
	short := make([][]string, len(rows))
	for i, row := range rows {
		short[i] = row[:n]
	}
	return short
}

// functionList is the list of schemes with one row a function.
func (s *call) functionList() grid {
	g := grid{header: []string{"function", "digest_bits", "weak", "probings: a scheme is FUNCTION+PROBING"}, widths: []int{0, 0, 0, 42}}
	for _, f := range s.Functions {
		weak := "no"
		if f.Weak != "" {
			weak = "yes"
		}
		g.rows = append(g.rows, []string{f.Name, fmt.Sprint(f.Width), weak, strings.Join(probingsOf(f), " ")})
	}
	return g
}

// probingsOf names the probings that make a scheme with f.
func probingsOf(f *hashes.Function) []string {
	var names []string
	for _, p := range hashes.Probings() {
		if (hashes.Scheme{Function: f, Probing: p}).Validate() == nil {
			names = append(names, p.String())
		}
	}
	return names
}

func (s *call) variantList() grid {
	g := grid{header: []string{"variant", "abilities", "parameters", "about", "scheme", "paper"}}
	for _, v := range s.Variants {
		var can, params []string
		for _, a := range v.Can {
			can = append(can, string(a))
		}
		for _, p := range v.Params {
			params = append(params, p.Name+"="+p.Default)
		}
		g.rows = append(g.rows, []string{v.Name, strings.Join(can, " "), strings.Join(params, " "), v.Doc, schemesOf(v), v.Paper})
	}
	return g
}

// schemesOf says which schemes v takes: any that it does not refuse, or its own.
func schemesOf(v *variants.Variant) string {
	if v.Scheme != nil {
		return v.Scheme.Name()
	}
	return "any"
}

// schemeList lists every pair that makes sense, and says for whom one is weak.
func (s *call) schemeList() grid {
	g := grid{header: []string{"scheme", "digest_bits", "refused_by", "weak", "about"}}
	for _, f := range s.Functions {
		for _, p := range hashes.Probings() {
			scheme := hashes.Scheme{Function: f, Probing: p}
			if scheme.Validate() == nil {
				g.rows = append(g.rows, []string{scheme.Name(), fmt.Sprint(f.Width), s.refusedBy(scheme), f.Weak, f.Doc})
			}
		}
	}
	return g
}

func (s *call) refusedBy(scheme hashes.Scheme) string {
	return s.variantsWith(func(v *variants.Variant) bool { return v.CheckScheme != nil && v.CheckScheme(scheme) != nil })
}

func (s *call) experimentList() grid {
	g := grid{header: []string{"experiment", "question"}}
	for i := range s.Specs {
		g.rows = append(g.rows, []string{s.Specs[i].Name, s.Specs[i].Question})
	}
	return g
}

// objects turns a grid into one object a row, in the header's words.
func objects(g grid) []map[string]string {
	all := make([]map[string]string, len(g.rows))
	for i, row := range g.rows {
		all[i] = map[string]string{}
		for j, name := range g.header {
			all[i][name] = row[j]
		}
	}
	return all
}
