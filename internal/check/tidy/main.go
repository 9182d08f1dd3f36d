package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"

	"coterie/internal/machine/files"
)

const (
	fileLines    = 500
	packageLines = 8000
	readmeWords  = 1300
)

func main() {
	mend := flag.Bool("w", false, "wrap the comments that are too wide")
	flag.Parse()
	found, err := tidy(".", *mend)
	for _, line := range found {
		fmt.Println(line)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(2)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// tidy returns the faults of the texts below a folder, a line each. With mend it rewrites the Go
// files whose comments are too wide, and returns only the remaining faults.
func tidy(root string, mend bool) (found []string, err error) {
	lines := map[string]int{} // of each package, without its tests
	err = fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(d.Name(), ".")
		if d.IsDir() && (hidden || d.Name() == "testdata" || name == "results") {
			return fs.SkipDir
		}
		if err != nil || path.Ext(name) != ".go" && path.Ext(name) != ".md" {
			return err
		}
		data, err := os.ReadFile(path.Join(root, name))
		if err != nil {
			return err
		}
		text := string(data)
		if m := merged.FindString(text); m != "" {
			found = append(found, fmt.Sprintf("%s: the mark of a merge: %s", name, m))
		}
		if name == "README.md" {
			if words := len(strings.Fields(code.ReplaceAllString(text, ""))); words > readmeWords {
				found = append(found, fmt.Sprintf("%s: %d words without code, more than %d", name, words, readmeWords))
			}
		}
		if path.Ext(name) == ".md" {
			return nil
		}
		if mend {
			if wrapped := wrap(text); wrapped != text {
				text = wrapped
				err := files.Write(context.Background(), path.Join(root, name), func(w io.Writer) error {
					_, err := io.WriteString(w, text)
					return err
				})
				if err != nil {
					return err
				}
			}
		}
		for _, at := range wide(strings.Split(text, "\n")) {
			found = append(found, fmt.Sprintf("%s:%d: a comment of more than %d columns", name, at+1, columns))
		}
		length := strings.Count(text, "\n")
		if length > fileLines {
			found = append(found, fmt.Sprintf("%s: %d lines, more than %d", name, length, fileLines))
		}
		if !strings.HasSuffix(name, "_test.go") {
			lines[path.Dir(name)] += length
		}
		return nil
	})
	for pkg, n := range lines {
		if n > packageLines {
			found = append(found, fmt.Sprintf("%s: %d lines without tests, more than %d", pkg, n, packageLines))
		}
	}
	return found, err
}

var (
	merged = regexp.MustCompile(`(?m)^(<<<<<<<|>>>>>>>) .*`)
	code   = regexp.MustCompile("(?s)```.*?```")
)
