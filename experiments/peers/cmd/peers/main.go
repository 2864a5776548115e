// Command peers is runexp with other people's Go libraries beside our variants.
package main

import (
	"context"
	"os"
	"os/signal"

	"github.com/filterlab/filterlab/experiments/peers"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	c := runexp.Command{Variants: append(builtin.Variants(), peers.Variants()...), Functions: hashes.Functions(),
		Audited: peers.Variants()}
	os.Exit(c.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
