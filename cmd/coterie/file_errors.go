package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"coterie/construct"
	"coterie/internal/files"
	"coterie/internal/listing"
	"coterie/internal/show"
	"coterie/quorum"
)

// fileKeys are the keys of the file format, of which a misspelt one may be meant.
var fileKeys = []string{"format", "kind", "name", "n", "k", "names", "quorums", "sites", "cartels", "processes", "resources", "alpha", "families", "group"}

var unknownKey = regexp.MustCompile(`unknown key "([^"]*)"$`)

// withFileHint says what a file that holds no system should hold.
func withFileHint(spec string, err error) error {
	var form *quorum.FormatError
	var source *construct.SourceError
	var list *listing.Error
	var path *fs.PathError
	switch {
	case errors.As(err, new(*files.BinaryError)):
		return hinted{err, "a system is a text: JSON, CSV, or a quorum on each line, in UTF-8"}
	case errors.As(err, new(*files.TooLargeError)):
		return hinted{err, "a family is named without its list: `coterie families` has them"}
	case errors.As(err, &path) && errors.As(err, &source): // a folder: its name is said once
		return hinted{fmt.Errorf("%s: %w", show.Path(source.Source), path.Err), "want a file that holds a system"}
	case errors.As(err, &path):
		return withPathHint(fmt.Errorf("%s %s: %w", path.Op, show.Path(path.Path), path.Err), path.Path)
	case errors.As(err, &source) && errors.As(err, &list):
		return hinted{err, listHint(source.Source, list)}
	case errors.As(err, &form):
		return withFormHint(spec, form, err)
	}
	return err
}

// listHint says what a list of quorums looks like where one is wrong.
func listHint(source string, e *listing.Error) string {
	switch {
	case e.Field != "":
		return "CSV is read as --format csv writes it"
	case strings.HasPrefix(e.Reason, "node 0 "):
		return "nodes count from 1: add 1 to each"
	case strings.HasPrefix(e.Reason, "'[' "):
		return `in JSON a system is an object: {"quorums":[[1,2],[1,3],[2,3]]}`
	}
	if source == "standard input" { // where another verb may have written its text
		return "one quorum a line: 1 2 3; what a verb prints is read after --format json or --format csv"
	}
	return "one quorum a line: 1 2 3"
}

// withFormHint says what JSON should hold.
func withFormHint(spec string, form *quorum.FormatError, err error) error {
	const object = `{"n":3,"quorums":[[1,2],[1,3],[2,3]]}`
	path := strings.TrimPrefix(spec, "@")
	switch key := unknownKey.FindStringSubmatch(form.Problem); {
	case strings.HasSuffix(path, ".json") && !beginsWithBrace(path):
		return hinted{fmt.Errorf("%s: no JSON object", show.Path(path)), "in JSON a system is an object, as in " + object + "; a list of quorums stands in a .txt file"}
	case strings.HasPrefix(form.Problem, "quorums: ") && strings.HasSuffix(form.Problem, "expected a whole number"):
		return hinted{err, "in JSON the nodes of a quorum are numbers from 1, and their names stand under the key names; a list has a quorum of names on each line"}
	case strings.HasSuffix(form.Problem, "expected a whole number"):
		return hinted{err, "as in " + object}
	case strings.Contains(form.Problem, ": 0 is not in 1.."):
		return hinted{err, "nodes count from 1: add 1 to each"}
	case strings.Contains(form.Problem, "unexpected end"):
		return hinted{err, "the file is cut off: a bracket, a brace or more is missing at its end"}
	case key == nil:
		return err
	case key[1] == "search":
		return hinted{err, "this is the answer of a search: its system stands under the key system, and --system FILE writes it alone"}
	case key[1] == "index":
		return hinted{err, "this is a listing of enumerate, an object on each line, with the system under the key system: `sed -n 17p FILE | jq -c .system` takes out the 17th"}
	case meant(key[1], fileKeys) != "":
		return hinted{err, strings.TrimSpace(meant(key[1], fileKeys))}
	}
	return err
}

// beginsWithBrace reports whether a file may hold an object.
func beginsWithBrace(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return true // what was a stream is gone
	}
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 1<<12))
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(listing.ByteOrderMark)), " \t\r\n")
	return err != nil || len(text) == 0 || text[0] == '{'
}

// withPathHint says why there is no file at a path.
func withPathHint(err error, path string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folder := filepath.Dir(path)
	if _, missing := os.Stat(folder); missing != nil {
		return hinted{err, "there is no folder " + show.Path(folder)}
	}
	if here, unknown := os.Getwd(); unknown == nil && !filepath.IsAbs(path) {
		return hinted{err, "paths are taken from " + show.Path(here)}
	}
	return err
}

// unread says which flag names a file that cannot be read; the cause of a run that ends stays as it
// is.
func unread(flag, path string, err error) error {
	var wrong *fs.PathError
	switch {
	case errors.As(err, &wrong):
		return withPathHint(fmt.Errorf("--%s %s: %w", flag, show.Path(path), wrong.Err), path)
	case errors.As(err, new(*files.BinaryError)), errors.As(err, new(*files.TooLargeError)):
		return fmt.Errorf("--%s %s: %w", flag, show.Path(path), err)
	}
	return err
}

// nearest is the name that may be meant by a misspelt word; "" where none is near.
func nearest(word string, names []string) string {
	if len(word) > longestName {
		return ""
	}
	// The library that finds the nearest verb finds the nearest of any words.
	all := &cobra.Command{SuggestionsMinimumDistance: 2}
	for _, name := range names {
		all.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
	}
	if near := all.SuggestionsFor(word); len(near) > 0 && word != "" {
		return near[0]
	}
	return ""
}

// longestName bounds the words that a name may have been meant by: the work is their length times
// that of the names.
const longestName = 64

// meant asks whether the nearest of names was meant, with a space behind the question; it is empty
// where none is near.
func meant[S ~string](word string, names []S) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = string(name)
	}
	if near := nearest(word, texts); near != "" {
		return fmt.Sprintf("did you mean %q? ", near)
	}
	return ""
}
