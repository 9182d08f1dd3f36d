package assert

import "testing"

// Long skips the test under -short: it takes over a quarter of a second of CPU, and the inner loop
// of editing does without it. The reason says why the test takes long.
func Long(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip(reason)
	}
}

// Slow skips the test unless the program is built with -tags slow, as the whole check builds it: it
// takes seconds. The reason says why.
func Slow(t testing.TB, reason string) {
	t.Helper()
	if !WithSlow {
		t.Skip(reason)
	}
}

// Sized returns the small size of a test, or with -tags slow the whole one.
func Sized[T any](small, whole T) T {
	if WithSlow {
		return whole
	}
	return small
}
