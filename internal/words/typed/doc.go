// Package typed reads the numbers, shares and nodes that people type as values of flags, and says
// what is wrong with the files that they name. Each reader is given the name of the flag, and its
// errors name it and quote what was typed; where an error knows what would be right, it is a
// [Hinted]. Numbers are exact, as they are written.
package typed

// Hinted is an error that says what would be right.
type Hinted struct {
	error
	hint string
}

// Hint says what would be right.
func (e Hinted) Hint() string { return e.hint }

func (e Hinted) Unwrap() error { return e.error }

// Hint adds to an error what would be right.
func Hint(err error, hint string) error { return Hinted{err, hint} }
