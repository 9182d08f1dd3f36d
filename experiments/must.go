package experiments

// failure is an error on its way out of a row, a declaration or the verification of a certificate.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// Must returns v. An error ends the row, the declaration or the verification that called Must, and
// becomes its error. So a computation reads from top to bottom and need not pass errors on.
// Elsewhere Must panics in the ordinary way, also on a goroutine that a study starts itself.
func Must[T any](v T, err error) T {
	Ensure(err)
	return v
}

// Must2 is [Must] of two values.
func Must2[S, T any](v S, w T, err error) (S, T) {
	Ensure(err)
	return v, w
}

// Ensure is [Must] of no value.
func Ensure(err error) {
	if err != nil {
		panic(failure{err})
	}
}

// caught, when deferred, turns the error of a [Must] into the error of the function. Any other
// panic goes on.
func caught(err *error) {
	switch p := recover().(type) {
	case nil:
	case failure:
		*err = p.error
	default:
		panic(p)
	}
}
