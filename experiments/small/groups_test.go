package small

import (
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestSmallGroupSystems counts the antichains (Dedekind's numbers less two: the empty family and
// the one of the empty set) and compares degree and responsibility with package quorum.
func TestSmallGroupSystems(t *testing.T) {
	for n, want := range []int{0, 1, 4, 18, 166} {
		assert.Equal(t, len(Antichains(n)), want, "antichains on %d nodes", n)
	}
	for _, m := range []int{2, 3} {
		systems := 0
		for g := range GroupSystems(3, m) {
			systems++
			system := assert.Got(g.System(3))(t)
			assert.MustEqual(t, quorum.JudgeCrossIntersection(t.Context(), system, quorum.Options{}).Holds, quorum.Holds, "%v", g)
			responsibility := 0
			for _, r := range system.Responsibilities() {
				responsibility = max(responsibility, r)
			}
			assert.MustEqual(t, responsibility, g.Responsibility(), "%v: responsibility %d, want", g, g.Responsibility())
			least := 0
			for c, f := range system.Cartels() {
				d := 0
				for quorum.JudgeKIntersection(t.Context(), d+1, f).Holds == quorum.Fails {
					d++
				}
				if d++; c == 0 || d < least {
					least = d
				}
			}
			assert.MustEqual(t, g.Degree(), least, "%v: degree", g)
		}
		t.Logf("%d systems of %d groups on 3 nodes", systems, m)
		if systems < 50 {
			t.Errorf("only %d systems of %d groups", systems, m)
		}
	}
}
