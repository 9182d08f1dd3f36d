package house

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/golden"
)

const root = "../../.."

// mapRow is a row of the table of docs/map.md: a package and its purpose. A name that ends in *
// stands for every package below that folder.
type mapRow struct{ name, purpose string }

// mapRows parses the table of docs/map.md, and returns its rows and the text before and after them.
func mapRows(t *testing.T) (rows []mapRow, before, after string) {
	t.Helper()
	page := read(t, "docs/map.md")
	start := strings.Index(page, "|---|---|---|\n") + len("|---|---|---|\n")
	end := start + strings.Index(page[start:], "\n\n") + 1
	for line := range strings.Lines(page[start:end]) {
		cells := strings.Split(line, " | ")
		assert.MustEqual(t, len(cells), 3, "docs/map.md has the row %q", line)
		rows = append(rows, mapRow{strings.Trim(cells[0], "| `"), cells[1]})
	}
	return rows, page[:start], page[end:]
}

func goList(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list"}, args...)...)
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	return strings.TrimSpace(string(text))
}

// imports returns the direct imports of every package of the module, from go list. Packages of the
// module are named by their folder, with a ./ before it.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	module := goList(t, "-m") + "/"
	out := map[string][]string{}
	for _, line := range strings.Split(goList(t, "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./..."), "\n") {
		fields := strings.Fields(line)
		for i, path := range fields {
			if folder, ours := strings.CutPrefix(path, module); ours {
				fields[i] = "./" + folder
			}
		}
		out[strings.TrimPrefix(fields[0], "./")] = fields[1:]
	}
	return out
}

// TestImportTable: the table of docs/map.md has every package with its imports, and no package
// imports one of a later row. The flag -update writes the imports into the table.
func TestImportTable(t *testing.T) {
	rows, before, after := mapRows(t)
	order := map[string]int{}
	for i, row := range rows {
		order[row.name] = i
	}
	rowOf := func(pkg string) string {
		if wildcard := path.Dir(pkg) + "/*"; order[wildcard] > 0 {
			return wildcard
		}
		return pkg
	}
	imported := make([]map[string]bool, len(rows))
	for pkg, list := range imports(t) {
		at, known := order[rowOf(pkg)]
		if !known {
			t.Errorf("package %s is not in docs/map.md", pkg)
			continue
		}
		if imported[at] == nil {
			imported[at] = map[string]bool{}
		}
		for _, path := range list {
			other, ours := strings.CutPrefix(path, "./")
			if !ours {
				continue
			}
			if there, known := order[rowOf(other)]; known && there >= at {
				t.Errorf("%s imports %s, which stands below it in docs/map.md", pkg, other)
			}
			imported[at]["`"+strings.TrimPrefix(rowOf(other), "internal/")+"`"] = true
		}
	}
	var page strings.Builder
	page.WriteString(before)
	for i, row := range rows {
		if imported[i] == nil {
			t.Errorf("docs/map.md lists %s, which is no package", row.name)
		}
		list := strings.Join(slices.Sorted(maps.Keys(imported[i])), " ")
		fmt.Fprintf(&page, "| `%s` | %s | %s |\n", row.name, row.purpose, cmp.Or(list, "-"))
	}
	page.WriteString(after)
	golden.Compare(t, filepath.Join(root, "docs/map.md"), page.String())
}

// TestLibrariesStayInTheirPackages: a third-party library that shapes a whole package is
// used there alone.
func TestLibrariesStayInTheirPackages(t *testing.T) {
	confined := map[string][]string{
		"gonum.org/v1/plot":     {"internal/picture/canvas", "internal/picture/chart", "internal/picture/draw", "internal/picture/paper", "internal/picture/tikz"},
		"github.com/spf13":      {"cmd/coterie", "internal/command"},
		"github.com/schollz":    {"internal/machine/progress"},
		"github.com/irifrance":  {"internal/solve/sat"},
		"github.com/gofrs":      {"internal/machine/files"},
		"github.com/nats-io":    {"internal/machine/work/cluster"},
		"github.com/parquet-go": {"internal/words/parquet"},
		"github.com/rogpeppe":   {"internal/check/golden"},
		"pgregory.net/rapid":    {}, // tests alone
	}
	for pkg, list := range imports(t) {
		for _, path := range list {
			for prefix, where := range confined {
				if strings.HasPrefix(path, prefix) && !slices.Contains(where, pkg) {
					t.Errorf("%s imports %s, which belongs in %v alone", pkg, path, where)
				}
			}
		}
	}
}

// TestTablesAreTheirOwn: one package writes CSV, and imports only the standard library and the
// package that prints names.
func TestTablesAreTheirOwn(t *testing.T) {
	for pkg, list := range imports(t) {
		assert.Equal(t, slices.Contains(list, "encoding/csv"), (pkg == "internal/words/table"), "%s and encoding/csv: CSV is written by internal/words/table alone", pkg)
	}
	names := strings.Fields(goList(t, "-deps", "./internal/words/show"))
	for _, path := range strings.Fields(goList(t, "-deps", "./internal/words/table")) {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !slices.Contains(names, path) {
			t.Errorf("internal/words/table needs %s", path)
		}
	}
}

// TestPapersAreReadByStudiesAlone: a printed value never decides an answer of the program, so only
// the machinery of the studies and tests import these values.
func TestPapersAreReadByStudiesAlone(t *testing.T) {
	readers := 0
	for pkg, list := range imports(t) {
		if !slices.Contains(list, "./experiments/papers") {
			continue
		}
		readers++
		assert.Equal(t, pkg, "experiments", "imports the values that papers print")
	}
	if readers == 0 {
		t.Error("nothing imports experiments/papers")
	}
}
