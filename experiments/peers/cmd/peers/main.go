//go:debug randseednop=0

// Command peers is runexp with other people's Go libraries beside our variants.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/peers"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	repeatable(os.Args[1:])
	goals, err := experiments.Goals()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(runexp.Wrong)
	}
	c := runexp.Command{Variants: slices.Concat(builtin.Variants(), peers.Variants(), peers.Timed()), Functions: hashes.Functions(),
		Audited: peers.Variants(), Nearest: peers.Nearest(), Goals: goals}
	os.Exit(c.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
