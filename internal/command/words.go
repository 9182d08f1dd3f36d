package command

import (
	"io"

	"golang.org/x/term"

	"coterie/internal/words/report"
	"coterie/internal/words/show"
)

// The widths of text: the width without a terminal, and the least width that is respected.
const (
	defaultWidth = 80
	leastWidth   = 40
)

// textWidth returns the greatest number of columns of a line of text: that of the terminal, or 80
// if the text goes elsewhere.
func (a *App) textWidth() int {
	f, isFile := fileOf(a.out)
	if !isFile || a.Output != "" && a.Output != "-" || !term.IsTerminal(int(f.Fd())) {
		return defaultWidth
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultWidth
	}
	return max(width, leastWidth)
}

// Folded returns write with its output folded to the width of the page.
func (a *App) Folded(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		text := &show.Folded{Out: w, Width: a.textWidth()}
		if err := write(text); err != nil {
			return err
		}
		return text.Flush()
	}
}

// These names shorten those of package report, which every verb uses.

func printable(name string) string { return report.Printable(name) }

func yesNo(yes bool) string { return report.YesNo(yes) }
