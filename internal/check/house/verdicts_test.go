package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestErrorsAreNoVerdicts: no judge of a study gives the text of an error as a witness. Out of
// reach is no counterexample; experiments.Must is for that.
func TestErrorsAreNoVerdicts(t *testing.T) {
	set, studies := token.NewFileSet(), 0
	for _, path := range sources(t) {
		if !strings.Contains(filepath.ToSlash(path), "experiments/studies/") || strings.HasSuffix(path, "_test.go") {
			continue
		}
		studies++
		f := assert.Got(parser.ParseFile(set, path, read(t, path), parser.SkipObjectResolution))(t)
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
	f := assert.Got(parser.ParseFile(token.NewFileSet(), "p.go", bad, 0))(t)
	assert.Equal(t, len(errorWitnesses(f)), 2, "found")
}
