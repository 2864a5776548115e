package runexp

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/filterlab/filterlab/experiments"
	"github.com/filterlab/filterlab/experiments/internal/record"
	"github.com/filterlab/filterlab/experiments/internal/report"
	"github.com/filterlab/filterlab/experiments/internal/report/lab"
	"github.com/filterlab/filterlab/experiments/words/catalogue"
)

// writeLanguage writes all pages of one language.
func (s *call) writeLanguage(r *reporting, w *catalogue.Words, records []*record.Record, all []report.Experiment, machines []report.Machine, published []experiments.Claim) error {
	claims := report.ClaimsIn(w, published, all)
	if err := drawFigures(w, all); err != nil {
		return err
	}
	for i, rec := range records {
		if !r.asked(rec.Manifest.Experiment) {
			continue
		}
		if err := writePages(w, rec, &all[i], claims); err != nil {
			return err
		}
	}
	if err := drawTimings(w, machines); err != nil {
		return err
	}
	if err := writeMachines(w, r.out, machines); err != nil {
		return err
	}
	if err := record.WriteFile(filepath.Join(r.out, report.PageFile(w.Lang)), report.Index(w, all, claims, machines)); err != nil {
		return err
	}
	tools, err := lab.HTML(w)
	if err != nil {
		return err
	}
	book := report.Book{All: all, Claims: claims, Rest: s.unanswered(claims), Timed: machines, Lab: tools, Other: r.other(w.Lang)}
	page, err := report.HTML(w, &book)
	if err != nil {
		return err
	}
	return record.WriteFile(filepath.Join(r.out, report.HTMLFile(w.Lang)), page)
}

// other returns the file of the page in the other language, if it is written now
// or there already.
func (r *reporting) other(lang string) string {
	for _, other := range catalogue.Languages() {
		if other == lang {
			continue
		}
		name := report.HTMLFile(other)
		if _, err := os.Stat(filepath.Join(r.out, name)); r.lang == "" || err == nil {
			return name
		}
	}
	return ""
}

// unanswered returns the claims that are not among the outcomes.
func (s *call) unanswered(claims []report.Outcome) []experiments.Claim {
	var rest []experiments.Claim
	for i := range s.Claims {
		if !slices.ContainsFunc(claims, func(o report.Outcome) bool { return o.Claim.ID == s.Claims[i].ID }) {
			rest = append(rest, s.Claims[i])
		}
	}
	return rest
}

// writeBench writes the two files for benchstat beside the rows of each experiment
// asked for.
func writeBench(r *reporting, records []*record.Record, all []report.Experiment) error {
	for i, rec := range records {
		if !r.asked(rec.Manifest.Experiment) {
			continue
		}
		theory, measured, err := report.Bench(&all[i])
		if err != nil {
			return err
		}
		err = rec.Folder.Write(&rec.Manifest, record.File{Name: report.TheoryFile, Data: theory}, record.File{Name: report.MeasuredFile, Data: measured})
		if err != nil {
			return err
		}
	}
	return nil
}

// writePages writes the page of one experiment and its figures in one language.
func writePages(w *catalogue.Words, r *record.Record, e *report.Experiment, claims []report.Outcome) error {
	files := []record.File{{Name: report.PageFile(w.Lang), Data: report.Page(w, e, claims)}}
	for i := range e.Figures {
		f := &e.Figures[i]
		files = append(files, record.File{Name: "figures/" + f.Name + ".svg", Data: f.SVG})
		if f.PNG != nil {
			files = append(files, record.File{Name: "figures/" + f.Name + ".png", Data: f.PNG})
		}
	}
	return r.Folder.Write(&r.Manifest, files...)
}
