package runexp

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/hashes"
)

// pick returns the experiments of those names, all where there are none.
func (s *call) pick(verb string, names []string) ([]experiments.Spec, error) {
	if len(s.Specs) == 0 {
		return nil, fmt.Errorf("%s: this program has no experiments", verb)
	}
	if len(names) == 0 {
		return s.Specs, nil
	}
	known := s.experimentNames()
	for i, name := range names {
		if strings.HasSuffix(name, ".toml") && !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: experiment %q: want the name of one that is built in (runexp list experiments), not a file: an experiment of your own is parsed "+
				"by experiments.Parse in a main of about 20 lines, as in experiments/example", verb, name)
		}
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("%s: %s", verb, hashes.Unknown("experiment", name, known))
		}
		if slices.Contains(names[:i], name) {
			return nil, fmt.Errorf("%s: experiment %s given twice", verb, name)
		}
	}
	var picked []experiments.Spec // in their own order, whatever the arguments' order
	for _, spec := range s.Specs {
		if slices.Contains(names, spec.Name) {
			picked = append(picked, spec)
		}
	}
	return picked, nil
}

func (s *call) experimentNames() []string {
	var known []string
	for i := range s.Specs {
		known = append(known, s.Specs[i].Name)
	}
	return known
}

// completeExperiments completes arguments in a shell.
func (s *call) completeExperiments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return s.experimentNames(), cobra.ShellCompDirectiveNoFileComp
}

// outFolder is the folder of a profile's records.
func outFolder(out, profile string) string {
	if out != "" {
		return out
	}
	if profile == experiments.Standard {
		return "results"
	}
	return "results-" + profile
}

// checkProfile refuses an unknown profile.
func checkProfile(verb, profile string) error {
	if slices.Contains(experiments.Profiles(), profile) {
		return nil
	}
	return fmt.Errorf("%s: --profile: %w", verb, errors.New(hashes.Unknown("profile", profile, experiments.Profiles())))
}
