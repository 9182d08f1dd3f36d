package show

import (
	"bytes"
	"cmp"
	"io"
	"strings"
)

// Fold breaks the lines of a text that are wider than width at spaces. The rest of a line is
// indented by two more columns or, in a row of figures or words, to the second column of the row. A
// word that is too long stays whole.
func Fold(text string, width int) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		fold(&out, strings.TrimRight(line, " \n"), width)
	}
	return out.String()
}

// Fill wraps the words of a paragraph into lines of at most width columns. A wider word stays
// whole.
func Fill(paragraph string, width int) string {
	var out strings.Builder
	for _, line := range Wrap(paragraph, width, Width) {
		out.WriteString(line + "\n")
	}
	return out.String()
}

// Wrap breaks a text between words into lines, none of which is wider than width if wide measures
// it. A wider word stays whole.
func Wrap[T cmp.Ordered](text string, width T, wide func(string) T) []string {
	var lines []string
	for word := range strings.FieldsSeq(text) {
		if n := len(lines); n > 0 && wide(lines[n-1]+" "+word) <= width {
			lines[n-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Folded is Fold as a writer.
type Folded struct {
	Out   io.Writer
	Width int
	text  bytes.Buffer
}

// Write implements io.Writer. Out gets nothing before Flush.
func (f *Folded) Write(p []byte) (int, error) { return f.text.Write(p) }

// Flush writes the folded text to Out.
func (f *Folded) Flush() error {
	_, err := io.WriteString(f.Out, Fold(f.text.String(), f.Width))
	return err
}

// mostFirst is the greatest width of the first column of a row.
const mostFirst = 24

func fold(out *strings.Builder, line string, width int) {
	body := strings.TrimLeft(line, " ")
	indent := len(line) - len(body)
	hang := indent + 2
	// The rest is indented to the column after the gap of two spaces.
	if i := strings.Index(body, "  "); i >= 0 && indent+i < mostFirst {
		hang = len(line) - len(strings.TrimLeft(body[i:], " "))
	}
	for Width(line) > width {
		at := -1 // the last space with a word before it
		for i, r := range line {
			if Width(line[:i]) > width {
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
