package typed

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

	"coterie/construct"
	"coterie/internal/machine/files"
	"coterie/internal/words/listing"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// fileKeys lists the keys of the file format.
var fileKeys = []string{"format", "kind", "name", "n", "k", "names", "quorums", "sites", "cartels", "roles", "processes", "resources", "alpha", "families", "group"}

var unknownKey = regexp.MustCompile(`unknown key "([^"]*)"$`)

// WithFileHint adds to the error of a file that holds no system a hint on what the file should
// hold, or the key that a misspelt one means.
func WithFileHint(spec string, err error) error {
	var form *quorum.FormatError
	var source *construct.SourceError
	var path *fs.PathError
	var text *files.TextError
	switch {
	case errors.As(err, &text) && text.TooLong:
		return Hinted{err, "a family is named without its list: `coterie families` has them"}
	case errors.As(err, &text):
		return Hinted{err, "a system is a text: JSON, CSV, or a quorum on each line, in UTF-8"}
	case errors.As(err, &path) && errors.As(err, &source): // a folder: its name is said once
		return Hinted{fmt.Errorf("%s: %w", show.Path(source.Source), path.Err), "want a file that holds a system"}
	case errors.As(err, &path):
		return WithPathHint(fmt.Errorf("%s %s: %w", path.Op, show.Path(path.Path), path.Err), path.Path)
	case !errors.As(err, &form) || form.Line == 0:
		return err
	case errors.As(err, &source) && form.Advice != "": // a list
		return Hinted{err, listHint(source.Source, form)}
	}
	return withFormHint(spec, form, err)
}

// listHint describes the form of a list of quorums to a user whose list is wrong.
func listHint(source string, e *quorum.FormatError) string {
	switch {
	case e.Field != "":
		return "CSV is read as --format csv writes it"
	case strings.HasPrefix(e.Problem, "node 0 "):
		return "nodes count from 1: add 1 to each"
	case strings.HasPrefix(e.Problem, "'[' "):
		return `in JSON a system is an object: {"quorums":[[1,2],[1,3],[2,3]]}`
	}
	if source == "standard input" { // another verb may have written its text there
		return "one quorum a line: 1 2 3; what a verb prints is read after --format json or --format csv"
	}
	return "one quorum a line: 1 2 3"
}

// withFormHint adds to an error a hint on the form of the JSON.
func withFormHint(spec string, form *quorum.FormatError, err error) error {
	const object = `{"n":3,"quorums":[[1,2],[1,3],[2,3]]}`
	path := strings.TrimPrefix(spec, "@")
	key := unknownKey.FindStringSubmatch(form.Problem)
	switch {
	case strings.HasSuffix(path, ".json") && !beginsWithBrace(path):
		return Hinted{fmt.Errorf("%s: no JSON object", show.Path(path)), "in JSON a system is an object, as in " + object + "; a list of quorums stands in a .txt file"}
	case strings.HasPrefix(form.Problem, "quorums: ") && strings.HasSuffix(form.Problem, "expected a whole number"):
		return Hinted{err, "in JSON the nodes of a quorum are numbers from 1, and their names stand under the key names; a list has a quorum of names on each line"}
	case strings.HasSuffix(form.Problem, "expected a whole number"):
		return Hinted{err, "as in " + object}
	case strings.Contains(form.Problem, ": 0 is not in 1.."):
		return Hinted{err, "nodes count from 1: add 1 to each"}
	case strings.Contains(form.Problem, "no process may use resource"):
		return Hinted{err, "give it to a process, or leave it out and number the others from 1 without a gap"}
	case strings.Contains(form.Problem, "unexpected end"):
		return Hinted{err, "the file is cut off: a bracket, a brace or more is missing at its end"}
	case key == nil:
		return err
	case key[1] == "search":
		return Hinted{err, "this is the answer of a search: its system stands under the key system, and --system FILE writes it alone"}
	case key[1] == "index":
		return Hinted{err, "this is a listing of enumerate, an object on each line, with the system under the key system: `sed -n 17p FILE | jq -c .system` takes out the 17th"}
	}
	return Hint(err, strings.TrimSpace(show.Meant(key[1], fileKeys)))
}

// beginsWithBrace reports whether a file may hold an object, or an array of objects: a network.
func beginsWithBrace(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return true // a stream has been read and is gone
	}
	f, err := os.Open(path)
	if err != nil {
		return true
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, 1<<12))
	text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte(listing.ByteOrderMark)), " \t\r\n")
	return err != nil || len(text) == 0 || text[0] == '{' || text[0] == '[' && bytes.HasPrefix(bytes.TrimLeft(text[1:], " \t\r\n"), []byte("{"))
}

// WithPathHint adds to the error of a missing file a hint on the place where the file was sought.
func WithPathHint(err error, path string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	folder := filepath.Dir(path)
	if _, missing := os.Stat(folder); missing != nil {
		return Hinted{err, "there is no folder " + show.Path(folder)}
	}
	if here, unknown := os.Getwd(); unknown == nil && !filepath.IsAbs(path) {
		return Hinted{err, "paths are taken from " + show.Path(here)}
	}
	return err
}

// Unread adds to the error of a file that cannot be read the flag that names the file. The cause of
// a context that ended is returned unchanged.
func Unread(flag, path string, err error) error {
	var wrong *fs.PathError
	switch {
	case errors.As(err, &wrong):
		return WithPathHint(fmt.Errorf("--%s %s: %w", flag, show.Path(path), wrong.Err), path)
	case errors.As(err, new(*files.TextError)):
		return fmt.Errorf("--%s %s: %w", flag, show.Path(path), err)
	}
	return err
}
