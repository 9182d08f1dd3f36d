package systems

import (
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// Built returns the system of a spec.
func Built(t testing.TB, spec string) quorum.Structure {
	t.Helper()
	i := assert.Got(construct.Parse(t.Context(), spec))(t)
	return assert.Got(i.Build(t.Context(), 0))(t)
}

// Family returns the quorums of the ordinary system of a spec.
func Family(t testing.TB, spec string) quorum.Family {
	t.Helper()
	return Built(t, spec).(*quorum.System).Family()
}

// Cartels returns the quorums of the system of a spec, or its cartels.
func Cartels(t testing.TB, spec string) []quorum.Family {
	t.Helper()
	switch s := Built(t, spec).(type) {
	case *quorum.System:
		return []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		var cartels []quorum.Family
		for g := range s.Groups() {
			cartels = append(cartels, s.Cartel(g))
		}
		return cartels
	default:
		t.Fatalf("%s is of kind %v", spec, s.Kind())
		return nil
	}
}
