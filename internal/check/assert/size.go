package assert

import "testing"

// Long skips the test under -short: it takes over half a second of CPU, and the inner loop of
// editing does without it. The reason says what the test takes long for.
func Long(t testing.TB, reason string) {
	t.Helper()
	if testing.Short() {
		t.Skip(reason)
	}
}

// Slow skips the test unless the program is built with -tags slow, as the whole check builds it: it
// takes seconds. The reason says what the test takes them for.
func Slow(t testing.TB, reason string) {
	t.Helper()
	if !slow {
		t.Skip(reason)
	}
}

// Sized is the size of a test: a small one under -short, else the whole.
func Sized(short, whole int) int {
	if testing.Short() {
		return short
	}
	return whole
}
