package command

import "coterie/internal/machine/par"

// Progress returns a function that shows progress to a person who watches standard error, and one
// that removes it from the screen at the end. If nobody does, told is nil.
func (a *App) Progress() (told func(stage string, done, total int), end func()) {
	if a.quiet || a.Watch == nil {
		return nil, func() {}
	}
	return a.Watch(a.err.(*stream).w)
}

// sayer returns a function that prints a line beside the progress. Before each line, hide removes
// the progress until there is more of it.
func (a *App) sayer(hide func()) func(line string) {
	return func(line string) {
		hide()
		a.Notef("%s", line)
	}
}

// spin shows a label and the time that has passed. The returned function ends it.
func (a *App) spin(what string) (done func()) {
	told, done := a.Progress()
	par.Progress(told).Tell(what, 0, 0)
	return done
}
