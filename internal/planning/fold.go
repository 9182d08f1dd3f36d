package planning

import (
	"bytes"
	"io"
	"strings"

	"coterie/internal/show"
)

// folded is text whose lines go on in the next where they are wider than width, a little further to
// the right, or below what a row of figures or of weights has in its second column.
type folded struct {
	out   io.Writer
	width int
	text  bytes.Buffer
}

func (f *folded) Write(p []byte) (int, error) { return f.text.Write(p) }

// Flush writes the lines.
func (f *folded) Flush() error {
	var out strings.Builder
	for line := range strings.Lines(f.text.String()) {
		fold(&out, strings.TrimRight(line, " \n"), f.width)
	}
	_, err := io.WriteString(f.out, out.String())
	return err
}

func fold(out *strings.Builder, line string, width int) {
	body := strings.TrimLeft(line, " ")
	indent := len(line) - len(body)
	hang := indent + 2
	if indent > 0 { // behind the gap of two spaces that ends the first column
		if i := strings.Index(body, "  "); i >= 0 && indent+i < 20 {
			hang = len(line) - len(strings.TrimLeft(body[i:], " "))
		}
	}
	for show.Width(line) > width {
		at := -1 // the last space that leaves something on the line
		for i, r := range line {
			if show.Width(line[:i]) > width {
				break
			}
			if r == ' ' && strings.TrimSpace(line[:i]) != "" && i > hang {
				at = i
			}
		}
		if at < 0 {
			break
		}
		out.WriteString(strings.TrimRight(line[:at], " ") + "\n")
		line = strings.Repeat(" ", hang) + strings.TrimLeft(line[at:], " ")
	}
	out.WriteString(line + "\n")
}
