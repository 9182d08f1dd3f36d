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

// progress returns what is told how far the work is (nil without a terminal), and what takes it off
// the screen in the end.
func (a *app) progress() (told func(stage string, done, total int), end func()) {
	f := a.watched()
	if f == nil {
		return nil, func() {}
	}
	return progress.Show(f)
}

// sayer returns what says a line beside the progress that is shown; hide takes that off the screen
// until there is more of it.
func (a *app) sayer(hide func()) func(line string) {
	return func(line string) {
		hide()
		a.notef("%s", line)
	}
}

// spin shows what is being done and for how long; the returned function ends it.
func (a *app) spin(what string) (done func()) {
	told, done := a.progress()
	par.Progress(told).Tell(what, 0, 0)
	return done
}
