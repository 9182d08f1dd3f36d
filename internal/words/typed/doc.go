// Package typed reads the numbers, shares and nodes that people type as values of flags, and
// explains errors in the files that they name. Each reader is given the name of the flag, and its
// errors name the flag and quote the typed text. An error that knows a correct value is a [Hinted].
// Numbers are exact, as written.
package typed

// Hinted is an error with a hint at a correct input.
type Hinted struct {
	error
	hint string
}

// Hint returns the hint.
func (e Hinted) Hint() string { return e.hint }

func (e Hinted) Unwrap() error { return e.error }

// Hint adds a hint to an error.
func Hint(err error, hint string) error { return Hinted{err, hint} }
