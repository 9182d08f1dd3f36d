package yamlfile

import (
	"fmt"

	"go.yaml.in/yaml/v3"
)

// Reader reads one file. Its first error stays; what is read after it is not used.
type Reader struct {
	// What is what a file is to be, Most the most bytes of one, and Example what it has at least.
	What    string
	Most    int
	Example string
	Err     *Flaw
}

// Flaw is what is wrong with a file.
type Flaw struct {
	Line    int // 1-based; 0 where it is about the whole file
	Problem string
	Advice  string // what would be right; may be empty
}

// Fail notes an error at a node of the file, unless there is one.
func (p *Reader) Fail(at *yaml.Node, advice, format string, args ...any) {
	if p.Err == nil {
		p.Err = &Flaw{at.Line, fmt.Sprintf(format, args...), advice}
	}
}
