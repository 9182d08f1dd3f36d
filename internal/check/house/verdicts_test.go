package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestErrorsAreNoVerdicts: no judge of a study gives the text of an error as a witness. Out of
// reach is no counterexample; experiments.TryAll and experiments.Unjudged are for that.
func TestErrorsAreNoVerdicts(t *testing.T) {
	set, studies := token.NewFileSet(), 0
	for _, path := range sources(t) {
		if !strings.Contains(filepath.ToSlash(path), "experiments/studies/") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		studies++
		f, err := parser.ParseFile(set, path, read(t, path), parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range errorWitnesses(f) {
			t.Errorf("%v: the text of an error as a witness", set.Position(at))
		}
	}
	if studies < 50 {
		t.Errorf("only %d files of studies", studies)
	}
}

// errorWitnesses finds `return false, err.Error()` and JudgeOnce(.., err.Error()).
func errorWitnesses(f *ast.File) (list []token.Pos) {
	isText := func(e ast.Expr) bool {
		call, ok := e.(*ast.CallExpr)
		if !ok {
			return false
		}
		of, ok := call.Fun.(*ast.SelectorExpr)
		return ok && of.Sel.Name == "Error" && len(call.Args) == 0
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ReturnStmt:
			if len(n.Results) == 2 && isText(n.Results[1]) {
				if truth, ok := n.Results[0].(*ast.Ident); ok && (truth.Name == "false" || truth.Name == "true") {
					list = append(list, n.Pos())
				}
			}
		case *ast.CallExpr:
			if of, ok := n.Fun.(*ast.SelectorExpr); ok && of.Sel.Name == "JudgeOnce" && len(n.Args) > 0 && isText(n.Args[len(n.Args)-1]) {
				list = append(list, n.Pos())
			}
		}
		return true
	})
	return list
}

func TestErrorWitnesses(t *testing.T) {
	const bad = `package p
func a() (bool, string) { return false, err.Error() }
func b() any { return experiments.JudgeOnce(over, false, err.Error()) }
func c() (bool, string) { return false, "err.Error()" }
func d() (error, string) { return nil, err.Error() }`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", bad, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := len(errorWitnesses(f)); got != 2 {
		t.Errorf("%d found, want 2", got)
	}
}
