package main

import (
	"io"

	"golang.org/x/term"

	"coterie/internal/words/report"
	"coterie/internal/words/show"
)

// The widths of text: what it has where there is no terminal, and the least that is minded.
const (
	defaultWidth = 80
	leastWidth   = 40
)

// textWidth returns how many columns a line of text may have: those of the terminal that it goes
// to, or 80.
func (a *app) textWidth() int {
	f, isFile := fileOf(a.out)
	if !isFile || a.output != "" && a.output != "-" || !term.IsTerminal(int(f.Fd())) {
		return defaultWidth
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil || width <= 0 {
		return defaultWidth
	}
	return max(width, leastWidth)
}

// folded folds what write writes to the width of the page.
func (a *app) folded(write func(io.Writer) error) func(io.Writer) error {
	return func(w io.Writer) error {
		text := &show.Folded{Out: w, Width: a.textWidth()}
		if err := write(text); err != nil {
			return err
		}
		return text.Flush()
	}
}

// The words of package report, which every verb uses.

func count(n int, noun string) string { return report.Count(n, noun) }

func printable(name string) string { return report.Printable(name) }

func yesNo(yes bool) string { return report.YesNo(yes) }
