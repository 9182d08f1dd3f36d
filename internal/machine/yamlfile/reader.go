package yamlfile

import (
	"fmt"

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

// Flaw is what is wrong with a file.
type Flaw struct {
	Line    int // 1-based; 0 where it is about the whole file
	Problem string
	Advice  string // what would be right; may be empty
}

// Read calls take with the tree of a file, and returns what is wrong with it; nil where nothing is.
func (p *Reader) Read(data []byte, take func(root *yaml.Node)) (flaw *Flaw) {
	defer func() {
		if wrong := recover(); wrong != nil {
			var ok bool
			if flaw, ok = wrong.(*Flaw); !ok {
				panic(wrong)
			}
		}
	}()
	take(p.parse(data))
	return nil
}

// Fail ends Read with what is wrong at a node of the file.
func (p *Reader) Fail(at *yaml.Node, advice, format string, args ...any) {
	panic(&Flaw{at.Line, fmt.Sprintf(format, args...), advice})
}
