package experiments_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/filterlab/filterlab/"

// pkg is what go list says of a package of ours.
type pkg struct {
	ImportPath, Dir  string
	Imports, GoFiles []string
	TestImports      []string
	XTestImports     []string
}

// listPackages returns every package of the module, by its path below it.
func listPackages(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Imports,GoFiles,TestImports,XTestImports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	found := map[string]pkg{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		found[strings.TrimPrefix(p.ImportPath, module)] = p
	}
	return found
}

// ours returns the module's packages among imports, by their path below it.
func ours(imports []string) []string {
	var in []string
	for _, path := range imports {
		if rest, ok := strings.CutPrefix(path, module); ok {
			in = append(in, rest)
		}
	}
	return in
}

func under(path, folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") }

// isVariant reports whether path is the folder of one concrete variant.
func isVariant(path string) bool {
	name, ok := strings.CutPrefix(path, "variants/")
	return ok && !strings.Contains(name, "/") && !slices.Contains([]string{"theory", "filtertest", "builtin", "internal"}, name)
}

var stages = []string{"plan", "measure", "timing", "check", "report", "compare"}

func stageOf(path string) string {
	for _, s := range stages {
		if under(path, "experiments/internal/"+s) {
			return s
		}
	}
	return ""
}

// broken names the rule of the house that an import breaks, or "".
func broken(from, to string) string {
	switch {
	case under(from, "variants/theory"):
		return "variants/theory imports nothing of ours"
	case under(from, "hashes") && !under(to, "hashes"):
		return "hashes imports neither variants nor experiments"
	case under(from, "variants") && (under(to, "experiments") || under(to, "cmd")):
		return "variants never imports experiments"
	case isVariant(from) && isVariant(to):
		return "no variant imports another"
	case isVariant(to) && from != "variants/builtin":
		return "only variants/builtin and tests name concrete variants"
	case stageOf(from) != "" && stageOf(to) != "" && stageOf(from) != stageOf(to):
		return "plan, measure, timing, check, report and compare never import each other"
	case stageOf(to) != "" && stageOf(from) == "" && !under(from, "experiments/runexp"):
		return "only experiments/runexp sees the stages"
	case (stageOf(from) == "measure" || stageOf(from) == "timing") && under(to, "variants/theory"):
		return "measure and timing never import theory"
	case under(from, "experiments/internal/audit") && (stageOf(to) != "" || under(to, "variants") || under(to, "hashes")):
		return "audit knows processes, keys and statistics, and no filter"
	case slices.Contains([]string{"check", "report", "compare"}, stageOf(from)) &&
		(to == "variants" || under(to, "hashes") || under(to, "experiments/internal/keys")):
		return "check, report and compare know no filter and no keys"
	case stageOf(from) == "compare" && (under(to, "experiments/internal/record") || under(to, "variants") || to == "experiments"):
		return "compare knows benchmark files and nothing of filters"
	case under(from, "experiments/internal/figure") && !under(to, "experiments/internal/record") && !under(to, "experiments/words"):
		return "figure knows records and words"
	case from == "experiments/internal/datapackage" && to != "experiments/internal/record":
		return "datapackage knows rows and nothing else"
	case under(to, "cmd"):
		return "nothing imports cmd"
	}
	return ""
}

// outside lists what the pure packages may not import: files, flags, clocks,
// the environment, and randomness that no seed governs.
var outside = []string{"os", "flag", "time", "net", "os/exec", "io/ioutil", "hash/maphash", "math/rand", "crypto/rand"}

func TestImportsGoOneWay(t *testing.T) {
	for path, p := range listPackages(t) {
		for _, to := range ours(p.Imports) {
			if rule := broken(path, to); rule != "" {
				t.Errorf("%s imports %s: %s", path, to, rule)
			}
		}
		pure := under(path, "hashes") && !under(path, "hashes/hashtest") ||
			under(path, "variants") && !under(path, "variants/filtertest")
		for _, to := range p.Imports {
			if pure && slices.Contains(outside, to) {
				t.Errorf("%s imports %s: hashes, variants and theory read nothing from outside", path, to)
			}
		}
	}
}

// The rules themselves must be able to fail.
func TestBrokenSeesPlantedImports(t *testing.T) {
	for _, c := range []struct{ from, to string }{
		{"variants/theory", "hashes"},
		{"hashes", "variants"},
		{"variants/classic", "experiments"},
		{"variants/scalable", "variants/classic"},
		{"experiments/internal/plan", "variants/classic"},
		{"experiments/internal/plan", "experiments/internal/check"},
		{"experiments/internal/record", "experiments/internal/plan"},
		{"experiments/internal/measure", "variants/theory"},
		{"experiments/internal/timing", "variants/theory"},
		{"experiments/internal/timing", "experiments/internal/measure"},
		{"experiments/internal/check", "hashes"},
		{"experiments/internal/compare", "hashes"},
		{"experiments/internal/compare", "variants/theory"},
		{"experiments/internal/compare", "experiments/internal/record"},
		{"experiments/internal/report", "experiments/internal/compare"},
		{"experiments/internal/audit", "variants"},
		{"experiments/internal/figure", "variants/theory"},
		{"experiments/internal/datapackage", "experiments/internal/report"},
		{"experiments/internal/datapackage", "variants"},
		{"experiments/runexp", "cmd/runexp"},
	} {
		if broken(c.from, c.to) == "" {
			t.Errorf("an import of %s by %s is not seen", c.to, c.from)
		}
	}
}

// TestEveryExportedNameIsDocumented also refuses init functions.
func TestEveryExportedNameIsDocumented(t *testing.T) {
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != ".." && strings.HasPrefix(d.Name(), ".") {
			return fs.SkipDir
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			checkFile(t, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func checkFile(t *testing.T, path string) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Error(err)
		return
	}
	missing := func(name *ast.Ident) {
		t.Errorf("%s: %s has no doc comment", fset.Position(name.Pos()), name.Name)
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == "init" && d.Recv == nil {
				t.Errorf("%s: func init", fset.Position(d.Pos()))
			}
			if d.Name.IsExported() && d.Doc == nil && exportedReceiver(d) {
				missing(d.Name)
			}
		case *ast.GenDecl:
			for _, name := range undocumented(d) {
				missing(name)
			}
		}
	}
}

// exportedReceiver reports whether d is a function, or a method of an exported type.
func exportedReceiver(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return true
	}
	typ := d.Recv.List[0].Type
	if star, ok := typ.(*ast.StarExpr); ok {
		typ = star.X
	}
	if index, ok := typ.(*ast.IndexExpr); ok {
		typ = index.X
	}
	id, ok := typ.(*ast.Ident)
	return ok && id.IsExported()
}

// undocumented returns the exported names of d without a comment of their own
// or on the group they stand in.
func undocumented(d *ast.GenDecl) []*ast.Ident {
	var names []*ast.Ident
	for _, spec := range d.Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() && s.Doc == nil && d.Doc == nil {
				names = append(names, s.Name)
			}
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.IsExported() && s.Doc == nil && s.Comment == nil && d.Doc == nil {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
