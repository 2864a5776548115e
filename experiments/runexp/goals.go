package runexp

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/goals"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/timing"
	"github.com/filterlab/filterlab/hashes"
)

// goals is the verb goals.
func (s *call) goals() *cobra.Command {
	form := &wordFlag{words: []string{"table"}, known: []string{"table", "csv", "markdown", "json"}}
	var out string
	cmd := &cobra.Command{
		Use:   "goals [ID...] [--out DIR] [--format table|csv|markdown|json]",
		Short: "how fast our filters should be beside others, and whether the recorded timings show it",
		Long: `Goals of speed, judged by the timings below OUT that bench --goals recorded (make
rivals): met, missed, undecided (within the noise), incomparable (another rate or
more bits a key), or untimed. A goal that is named is told in full. Times are of one
machine and fail nothing: the exit code is 0.`,
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return goalIDs(s.Goals), cobra.ShellCompDirectiveNoFileComp
		},
	}
	cmd.Flags().StringVar(&out, "out", "results", "folder of the records")
	cmd.Flags().Var(form, "format", "form of the output")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if err := s.showGoals(out, args, form.words[0]); err != nil {
			return fmt.Errorf("goals: %w", err)
		}
		return nil
	}
	return cmd
}

// goalIDs are the names of goals.
func goalIDs(all []experiments.Goal) []string {
	var ids []string
	for i := range all {
		ids = append(ids, all[i].ID)
	}
	return ids
}

// showGoals prints what the timings of every machine say of the goals named, or of all.
func (s *call) showGoals(out string, ids []string, form string) error {
	if len(s.Goals) == 0 {
		return errors.New("this program has no goals")
	}
	for _, id := range ids {
		if !slices.Contains(goalIDs(s.Goals), id) {
			return errors.New(hashes.Unknown("goal", id, goalIDs(s.Goals)))
		}
	}
	machines, err := s.goalsBelow(out)
	if err != nil {
		return err
	}
	for i := range machines {
		if len(ids) > 0 {
			machines[i].rows = slices.DeleteFunc(machines[i].rows, func(g record.Goal) bool { return !slices.Contains(ids, g.Goal) })
		}
	}
	return s.writeGoalTables(form, machines, len(ids) > 0)
}

// judgedGoals are the goals as one machine's timings have them.
type judgedGoals struct {
	machine string
	rows    []record.Goal
}

// goalsBelow judges the goals by every machine's timings below a folder of records.
func (s *call) goalsBelow(out string) ([]judgedGoals, error) {
	root := filepath.Join(out, record.TimingsFolder)
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []judgedGoals
	for _, e := range entries { // sorted by name
		rows, err := s.goalsBy(filepath.Join(root, e.Name()))
		if err != nil {
			return nil, err
		}
		if rows != nil {
			all = append(all, judgedGoals{e.Name(), rows})
		}
	}
	if all == nil {
		return nil, fmt.Errorf("no timings of goals below %s: want those of make rivals (./peers bench --goals)", root)
	}
	return all, nil
}

// goalsBy judges the goals by the files of one machine; nil without rows of them.
func (s *call) goalsBy(folder string) ([]record.Goal, error) {
	var files []goals.File
	for _, name := range goals.Files() {
		base := filepath.Join(folder, name)
		if _, err := os.Stat(base + ".csv"); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		about, data, err := readTimings(base)
		if err != nil {
			return nil, err
		}
		rows, err := decodeSamples(base, data, &about)
		if err != nil {
			return nil, err
		}
		files = append(files, goals.File{Name: name, Rows: rows})
	}
	return goals.Judge(s.Goals, files), nil
}

// writeGoals writes the judged table beside the timings of a machine; where there is
// nothing to judge, one of former timings goes.
func writeGoals(folder string, rows []record.Goal) error {
	path := filepath.Join(folder, record.GoalsFile)
	if rows == nil {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := record.EncodeGoals(rows)
	if err != nil {
		return err
	}
	return record.WriteFile(path, data)
}

// writeGoalTables prints goals in one of the four forms.
func (s *call) writeGoalTables(form string, machines []judgedGoals, named bool) error {
	if form == "json" {
		return writeJSON(s.out, goalObjects(machines))
	}
	for i, m := range machines {
		g := goalGrid(m)
		switch form {
		case "csv":
			if i > 0 {
				g.header = nil
			}
			if err := g.write(s.out, "csv"); err != nil {
				return err
			}
			continue
		case "markdown":
			fmt.Fprintln(s.out, g.markdown())
			continue
		}
		fmt.Fprintf(s.out, "%s\n", m.machine)
		if err := shortGoalGrid(m.rows).write(s.out, "table"); err != nil {
			return err
		}
		if named {
			s.writeGoalWords(m.rows)
		}
		tally := record.TallyGoals(m.rows, func(verdict string) string { return verdict })
		fmt.Fprintf(s.out, "\n%d rows: %s; runexp goals ID tells why\n", len(m.rows), tally)
	}
	return nil
}

// writeGoalWords prints what is said of goals beside figures, each text once.
func (s *call) writeGoalWords(rows []record.Goal) {
	var said []string
	for i := range rows {
		g := &rows[i]
		for _, x := range [][2]string{{"note", g.Note}, {"why", g.Why}, {"reason", g.Reason}} {
			if text := fmt.Sprintf("%s: %s: %s", g.Goal, x[0], x[1]); x[1] != "" && !slices.Contains(said, text) {
				said = append(said, text)
				fmt.Fprintf(s.out, "\n%s\n", text)
			}
		}
	}
}

// shortGoalGrid is the overview for people.
func shortGoalGrid(rows []record.Goal) *grid {
	g := &grid{header: []string{"goal", "n", "hits", "ns", "against", "ratio", "from", "to", "wanted", "floor", "verdict"}}
	three := func(x float64) string { return record.FormatFloat(x, 3) }
	for i := range rows {
		r := &rows[i]
		floor := ""
		if r.Floor >= 0 {
			floor = inPercent(r.Floor)
		}
		g.rows = append(g.rows, []string{r.Goal, timing.Count(r.N), r.Hits, three(r.OursNS), three(r.AgainstNS), three(r.Ratio),
			three(r.RatioLow), three(r.RatioHigh), three(r.Wanted), floor, r.Verdict})
	}
	return g
}

// goalGrid has everything, in the columns of goals.csv behind the machine.
func goalGrid(m judgedGoals) grid {
	g := grid{header: append([]string{"machine_id"}, goalHeader()...)}
	for i := range m.rows {
		g.rows = append(g.rows, append([]string{m.machine}, record.GoalCells(&m.rows[i])...))
	}
	return g
}

func goalHeader() []string {
	var names []string
	for _, c := range record.DescribeGoals() {
		names = append(names, c.Name)
	}
	return names
}

// goalObjects turns rows into objects: the columns of goals.csv, numbers as numbers.
func goalObjects(machines []judgedGoals) map[string]any {
	all := []any{}
	for _, m := range machines {
		for i := range m.rows {
			o := map[string]any{"machine_id": m.machine}
			cells := record.GoalCells(&m.rows[i])
			for j, c := range record.DescribeGoals() {
				switch {
				case c.Type == "text":
					o[c.Name] = cells[j]
				case cells[j] == "":
					o[c.Name] = nil
				default:
					o[c.Name] = json.Number(cells[j])
				}
			}
			all = append(all, o)
		}
	}
	return map[string]any{"schema_version": record.SchemaVersion, "goals": all}
}
