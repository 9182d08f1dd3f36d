package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestQuestionsNameTheirTheorems: every question that a search puts to a solver names the theorems
// that carry its encoding, by files of docs/theorems that exist, and their README says what each
// encoding leaves out and which tests compare it.
func TestQuestionsNameTheirTheorems(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	questions, named := 0, 0
	_, listed, ok := strings.Cut(read(t, "docs/theorems/README.md"), "\n## What formulas leave out\n")
	assert.MustTrue(t, ok, "docs/theorems/README.md has no section on what formulas leave out")
	for _, path := range sources(t) {
		if strings.HasSuffix(path, "_test.go") || !strings.Contains(read(t, path), "session.") {
			continue
		}
		files := token.NewFileSet()
		file := assert.Got(parser.ParseFile(files, path, read(t, path), parser.SkipObjectResolution))(t)
		ast.Inspect(file, func(node ast.Node) bool {
			literal, ok := node.(*ast.CompositeLit)
			if !ok {
				return true
			}
			at := files.Position(literal.Pos())
			switch typeName(literal.Type) {
			case "session.Question":
				questions++
				if len(literal.Elts) > 0 && !slices.ContainsFunc(literal.Elts, isTheorems) {
					t.Errorf("%s: a question without Theorems", at)
				}
			case "session.Theorems":
				named++
				if len(literal.Elts) == 0 {
					t.Errorf("%s: no theorem", at)
				}
				for _, e := range literal.Elts {
					if flaw := theoremFlaw(e); flaw != "" {
						t.Errorf("%s: %s", at, flaw)
					} else if name, _ := strconv.Unquote(e.(*ast.BasicLit).Value); !strings.Contains(listed, "`"+name+"`") {
						t.Errorf("%s: docs/theorems/README.md does not say, under \"What formulas leave out\", what %s leaves out and which test compares", at, name)
					}
				}
			}
			return true
		})
	}
	_, tests, _ := declared(t)
	for _, m := range regexp.MustCompile("`([a-z]+\\.Test[A-Za-z]+)`").FindAllStringSubmatch(listed, -1) {
		if !tests[m[1]] {
			t.Errorf("docs/theorems/README.md names %s, which does not exist", m[1])
		}
	}
	if questions < 10 || named < 8 {
		t.Errorf("%d questions, %d lists of theorems: were they looked at?", questions, named)
	}
}

// typeName returns the name of a type of another package, as in the text.
func typeName(e ast.Expr) string {
	if s, ok := e.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok {
			return x.Name + "." + s.Sel.Name
		}
	}
	return ""
}

func isTheorems(e ast.Expr) bool {
	pair, ok := e.(*ast.KeyValueExpr)
	if !ok {
		return true // the fields are in their order
	}
	key, ok := pair.Key.(*ast.Ident)
	return ok && key.Name == "Theorems"
}

// theoremFlaw returns the flaw of an element of a list of theorems.
func theoremFlaw(e ast.Expr) string {
	basic, ok := e.(*ast.BasicLit)
	if !ok || basic.Kind != token.STRING {
		return "a theorem that is no text, so that nobody can look for it"
	}
	name, err := strconv.Unquote(basic.Value)
	if err != nil {
		return err.Error()
	}
	if _, err := os.Stat(filepath.Join(root, "docs/theorems", name+".md")); err != nil {
		return "docs/theorems has no " + name + ".md"
	}
	return ""
}
