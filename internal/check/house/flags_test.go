package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// TestLibraryKnowsNoFlags: the messages of the library are for its callers. Only cmd names flags
// and verbs.
func TestLibraryKnowsNoFlags(t *testing.T) {
	exempt := map[string]string{
		"experiments/output.go":                         "the command of a claim",
		"experiments/page_study.go":                     "the command of a claim",
		"experiments/studies/coteries/atlas.go":         "the doc of a column",
		"construct/cyclic.go":                           "a cell of compare.csv",
		"experiments/studies/maekawa/cover_variants.go": "the command of a record",
		"experiments/studies/maekawa/cyclic_bounds.go":  "the command of a record",
		"experiments/studies/maekawa/cyclic_covers.go":  "the doc of a column",
		"experiments/studies/growth/costs.go":           "the commands whose costs are measured",
	}
	command := regexp.MustCompile("(^|[ (`'])--[a-z]|coterie (families|build|check|measure|bounds|search|enumerate|extend|simulate|draw)\\b")
	for _, folder := range []string{"gf", "planes", "quorum", "bounds", "construct", "measure", "fleet", "search", "mutex", "experiments", "internal/words/simulation", "internal/words/exploration", "internal/words/findings", "internal/picture/spacetime", "internal/words/catalogue", "internal/words/planning"} {
		assert.NoError(t, filepath.WalkDir(filepath.Join(root, folder), func(path string, d fs.DirEntry, err error) error {
			name, _ := filepath.Rel(root, path)
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || exempt[filepath.ToSlash(name)] != "" {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && command.MatchString(strings.Trim(text.Value, "\"`")) {
					t.Errorf("%v: %s", files.Position(text.Pos()), text.Value)
				}
				return true
			})
			return nil
		}))
	}
}
