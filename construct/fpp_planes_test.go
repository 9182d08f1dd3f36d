package construct

import (
	"context"
	"errors"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/planes"
	"coterie/quorum"
)

// TestFPPOfOtherPlanes: the quorums are the lines of the plane, all conditions of Maekawa hold, and
// no two of the four planes of order 9 give isomorphic systems, counted apart by invariants in
// package planes.
func TestFPPOfOtherPlanes(t *testing.T) {
	specs := map[string]func(context.Context, int) (*planes.Plane, error){
		"fpp:order=9,plane=hall": planes.NewHall, "fpp:order=9,plane=dual-hall": planes.NewDualHall,
		"fpp:order=9,plane=hughes": planes.NewHughes, "fpp:order=16,plane=hall": planes.NewHall,
		"fpp:order=25,plane=dual-hall": planes.NewDualHall,
	}
	seen := map[string]quorum.Family{"": built(t, "fpp:order=9").(*quorum.System).Family()}
	for spec, make := range specs {
		s, ok := compareShape(t, parsed(t, spec)).(*quorum.System)
		assert.MustTrue(t, ok, "%s: not built", spec)
		wantVerdicts(t, s, maekawa)
		plane := assert.Got(make(t.Context(), parsed(t, spec).plan.largest-1))(t)
		for l, line := range plane.AllLines() {
			if !s.Family().Set(l).Equal(quorum.SetOf(widened(line)...)) {
				t.Fatalf("%s: quorum %d is not line %d of the %s", spec, l, l, plane.Name())
			}
		}
		for other, f := range seen {
			if f.N() == s.N() && f.Equal(s.Family()) {
				t.Errorf("%s and %s are the same", spec, other)
			}
		}
		seen[spec] = s.Family()
	}
}

func widened(line []int32) []int {
	wide := make([]int, len(line))
	for i, v := range line {
		wide[i] = int(v)
	}
	return wide
}

func TestFPPPlaneSpecs(t *testing.T) {
	for spec, want := range map[string]string{
		"fpp:plane=desargues,order=9": "fpp:order=9",
		"fpp:plane=hall,n=91":         "fpp:order=9,plane=hall",
		"fpp:n=3,plane=desargues":     "fpp:order=1",
		"fpp:order=361,plane=hall":    "fpp:order=361,plane=hall",
	} {
		i := parsed(t, spec)
		if i.Spec() != want || parsed(t, want).Spec() != want {
			t.Errorf("%s is %s, want %s", spec, i, want)
		}
	}
	assert.Equal(t, parsed(t, "fpp:order=9").Param("plane"), "desargues", "the default plane")
	for spec, legal := range map[string]string{
		"fpp:order=9,plane=moulton":   "order 9 that is built here: desargues, hall, dual-hall, hughes",
		"fpp:order=4,plane=hall":      "order 4 that is built here: desargues",
		"fpp:order=16,plane=hughes":   "order 16 that is built here: desargues, hall, dual-hall",
		"fpp:order=289,plane=hughes":  "order 289 that is built here: desargues, hall, dual-hall",
		"fpp:order=529,plane=hall":    "order 529 that is built here: desargues",
		"fpp:order=27,plane=hall":     "order 27 that is built here: desargues",
		"fpp:order=1,plane=dual-hall": "order 1 that is built here: desargues",
	} {
		i, err := Parse(t.Context(), spec)
		var e *ParamError
		if i != nil || !errors.As(err, &e) || e.Key != "plane" || !strings.HasSuffix(e.Legal, legal) {
			t.Errorf("%s: %v, %v", spec, i, err)
		}
	}
	assert.As[*NoSystemError](Parse(t.Context(), "fpp:order=6,plane=hall"))(t, "order 6")
	s, err := quorum.As[*quorum.System](FPPOf(9, HallPlane))
	if err != nil || s.Name() != "fpp:order=9,plane=hall" {
		t.Errorf("%v, %v", s, err)
	}
	if s, err := quorum.As[*quorum.System](FPPOf(8, HallPlane)); err == nil {
		t.Errorf("order 8: %v", s)
	}
}

// TestFPPPlanesExist compares the planes that the family says exist with those that package planes
// builds.
func TestFPPPlanesExist(t *testing.T) {
	assert.Long(t, "nothing for the race detector")
	for plane, make := range map[FPPlane]func(context.Context, int) (*planes.Plane, error){
		HallPlane: planes.NewHall, DualHallPlane: planes.NewDualHall, HughesPlane: planes.NewHughes,
	} {
		for _, order := range []int{1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 25, 27, 49, 64, 81, 512} {
			_, none := makerOf(order, plane)
			if _, err := make(t.Context(), order); (err == nil) != (none == nil) {
				t.Errorf("%s of order %d: %v, %v", plane, order, none, err)
			}
		}
	}
}
