package house

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"coterie/internal/check/assert"
)

// sources lists the Go files below the root, hidden folders and testdata left out.
func sources(t *testing.T) []string {
	t.Helper()
	var paths []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go"):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil || len(paths) < 10 {
		t.Fatalf("%d Go files: %v", len(paths), err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	data := assert.Got(os.ReadFile(filepath.Join(root, path)))(t)
	return string(data)
}

// TestFilesAreShort: over 500 lines a file holds more than one concept.
func TestFilesAreShort(t *testing.T) {
	for _, path := range sources(t) {
		if lines := strings.Count(read(t, path), "\n"); lines > 500 {
			t.Errorf("%s has %d lines", path, lines)
		}
	}
}

// TestPackagesAreSmall: a package that nobody can hold in their head is more than one idea. The
// families of package construct are many, flat, and alike; the value of a system with its formulas,
// properties and files, and the table of figures, are the two ideas that everything else rests on.
func TestPackagesAreSmall(t *testing.T) {
	lines := map[string]int{}
	for _, file := range sources(t) {
		if !strings.HasSuffix(file, "_test.go") {
			lines[path.Dir(file)] += strings.Count(read(t, file), "\n")
		}
	}
	for pkg, n := range lines {
		if n > 8000 {
			t.Errorf("%s has %d lines without its tests, more than 8000", pkg, n)
		}
	}
}

// TestPackagesOpenWithDoc: the file doc.go of a package says what it is, and no other file does.
func TestPackagesOpenWithDoc(t *testing.T) {
	documented := map[string]bool{}
	for _, file := range sources(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		pkg := path.Dir(file)
		text := read(t, file)
		opens := strings.HasPrefix(text, "// Package "+path.Base(pkg)+" ") || strings.HasPrefix(text, "// Command "+path.Base(pkg)+" ")
		where := "doc.go"
		if path.Dir(pkg) == "examples" { // programs of one file
			where = "main.go"
		}
		documented[pkg] = documented[pkg] || opens && path.Base(file) == where
		if opens && path.Base(file) != where {
			t.Errorf("%s documents its package: that is for doc.go", file)
		}
	}
	for pkg, ok := range documented {
		if !ok {
			t.Errorf("%s has no doc.go that opens with // Package %s", pkg, path.Base(pkg))
		}
	}
}

// TestCommentsWrap: a line of comment takes at most 100 columns, a tab four of them. What an
// example prints is as wide as it is.
func TestCommentsWrap(t *testing.T) {
	for _, path := range sources(t) {
		number, printed := 0, false
		for line := range strings.Lines(read(t, path)) {
			number++
			text := strings.TrimSpace(line)
			printed = strings.HasPrefix(text, "//") && (printed || strings.HasPrefix(text, "// Output:") || strings.HasPrefix(text, "// Unordered output:"))
			if wide := strings.ReplaceAll(strings.TrimRight(line, "\n"), "\t", "    "); !printed && strings.HasPrefix(text, "// ") && utf8.RuneCountInString(wide) > 100 {
				t.Errorf("%s:%d is %d columns wide", path, number, utf8.RuneCountInString(wide))
			}
		}
	}
}

// TestMergesAreResolved: no page and no source has the marks of two versions in it.
func TestMergesAreResolved(t *testing.T) {
	pages, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	theorems, failed := filepath.Glob(filepath.Join(root, "docs", "theorems", "*.md"))
	if err != nil || failed != nil || len(pages) < 5 || len(theorems) < 5 {
		t.Fatal(len(pages), err, len(theorems), failed)
	}
	paths := append(sources(t), "README.md", "CHANGELOG.md", "CONTRIBUTING.md")
	for _, path := range append(pages, theorems...) {
		below := assert.Got(filepath.Rel(root, path))(t)
		paths = append(paths, below)
	}
	for _, path := range paths {
		for i, line := range strings.Split(read(t, path), "\n") {
			if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
				t.Errorf("%s:%d: %s", path, i+1, line)
			}
		}
	}
}
