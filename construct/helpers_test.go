package construct

import (
	"testing"

	"coterie/quorum"
)

func mustPanic(t *testing.T, what string, f func()) {
	t.Helper()
	defer func() {
		if recover() == nil {
			t.Errorf("%s: no panic", what)
		}
	}()
	f()
}

// parsed returns the instance of a spec that is known to be legal.
func parsed(t testing.TB, spec string) *Instance {
	t.Helper()
	i, err := Parse(t.Context(), spec)
	if err != nil {
		t.Fatalf("Parse(%q): %v", spec, err)
	}
	return i
}

// built returns the system of a spec that is known to be legal.
func built(t testing.TB, spec string) quorum.Structure {
	t.Helper()
	s, err := parsed(t, spec).Build(t.Context(), BuildOptions{})
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return s
}
