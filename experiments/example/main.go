// Command filters is runexp with a variant, a hash function and an experiment of one's
// own: this module is a stranger's, and nothing of filterlab's is edited for it.
package main

import (
	"context"
	_ "embed"
	"fmt"
	"os"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"

	"example.org/filters/fnv1amix"
	"example.org/filters/oneword"
)

//go:embed oneword.toml
var text string

func main() {
	spec, err := experiments.Parse("oneword.toml", text)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(runexp.Wrong)
	}
	command := runexp.Command{
		Variants:  append(builtin.Variants(), oneword.Variant),
		Functions: append(hashes.Functions(), fnv1amix.Function),
		Specs:     []experiments.Spec{spec},
	}
	os.Exit(command.Run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
