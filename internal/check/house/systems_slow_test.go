//go:build slow

package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"coterie/internal/check/assert"
)

// TestSlowOtherSystems: the packages and their tests are sound Go on the systems that a person may
// run them on; js/wasm is a page in a browser. Types are checked from the source, with the
// functions of this module and without those of others, which takes a tenth of the time of a build.
func TestSlowOtherSystems(t *testing.T) {
	root := assert.Got(filepath.Abs(filepath.Join("..", "..", "..")))(t)
	for _, target := range []string{"windows/amd64", "darwin/arm64", "js/wasm"} {
		system, processor, _ := strings.Cut(target, "/")
		found, wrong := typeErrors(t, root, system, processor)
		if found < 50 {
			t.Errorf("%s: only %d packages of this module", target, found)
		}
		for _, err := range wrong {
			t.Errorf("%s: %v", target, err)
		}
	}
	// The check finds an error.
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":          "module coterie\n\ngo 1.26\n",
		"main.go":         "package main\n\nfunc main() { onSystem() }\n",
		"main_windows.go": "package main\n\nfunc onSystem() {}\n",
	} {
		assert.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	if _, wrong := typeErrors(t, dir, "windows", "amd64"); len(wrong) > 0 {
		t.Errorf("a sound program: %v", wrong)
	}
	if _, wrong := typeErrors(t, dir, "darwin", "arm64"); len(wrong) == 0 {
		t.Error("a function that is on windows alone was found on darwin")
	}
}

// typeErrors checks the packages of a module with their tests, and returns their number and their
// errors.
func typeErrors(t *testing.T, dir, system, processor string) (found int, wrong []packages.Error) {
	t.Helper()
	list := assert.Got(packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
			packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesSizes,
		Dir:   dir,
		Tests: true,
		Env:   append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
		ParseFile: func(set *token.FileSet, path string, text []byte) (*ast.File, error) {
			file, err := parser.ParseFile(set, path, text, parser.SkipObjectResolution)
			if file != nil && !strings.HasPrefix(path, dir+string(filepath.Separator)) {
				for _, d := range file.Decls {
					if f, ok := d.(*ast.FuncDecl); ok {
						f.Body = nil
					}
				}
			}
			return file, err
		},
	}, "./..."))(t)
	packages.Visit(list, nil, func(p *packages.Package) {
		if strings.HasSuffix(p.PkgPath, ".test") {
			return // the main program of tests, which the Go tool writes
		}
		if p.PkgPath == "coterie" || strings.HasPrefix(p.PkgPath, "coterie/") {
			found++
			wrong = append(wrong, p.Errors...)
		}
	})
	return found, wrong
}
