package house

import (
	"bytes"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = "../../.."

// rooms parses the table of docs/map.md: for each room the rooms that it may
// import. "all above" stands for every earlier row, "`x` and all above it" for x and every row
// before x, "-" for none and "all but `x`" for every other row. A row whose name ends in * stands
// for every package below that folder, none of which may import another.
func rooms(t *testing.T) map[string][]string {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(root, "docs/map.md"))
	if err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile("`([a-z/0-9]+[*]?)`")
	var order []string
	allowed := map[string]string{}
	for _, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if len(cells) != 3 {
			continue
		}
		room := name.FindStringSubmatch(cells[0])
		if room == nil {
			continue
		}
		order = append(order, room[1])
		allowed[room[1]] = strings.TrimSpace(cells[2])
	}
	out := map[string][]string{}
	for i, room := range order {
		out[room] = []string{}
		text := allowed[room]
		switch {
		case strings.HasPrefix(text, "all above"):
			out[room] = order[:i]
		case strings.HasPrefix(text, "all but"):
			for _, other := range order {
				if other != room && !strings.Contains(text, "`"+other+"`") {
					out[room] = append(out[room], other)
				}
			}
		default:
			for _, m := range name.FindAllStringSubmatch(text, -1) {
				out[room] = append(out[room], m[1])
			}
			if first, _, upTo := strings.Cut(text, "` and all above it"); upTo {
				out[room] = append(out[room], order[:slices.Index(order, strings.Trim(first, "`"))]...)
			}
		}
	}
	if len(out) < 2 {
		t.Fatalf("only %d rooms found in the README", len(out))
	}
	return out
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

// imports asks go list for the direct imports of every package of the module.
// Packages of the module are named by their folder, with a ./ before it.
func imports(t *testing.T) map[string][]string {
	t.Helper()
	module := goList(t, "-m") + "/"
	out := map[string][]string{}
	for _, line := range strings.Split(goList(t, "-f", `{{.ImportPath}}{{range .Imports}} {{.}}{{end}}`, "./..."), "\n") {
		fields := strings.Fields(line)
		for i, path := range fields {
			if room, ours := strings.CutPrefix(path, module); ours {
				fields[i] = "./" + room
			}
		}
		out[strings.TrimPrefix(fields[0], "./")] = fields[1:]
	}
	return out
}

// roomOf returns the row that speaks of a package.
func roomOf(pkg string, allowed map[string][]string) string {
	if wildcard := path.Dir(pkg) + "/*"; allowed[wildcard] != nil {
		return wildcard
	}
	return pkg
}

func TestImportTable(t *testing.T) {
	allowed := rooms(t)
	packages := imports(t)
	for pkg, list := range packages {
		may, known := allowed[roomOf(pkg, allowed)]
		if !known {
			t.Errorf("package %s is not in docs/map.md", pkg)
			continue
		}
		for _, path := range list {
			if other, ours := strings.CutPrefix(path, "./"); ours && !slices.Contains(may, roomOf(other, allowed)) {
				t.Errorf("%s imports %s, which docs/map.md does not allow", pkg, other)
			}
		}
	}
	for room := range allowed {
		exists := false
		for pkg := range packages {
			exists = exists || roomOf(pkg, allowed) == room
		}
		if !exists {
			t.Errorf("docs/map.md lists %s, which is no package", room)
		}
	}
}

// TestLibrariesStayInTheirRooms: a third-party library that shapes a whole room is
// used there alone.
func TestLibrariesStayInTheirRooms(t *testing.T) {
	confined := map[string][]string{
		"gonum.org/v1/plot":     {"internal/picture/canvas", "internal/picture/draw", "internal/picture/plot"},
		"github.com/spf13":      {"cmd/coterie"},
		"github.com/schollz":    {"internal/machine/progress"},
		"github.com/irifrance":  {"internal/solve/sat"},
		"github.com/gofrs":      {"internal/machine/files"},
		"github.com/nats-io":    {"internal/machine/work/cluster"},
		"github.com/parquet-go": {"internal/words/parquet"},
		"github.com/rogpeppe":   {}, // tests alone
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

// TestTablesAreTheirOwn: one package writes CSV, and links nothing but the standard
// library and what prints names.
func TestTablesAreTheirOwn(t *testing.T) {
	for pkg, list := range imports(t) {
		if slices.Contains(list, "encoding/csv") != (pkg == "internal/words/table") {
			t.Errorf("%s and encoding/csv: CSV is written by internal/words/table alone", pkg)
		}
	}
	names := strings.Fields(goList(t, "-deps", "./internal/words/show"))
	for _, path := range strings.Fields(goList(t, "-deps", "./internal/words/table")) {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") && !slices.Contains(names, path) {
			t.Errorf("internal/words/table needs %s", path)
		}
	}
}

// TestPapersAreReadByStudiesAlone: a value that a paper prints never decides what the program
// answers, so nothing but the machinery of the studies imports them, and tests.
func TestPapersAreReadByStudiesAlone(t *testing.T) {
	readers := 0
	for pkg, list := range imports(t) {
		if !slices.Contains(list, "./experiments/papers") {
			continue
		}
		readers++
		if pkg != "experiments" {
			t.Errorf("%s imports the values that papers print", pkg)
		}
	}
	if readers == 0 {
		t.Error("nothing imports experiments/papers")
	}
}
