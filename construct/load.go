package construct

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"coterie/quorum"
)

// Load returns the system that text names, in this order: "-" reads standard input; "@PATH"
// reads the file PATH; "expr:..." is kept for monotone expressions, and refused;
// FAMILY[:KEY=VALUE,...] is parsed and built; a text that ends in .json or holds a path
// separator reads the file of that name. Files are read by quorum.Read.
//
// The instance is nil unless the system came from a family. Errors are those of Parse, of Build
// and of quorum.Read (within a *SourceError), an *UnavailableError for expr:, and an
// *fs.PathError where a file cannot be read. It panics if text is "-" and stdin is nil.
func Load(ctx context.Context, text string, stdin io.Reader, opts BuildOptions) (quorum.Structure, *Instance, error) {
	path, isFile := filePath(text)
	switch {
	case text == "-":
		s, err := readFrom("standard input", stdin)
		return s, nil, err
	case strings.HasPrefix(text, "expr:"):
		return nil, nil, &UnavailableError{"expr:"}
	case isFile:
		s, err := readFile(path)
		return s, nil, err
	}
	i, err := Parse(text)
	if err != nil {
		return nil, nil, err
	}
	s, err := i.Build(ctx, opts)
	if err != nil {
		return nil, i, err
	}
	return s, i, nil
}

// filePath returns the path that a spec names: after an @, or where the text is no family's and
// ends in .json or holds a path separator.
func filePath(text string) (path string, ok bool) {
	if path, ok := strings.CutPrefix(text, "@"); ok {
		return path, true
	}
	name, _, _ := strings.Cut(text, ":")
	if _, isFamily := Lookup(name); isFamily || name == "expr" {
		return "", false
	}
	return text, strings.HasSuffix(text, ".json") || strings.ContainsRune(text, '/') || strings.ContainsRune(text, os.PathSeparator)
}

// SourceError says where a file that could not be understood came from.
type SourceError struct {
	Source string // a path, or "standard input"
	Err    error
}

func (e *SourceError) Error() string { return e.Source + ": " + e.Err.Error() }

// Unwrap returns the error of the reader, a *quorum.FormatError where the form is at fault.
func (e *SourceError) Unwrap() error { return e.Err }

// UnavailableError says that a form of spec is reserved and not available.
type UnavailableError struct{ Form string }

func (e *UnavailableError) Error() string {
	return fmt.Sprintf("specs of the form %s... are reserved for monotone expressions, which this version does not read", e.Form)
}

// Hint says what can be given instead.
func (e *UnavailableError) Hint() string {
	return "give a family (`coterie families`), a JSON file, or - for standard input"
}

func readFile(path string) (quorum.Structure, error) {
	if path == "" {
		return nil, &SourceError{"@", errors.New("the path is missing")}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readFrom(path, f)
}

func readFrom(source string, r io.Reader) (quorum.Structure, error) {
	s, err := quorum.Read(r)
	if err != nil {
		return nil, &SourceError{source, err}
	}
	return s, nil
}
