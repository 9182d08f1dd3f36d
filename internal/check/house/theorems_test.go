package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"coterie/internal/check/assert"
)

// declared reads every Go file of the repository: which identifiers each package declares, as
// package.Identifier and, for unexported ones, as the identifier alone; which tests there are, as
// TestName and package.TestName; and the text of all files that are not tests.
func declared(t *testing.T) (names, tests map[string]bool, code string) {
	t.Helper()
	names, tests = map[string]bool{}, map[string]bool{}
	var text strings.Builder
	for _, path := range sources(t) {
		data := read(t, path)
		file := assert.Got(parser.ParseFile(token.NewFileSet(), path, data, parser.SkipObjectResolution))(t)
		isTest := strings.HasSuffix(path, "_test.go")
		if !isTest {
			text.WriteString(data)
		}
		for _, name := range declarations(file) {
			switch {
			case isTest:
				tests[name] = true
				tests[strings.TrimSuffix(file.Name.Name, "_test")+"."+name] = true
			case ast.IsExported(name):
				names[file.Name.Name+"."+name] = true
			default:
				names[name] = true
			}
		}
	}
	return names, tests, text.String()
}

// declarations returns the names that a file declares at its top level, without methods.
func declarations(file *ast.File) []string {
	var names []string
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					names = append(names, s.Name.Name)
				}
			}
		}
	}
	return names
}

// TestTheorems: every file of docs/theorems has a title, a statement, a proof and, where they are
// named, code and tests that exist; the index and the code link to it, and to nothing else.
func TestTheorems(t *testing.T) {
	assert.Long(t, "half a second of CPU")
	names, tests, code := declared(t)
	files, err := filepath.Glob(filepath.Join(root, "docs/theorems/*.md"))
	if err != nil || len(files) < 50 {
		t.Fatalf("%d theorems: %v", len(files), err)
	}
	index := assert.Got(os.ReadFile(filepath.Join(root, "docs/theorems/README.md")))(t)
	known := map[string]bool{"README": true}
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".md")
		if name == "README" {
			continue
		}
		known[name] = true
		data := assert.Got(os.ReadFile(path))(t)
		for _, flaw := range theoremFlaws(string(data), names, tests) {
			t.Errorf("%s: %s", path, flaw)
		}
		assert.Equal(t, strings.Count(string(index), "("+name+".md)"), 1, "docs/theorems/README.md does not list %s once", name)
		assert.Contains(t, code, "docs/theorems/"+name+".md", "no comment names docs/theorems/%s.md", name)
		for _, m := range regexp.MustCompile(`\]\(([a-z0-9-]+)\.md\)`).FindAllStringSubmatch(string(data), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), m[1]+".md")); err != nil {
				t.Errorf("%s links to %s, which is no theorem", path, m[1])
			}
		}
	}
	for _, m := range regexp.MustCompile(`docs/theorems/([a-z0-9-]+)\.md`).FindAllStringSubmatch(code, -1) {
		if !known[m[1]] {
			t.Errorf("a comment names docs/theorems/%s.md, which does not exist", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`\(([a-z0-9-]+)\.md\)`).FindAllStringSubmatch(string(index), -1) {
		if !known[m[1]] {
			t.Errorf("docs/theorems/README.md lists %s, which does not exist", m[1])
		}
	}
}

// theoremFlaws lists the flaws of a theorem's text.
func theoremFlaws(text string, names, tests map[string]bool) (flaws []string) {
	if !regexp.MustCompile(`^# \S`).MatchString(text) {
		flaws = append(flaws, "no title")
	}
	if !strings.Contains(text, "**Theorem") {
		flaws = append(flaws, "no statement")
	}
	if !strings.Contains(text, "**Proof") || !strings.Contains(text, "∎") {
		flaws = append(flaws, "no proof, or no end of it")
	}
	prose := regexp.MustCompile("(?s)```.*?```").ReplaceAllString(text, "")
	if m := regexp.MustCompile(`\\[^A-Za-z\s]`).FindString(prose); m != "" {
		flaws = append(flaws, "Markdown takes the backslash of "+m+" out of a formula")
	}
	if strings.Count(prose, "$")%2 != 0 {
		flaws = append(flaws, "a formula does not end")
	}
	for key, exist := range map[string]map[string]bool{"Code": names, "Test": tests} {
		m := regexp.MustCompile(`(?ms)^` + key + `: (.*?)(\n\n|\n*\z)`).FindStringSubmatch(text)
		if m == nil {
			flaws = append(flaws, "no "+key)
			continue
		}
		found := regexp.MustCompile("`([A-Za-z0-9_.]+)`").FindAllStringSubmatch(m[1], -1)
		if len(found) == 0 {
			flaws = append(flaws, key+" names nothing")
		}
		for _, f := range found {
			if !exist[f[1]] || key == "Test" && !strings.Contains("."+f[1], ".Test") {
				flaws = append(flaws, key+" names "+f[1]+", which does not exist")
			}
		}
	}
	return flaws
}

func TestTheoremFlaws(t *testing.T) {
	names, tests := map[string]bool{"quorum.Product": true}, map[string]bool{"TestProduct": true, "helper": true}
	const good = "# A title\n\n**Theorem.** $a$.\n\n**Proof.** Clear. ∎\n\nCode: `quorum.Product`\n\nTest: `TestProduct`\n"
	if flaws := theoremFlaws(good, names, tests); flaws != nil {
		t.Error(flaws)
	}
	for from, to := range map[string]string{
		"# A title": "A title", "**Theorem.**": "Theorem.", "**Proof.**": "Proof.", " ∎": "", "$a$": "$a", "$a.": `$\{a`,
		"quorum.Product": "quorum.Sum", "`quorum.Product`": "the product", "Code:": "code", "TestProduct": "helper", "Test: ": "",
	} {
		if bad := strings.Replace(good, from, to, 1); bad != good && theoremFlaws(bad, names, tests) == nil {
			t.Errorf("%q is no flaw", to)
		}
	}
}
