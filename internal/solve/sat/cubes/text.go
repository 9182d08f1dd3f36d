package cubes

import (
	"bufio"
	"io"
	"strconv"
)

// refutedLine is the comment before a leaf that unit propagation refutes.
const refutedLine = "c refuted by unit propagation"

// WriteTo writes the leaves as lines of the iCNF format. It implements [io.WriterTo]; the error is
// that of w. Equal trees give equal bytes.
func (t Tree) WriteTo(w io.Writer) (int64, error) {
	b := bufio.NewWriter(w)
	written := int64(0)
	var line []byte
	for cube, refuted := range t.All() {
		line = line[:0]
		if refuted {
			line = append(line, refutedLine+"\n"...)
		}
		line = append(line, 'a')
		for _, literal := range cube {
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
