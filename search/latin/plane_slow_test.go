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

// TestSlowPlaneBySAT finds and refutes what takes more than a moment.
func TestSlowPlaneBySAT(t *testing.T) {
	r, err := Plane(t.Context(), 7, Options{Method: "sat"})
	if err != nil || r.Verdict != search.Found {
		t.Errorf("order 7: %v, %v", r, err)
	}
	for _, count := range []int{3, 4, 5, 6} {
		assert.Equal(t, assert.Got(Mols(t.Context(), 7, count, Options{Method: "sat"}))(t).Verdict, search.Found, "%d squares of order 7", count)
	}
	r, err = Mols(t.Context(), 8, 2, Options{Method: "sat"})
	if err != nil || r.Verdict != search.Found {
		t.Errorf("2 squares of order 8: %v, %v", r, err)
	}
	for _, order := range []int{18, 22} {
		r := assert.Got(Mols(t.Context(), order, 2, Options{}))(t)
		molsJudge(t, r, order, 2, search.Found)
	}
}
