package cubes

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// refutedLine is the comment before a leaf that unit propagation refutes.
const refutedLine = "c refuted by unit propagation"

// WriteTo writes the leaves as lines of the iCNF format. It implements [io.WriterTo]; the error is
// that of w. Equal trees give equal bytes.
func (t *Tree) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriter(w)
	written := int64(0)
	var line []byte
	for _, leaf := range t.All() {
		line = line[:0]
		if leaf.Refuted {
			line = append(line, refutedLine+"\n"...)
		}
		line = append(line, 'a')
		for _, literal := range leaf.Cube {
			line = strconv.AppendInt(append(line, ' '), int64(literal), 10)
		}
		line = append(line, " 0\n"...)
		n, err := b.Write(line)
		if written += int64(n); err != nil {
			return written, err
		}
	}
	return written, b.Flush()
}

// FormError reports a text that is no list of cubes.
type FormError struct {
	Line    int // counted from 1
	Problem string
}

func (e *FormError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

// Read reads what WriteTo wrote: lines of cubes, and comments. The error is a *FormError, a
// *CoverError if the cubes are not the leaves of a tree of decisions in order, or that of r.
func Read(r io.Reader) (*Tree, error) {
	lines := bufio.NewReader(r)
	var failed error
	t, err := FromLeaves(func(yield func(Leaf) bool) {
		refuted := false
		for number := 1; ; number++ {
			text, err := lines.ReadString('\n')
			if err != nil && !errors.Is(err, io.EOF) {
				failed = err
				return
			}
			text = strings.TrimRight(text, "\r\n")
			switch {
			case text == refutedLine:
				refuted = true
			case text == "" || strings.HasPrefix(text, "c"):
			default:
				cube, problem := parse(text)
				if problem != "" {
					failed = &FormError{number, problem}
					return
				}
				if !yield(Leaf{cube, refuted}) {
					return
				}
				refuted = false
			}
			if err != nil {
				return
			}
		}
	})
	if failed != nil {
		return nil, failed
	}
	return t, err
}

// parse reads the line of a cube.
func parse(text string) (cube []int, problem string) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != "a" || words[len(words)-1] != "0" {
		return nil, "the line of a cube is \"a LITERALS 0\""
	}
	for _, word := range words[1 : len(words)-1] {
		literal, err := strconv.ParseInt(word, 10, 32)
		if err != nil || literal == 0 {
			return nil, fmt.Sprintf("%q is no literal", word)
		}
		cube = append(cube, int(literal))
	}
	return cube, ""
}
