package main

import (
	"os"

	"golang.org/x/term"

	"coterie/internal/machine/par"
	"coterie/internal/machine/progress"
)

// watched returns standard error if a person is watching it, and nil otherwise.
func (a *app) watched() *os.File {
	f, ok := fileOf(a.err)
	if !ok || a.quiet || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// progress returns a function that shows progress, and one that removes it from the screen at the
// end. Without a terminal told is nil.
func (a *app) progress() (told func(stage string, done, total int), end func()) {
	f := a.watched()
	if f == nil {
		return nil, func() {}
	}
	return progress.Show(f)
}

// sayer returns a function that prints a line beside the progress. Before each line, hide removes
// the progress until there is more of it.
func (a *app) sayer(hide func()) func(line string) {
	return func(line string) {
		hide()
		a.notef("%s", line)
	}
}

// spin shows a label and the time that has passed. The returned function ends it.
func (a *app) spin(what string) (done func()) {
	told, done := a.progress()
	par.Progress(told).Tell(what, 0, 0)
	return done
}
