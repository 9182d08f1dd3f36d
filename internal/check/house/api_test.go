package house

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
)

// TestPublicAPI: the file has a line for everything that the public packages export, so that a
// reviewer sees each change. An exported name with a type from internal fails, because no outsider
// could use it.
func TestPublicAPI(t *testing.T) {
	var lines []string
	for _, file := range sources(t) {
		pkg := path.Dir(file)
		if strings.HasSuffix(file, "_test.go") || isPrivate(pkg) {
			continue
		}
		set := token.NewFileSet()
		f := assert.Got(parser.ParseFile(set, filepath.Join(root, file), nil, parser.SkipObjectResolution))(t)
		ast.FileExports(f)
		machinery := internalNames(t, f)
		for _, d := range f.Decls {
			for _, line := range exported(set, d) {
				if machinery != nil && machinery.MatchString(line) {
					t.Errorf("%s: a type of internal in what is exported: %s", file, line)
				}
				lines = append(lines, pkg+": "+line)
			}
		}
	}
	slices.Sort(lines)
	golden.Compare(t, "testdata/api.txt", strings.Join(lines, "\n")+"\n")
}

// isPrivate reports whether outsiders cannot import a package.
func isPrivate(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return slices.Contains([]string{"internal", "cmd", "docs", "examples", "experiments", "results"}, first)
}

// internalNames matches the types of the packages of internal that a file imports.
func internalNames(t *testing.T, f *ast.File) *regexp.Regexp {
	var names []string
	for _, spec := range f.Imports {
		p := assert.Got(strconv.Unquote(spec.Path.Value))(t)
		if strings.Contains(p, "/internal/") {
			names = append(names, path.Base(p))
		}
	}
	if names == nil {
		return nil
	}
	return regexp.MustCompile(`\b(` + strings.Join(names, "|") + `)\.[A-Z]`)
}

// exported returns the exported names of a declaration, a line each, without comments and bodies.
func exported(set *token.FileSet, d ast.Decl) (lines []string) {
	one := func(n any) string {
		var text bytes.Buffer
		if err := printer.Fprint(&text, set, n); err != nil {
			return err.Error()
		}
		return strings.Join(strings.Fields(text.String()), " ")
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Doc, d.Body = nil, nil
		if d.Recv != nil && !ast.IsExported(strings.TrimLeft(one(d.Recv.List[0].Type), "*")) {
			return nil
		}
		return []string{one(d)}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				spec.Doc, spec.Comment = nil, nil
				ast.Inspect(spec, func(n ast.Node) bool {
					if field, ok := n.(*ast.Field); ok {
						field.Doc, field.Comment, field.Tag = nil, nil, nil
					}
					return true
				})
				lines = append(lines, "type "+one(spec))
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					lines = append(lines, fmt.Sprint(d.Tok, " ", name))
				}
			}
		}
	}
	return lines
}
