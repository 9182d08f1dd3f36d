package yamlfile

import (
	"fmt"

	"coterie/quorum"

	"go.yaml.in/yaml/v3"
)

// Reader reads one file, up to its first error. A value that may be left out is read from a nil
// node: then it is the default that its method names.
type Reader struct {
	// What is what a file is to be, Most the most bytes of one, and Example what it has at least.
	What    string
	Most    int
	Example string
}

// Read calls take with the tree of a file, and returns what is wrong with it; nil where nothing is.
// The line is 0 where that is about the whole file.
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

// Fail ends Read with what is wrong at a node of the file.
func (p *Reader) Fail(at *yaml.Node, advice, format string, args ...any) {
	panic(&quorum.FormatError{Line: at.Line, Problem: fmt.Sprintf(format, args...), Advice: advice})
}
