//go:build slow

package maekawa

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/search"
)

// TestSlowForty: two orbits of 20 nodes meet the lower bound where no cover of Z_40 does.
func TestSlowForty(t *testing.T) {
	r, err := Least(t.Context(), 40, Options{})
	if k, _ := r.Value.Int(); err != nil || !r.Optimal || k != 7 {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = Pair(t.Context(), 40, 7, 7, Options{Symmetry: Translates()})
	if err != nil || r.Verdict != search.ProvenAbsent || len(r.Notes) == 0 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestSlowOrbits: of 38 nodes a formula says that there are no symmetric systems, and a note that
// this bounds no others; of 29 and 41 there are none at all.
func TestSlowOrbits(t *testing.T) {
	for _, q := range [][3]int{{29, 6, 5}, {38, 7, 7}, {41, 7, 7}} {
		r, err := Pair(t.Context(), q[0], q[1], q[1], Options{Symmetry: Orbits(q[2])})
		if err != nil || r.Verdict != search.ProvenAbsent || (len(r.Notes) > 0) != (q[0] == 38) {
			t.Errorf("%v: %+v, %v", q, r, err)
		}
	}
}

// TestSlowMethodsAgree: SAT and the exhaustive search agree for every pair of limits of 8 and 9
// nodes with K = R, and the arguments with both.
func TestSlowMethodsAgree(t *testing.T) {
	for n := 8; n <= 9; n++ {
		for k := 1; k <= n; k++ {
			for kind := range 4 {
				opts := Options{Exact: kind&1 > 0, Unique: kind&2 > 0}
				var verdicts []search.Verdict
				for _, method := range []search.Method{"auto", "sat", "exhaustive"} {
					opts.Method = method
					r := assert.Got(Pair(t.Context(), n, k, k, opts))(t)
					verdicts = append(verdicts, r.Verdict)
				}
				if verdicts[0] != verdicts[1] || verdicts[0] != verdicts[2] || verdicts[0] == search.Unknown {
					t.Errorf("n = %d, %+v: auto, sat, exhaustive say %v", n, opts, verdicts)
				}
			}
		}
	}
}

func TestSlowBrokenAndUnbroken(t *testing.T) {
	questions, absent := brokenAndUnbroken(t, 7)
	t.Logf("%d questions, %d without a model: the same verdicts", questions, absent)
}

// TestSlowNearPlanes is TestNearPlanes with more nodes.
func TestSlowNearPlanes(t *testing.T) {
	nearPlanes(t, map[int]nearPlane{
		30: {7, "no model of: 30 sets of 6 of 30 nodes"}, 41: {8, "excess graphs of cycles"}, 55: {9, "excess graphs of cycles"},
	})
}
