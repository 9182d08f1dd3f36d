package simulation

import (
	"fmt"
	"io"
	"strings"

	"coterie/internal/words/report"
	"coterie/internal/words/show"
	"coterie/mutex"
)

// labelWidth is the width of the labels of lines, with the spaces before and after them.
const labelWidth = 15

// Together is a space at which no line is broken.
const Together = "\u00a0"

// Page collects the lines of a text for reading, none of them wider than its width unless a word
// is.
type Page struct {
	text  strings.Builder
	width int
}

// NewPage returns an empty page.
func NewPage(width int) *Page { return &Page{width: width} }

// WriteTo writes the collected lines.
func (p *Page) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, p.text.String())
	return int64(n), err
}

// Head writes the first line: the algorithm, the system, whose name is cut if it is too long, and
// the tail.
func (p *Page) Head(algorithm, system, tail string) {
	head := algorithm + " over "
	fmt.Fprintln(&p.text, head+show.Cut(report.Printable(system), p.width-show.Width(head+tail))+tail)
}

// Line writes a line of words, and continues below if it is full.
func (p *Page) Line(label, format string, args ...any) {
	p.indented("  "+label+strings.Repeat(" ", max(1, labelWidth-2-show.Width(label))), fmt.Sprintf(format, args...))
}

// Reading writes the reading of an algorithm whose text can be read in several ways.
func (p *Page) Reading(r mutex.Reading) {
	if words := r.Says(); words != "" {
		p.Line("reading", "%s", words)
	}
}

// Flaw writes the step that the algorithm leaves out on purpose, if there is one.
func (p *Page) Flaw(name string) {
	if flaw, ok := mutex.FindFlaw(name); ok {
		p.Line("flaw", "%s: %s", flaw.Name, flaw.Text)
	}
}

// indented writes words beside a head, and continues below them if a line is full.
func (p *Page) indented(head, words string) {
	line, room, begun := head, show.Width(head), false
	for word := range strings.SplitSeq(words, " ") {
		word = strings.ReplaceAll(word, Together, " ")
		if begun && room+1+show.Width(word) > p.width {
			p.text.WriteString(line + "\n")
			room = show.Width(head)
			line, begun = strings.Repeat(" ", room), false
		}
		if begun {
			line, room = line+" ", room+1
		}
		line, room, begun = line+word, room+show.Width(word), true
	}
	p.text.WriteString(line + "\n")
}

// mostSteps is the greatest number of written steps of a short run.
const mostSteps = 60

// Told writes a run step by step, and who waits for whom at its end. how describes the kind of run,
// as in "of which no step can be left out"; it may be "".
func (p *Page) Told(w *Witness, how, what string) {
	if how != "" {
		how = ", " + how
	}
	if len(w.Steps) > 0 {
		p.indented("", fmt.Sprintf("A run of %s%s, %s:", show.Count(len(w.Steps), "step"), how, what))
	}
	for i, step := range w.Steps[:min(mostSteps, len(w.Steps))] {
		p.indented(fmt.Sprintf("%3d  ", i+1), step)
	}
	if more := len(w.Steps) - mostSteps; more > 0 {
		fmt.Fprintf(&p.text, "     and %d more\n", more)
	}
	if len(w.Waits) > 0 {
		p.text.WriteString("At the end:\n")
	}
	for _, line := range w.Waits {
		p.indented("  ", line)
	}
}
