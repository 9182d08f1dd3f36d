package house

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

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

// TestPackagesOpenWithDoc: the package comment is in the file doc.go, and in no other file.
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
