// Command runexp measures approximate membership filters and holds them against
// theory; see package experiments/runexp, or run it without arguments.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/runexp"
	"github.com/filterlab/filterlab/hashes"
	"github.com/filterlab/filterlab/variants/builtin"
)

func main() {
	specs, err := experiments.Builtin()
	claims, err2 := experiments.Claims()
	goals, err3 := experiments.Goals()
	if err := errors.Join(err, err2, err3); err != nil {
		fmt.Fprintln(os.Stderr, "runexp:", err)
		os.Exit(runexp.Wrong)
	}
	command := runexp.Command{Variants: builtin.Variants(), Functions: hashes.Functions(), Specs: specs, Claims: claims, Goals: goals}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := command.Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
