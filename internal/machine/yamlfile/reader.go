package yamlfile

import (
	"fmt"

	"coterie/internal/words/show"
	"coterie/quorum"

	"go.yaml.in/yaml/v3"
)

// Reader reads one file, up to its first error. An optional value that is absent is read from a nil
// node, for which each method returns its default.
type Reader struct {
	// What names the expected kind of file, Most is the greatest number of its bytes, and Example
	// is a minimal file.
	What    string
	Most    int
	Example string
}

// Read calls take with the tree of a file, and returns the first error, or nil. Its line is 0 if it
// is about the whole file.
func (p *Reader) Read(data []byte, take func(root *yaml.Node)) (flaw *quorum.FormatError) {
	defer func() {
		if wrong := recover(); wrong != nil {
			var ok bool
			if flaw, ok = wrong.(*quorum.FormatError); !ok {
				panic(wrong)
			}
		}
	}()
	take(p.parse(data))
	return nil
}

// ReadFile is Read for a file with a name. The error is a *quorum.InputError that names the file
// and the line.
func (p *Reader) ReadFile(data []byte, name string, take func(root *yaml.Node)) error {
	flaw := p.Read(data, take)
	if flaw == nil {
		return nil
	}
	place := show.Path(name)
	if flaw.Line > 0 { // else it is about the whole file
		place += fmt.Sprintf(":%d", flaw.Line)
	}
	return quorum.Bad(place, flaw.Problem, flaw.Advice)
}

// Fail ends Read with an error at a node of the file.
func (p *Reader) Fail(at *yaml.Node, advice, format string, args ...any) {
	panic(&quorum.FormatError{Line: at.Line, Problem: fmt.Sprintf(format, args...), Advice: advice})
}
