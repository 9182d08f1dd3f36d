//go:build slow

package latin

import (
	"cmp"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/search"
)

// TestSlowPlaneStandardForm: the normal forms also fit the four planes of order 9, and sides
// that are no prime powers.
func TestSlowPlaneStandardForm(t *testing.T) {
	field, err := planes.NewProjective(t.Context(), 9)
	hall, err1 := planes.NewHall(t.Context(), 9)
	dual, err2 := planes.NewDualHall(t.Context(), 9)
	hughes, err3 := planes.NewHughes(t.Context(), 9)
	assert.OK(t, cmp.Or(err, err1, err2, err3))
	planeTestForm(t, field, hall, dual, hughes)
	for _, plane := range []*planes.Plane{field, hall, dual, hughes} {
		testForm(t, planeSquaresOf(t, plane), 1, 2, 3, 8)
	}
	testForm(t, molsSquares(builtMOLS(t, 12)), 1, 2)
	testForm(t, molsSquares(builtMOLS(t, 15)), 1, 2)
}

// TestSlowLatinCyclic: the normal form of symmetric squares, with all squares of side 5.
func TestSlowCyclic(t *testing.T) { testCyclic(t, 5) }

// TestSlowMolsBySAT finds what takes more than a moment: a plane of order 7, which six squares are,
// by a formula, and two squares of a side that is no prime power.
func TestSlowMolsBySAT(t *testing.T) {
	for _, c := range []struct {
		order, count int
		method       search.Method
	}{{7, 6, "sat"}, {8, 2, "sat"}, {18, 2, ""}} {
		r := assert.Got(Mols(t.Context(), c.order, c.count, Options{Method: c.method}))(t)
		molsJudge(t, r, c.order, c.count, search.Found)
	}
}
