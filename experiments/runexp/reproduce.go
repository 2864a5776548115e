package runexp

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/plan"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
)

// spliceReproduce makes the text of a page with the two tables of reproducing in
// it: what every claim takes, and what every experiment costs.
func spliceReproduce(page string, records []*record.Record, plans []*plan.Plan, all []report.Experiment, published []experiments.Claim) ([]byte, error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return nil, err
	}
	measured, err := readCosts(page)
	if err != nil {
		return nil, err
	}
	experiments := costTable(records, plans, &measured)
	claims := reproduceTable(all, published, &measured)
	return report.Splice(text, "\n"+experiments+"\n"+claims.markdown()+"\n\n")
}

// costTable says what each experiment takes: as the plan has it, as it was measured,
// and how long the whole record took where it was made.
func costTable(records []*record.Record, plans []*plan.Plan, measured *costs) string {
	g := grid{header: append([]string{"experiment", "command", "core-seconds (planned)", "memory of filters (planned, two jobs)"}, costHeads...)}
	for i, r := range records {
		name, p := r.Manifest.Experiment, plans[i]
		command := anew(name)
		g.rows = append(g.rows, append([]string{name, "`" + command + "`", fmt.Sprintf("%.0f", p.CoreSeconds()), formatBytes(p.Bytes(2))},
			measured.cells(command)...))
	}
	return fmt.Sprintf("%s\n\n%s %s\n", g.markdown(), measured.text(), madeText(records))
}

// anew is the command that measures and judges an experiment in a copy of the record:
// alone it would be a smaller family of tests, and verdicts near their limits others.
func anew(experiment string) string {
	return fmt.Sprintf("./runexp run %[1]s --again --out %[2]s && ./runexp check %[1]s --out %[2]s", experiment, report.MineFolder)
}

// madeText says how long the record took, and on what, by its manifests.
func madeText(records []*record.Record) string {
	var seconds float64
	var runs, machines []string
	last := map[string]time.Time{} // of each run, by its start
	for _, r := range records {
		m := &r.Manifest
		if on := fmt.Sprintf("%s, %d at once, %s", m.CPU, m.GOMAXPROCS, m.GoVersion); !slices.Contains(machines, on) {
			machines = append(machines, on)
		}
		end, err := time.Parse(time.RFC3339, m.End)
		if err != nil {
			continue
		}
		if !slices.Contains(runs, m.Start) {
			runs = append(runs, m.Start)
		}
		if end.After(last[m.Start]) {
			last[m.Start] = end
		}
	}
	for _, start := range runs {
		if from, err := time.Parse(time.RFC3339, start); err == nil {
			seconds += last[start].Sub(from).Seconds()
		}
	}
	return fmt.Sprintf("The record took %.1f minutes on: %s.", seconds/60, strings.Join(machines, "; "))
}

// reproduceTable has a row for each answer to a claim.
func reproduceTable(all []report.Experiment, published []experiments.Claim, measured *costs) grid {
	g := grid{header: append(append([]string{"claim", "command", "file: column", "cells", "reproduced means"}, costHeads...), "the claim is")}
	for i := range published {
		r := report.Rule(published[i], all)
		for j := range r.Claim.Answers {
			a := &r.Claim.Answers[j]
			n := 0
			for _, x := range r.Rests {
				if x.Answer == a && !x.Compared {
					n++
				}
			}
			command := commandOf(r.Claim.ID, a)
			row := append([]string{r.Claim.ID, "`" + command + "`", fileAndColumn(a), fmt.Sprint(n), meaning(a)}, measured.cells(command)...)
			g.rows = append(g.rows, append(row, ruled(&r)))
		}
	}
	return g
}

// timesOfHashes is the command that makes the file of timings which claims on the
// speed of hash functions look for; it takes some seconds.
const timesOfHashes = "./runexp bench --name hashes --variant classic:scheme=murmur3+double,classic:scheme=xxh3+double," +
	"classic:scheme=sha1+sliced,classic:scheme=sha256+sliced -n 1e4 --ops Contains --from bytes16 --hits 0 --figures throughput --caches warm --goroutines 1 --again --out " + report.MineFolder

// commandOf is the command that makes what an answer looks at.
func commandOf(claim string, a *experiments.Answer) string {
	switch {
	case a.How == "timed":
		return timesOfHashes
	case !a.Recorded():
		return "./runexp claims " + claim
	}
	return anew(a.Experiment)
}

// fileAndColumn names the columns that an answer looks at.
func fileAndColumn(a *experiments.Answer) string {
	of := path.Join(report.MineFolder, a.Experiment)
	switch {
	case a.How == "timed":
		return path.Join(of, record.TimingsFolder, "MACHINE", "hashes.csv") + ": elapsed_ns / ops"
	case !a.Recorded():
		return "none"
	case a.How == "never":
		return path.Join(of, record.CountsFile) + ": false_negatives"
	case a.How == "agrees":
		return path.Join(of, record.VerdictsFile) + ": verdict"
	case a.Column == "" || a.Column == "fpr":
		return path.Join(of, record.VerdictsFile) + ": fpr, fpr_low, fpr_high"
	case a.Column == "bits_per_key_held":
		return path.Join(of, record.CellsFile) + ": bits / n"
	}
	return path.Join(of, record.CellsFile) + ": " + a.Column
}

// meaning says when an answer counts as reproduced: the tolerance.
func meaning(a *experiments.Answer) string {
	value := a.Value
	switch a.How {
	case "rounds":
		if a.Within == 0 {
			return fmt.Sprintf("= %s", brief(value))
		}
		return fmt.Sprintf("%s +- %s", brief(value), brief(a.Within))
	case "within", "crossing":
		return fmt.Sprintf("%s: %s to %s", a.How, brief(a.Low), brief(a.High))
	case "bound":
		return fmt.Sprintf("interval ends at or below %s", brief(value))
	case "agrees":
		return "verdict agrees in all cells"
	case "probes":
		return fmt.Sprintf("%s +- %s is likely (p >= 0.01) in some of %d to %d probes", brief(value), brief(a.Within),
			experiments.PlausibleProbesLow, experiments.PlausibleProbesHigh)
	case "least":
		return fmt.Sprintf("least at %s = %s, intervals apart", a.ByColumn, brief(value))
	case "never":
		return "0 in all cells"
	case "positions":
		return "none outside [0, m)"
	case "clearing":
		return "some are lost, and theory lies in the interval"
	case "timed":
		if len(a.Match2.Function) > 0 {
			return fmt.Sprintf("ratio from %s to %s", brief(a.Low), brief(a.High))
		}
		return fmt.Sprintf("at most %s ns", brief(a.High))
	case experiments.Open:
		return "no count decides it"
	case "step":
		return fmt.Sprintf("%s +- %s a tenfold lower rate", brief(value), brief(a.Within))
	}
	if value == 0 {
		value = 1
	}
	return fmt.Sprintf("ratio %s +- %s at the largest n", brief(value), brief(a.Within))
}
