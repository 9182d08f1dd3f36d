package construct

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// parsed returns the instance of a spec that is known to be legal.
func parsed(t testing.TB, spec string) *Instance {
	t.Helper()
	return assert.Got(Parse(t.Context(), spec))(t, "Parse(%q)", spec)
}

// built returns the system of a spec that is known to be legal.
func built(t testing.TB, spec string) quorum.Structure {
	t.Helper()
	return assert.Got(parsed(t, spec).Build(t.Context(), 0))(t, "%s", spec)
}
