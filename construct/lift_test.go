package construct

import (
	"slices"
	"strings"
	"testing"

	"coterie/internal/check/assert"
	"coterie/quorum"
)

func TestLift(t *testing.T) {
	for _, spec := range []string{
		"fpp:order=1", "fpp:order=4", "grid:n=9", "grid:n=10", "grid:n=1", "billiard:q=5", "triangle:rows=4", "majority:n=5", "majority:n=2",
		"singleton:n=1", "singleton:n=4", "singleton:n=4,centre=3", "cyclic:order=3", "cyclic:n=1,cover=0", "degenerate-fpp:n=6",
		"wheel:n=6", "wall:rows=2-3", "tree:height=2", "weighted:votes=3-2-2-0-1",
	} {
		inner := built(t, spec).(*quorum.System)
		for m := 2; m <= 4; m++ {
			g := assert.Got(Lift(inner, m))(t)
			i := parsed(t, g.Name())
			compareShape(t, i)
			again := built(t, g.Name()).(*quorum.GroupSystem)
			if g.Groups() != m || again.Groups() != m || i.Spec() != g.Name() || i.N() != inner.N() {
				t.Errorf("%s: %d and %d cartels", g.Name(), g.Groups(), again.Groups())
			}
			for c := range m {
				if !g.Cartel(c).Equal(inner.Family()) || !again.Cartel(c).Equal(inner.Family()) {
					t.Errorf("%s: cartel %d is not the system lifted", g.Name(), c+1)
				}
			}
			for r, v := range g.Responsibilities() {
				assert.Equal(t, v, m*inner.Family().Responsibilities()[r], "%s: responsibility", g.Name())
			}
			if inner.Family().Len() <= 30 {
				compareDegree(t, g.Name())
			}
			report := quorum.Check(t.Context(), g, quorum.Options{})
			for _, p := range quorum.KindGroupSystem.Defining() {
				if v, _ := report.Judged(p); v.Holds != quorum.Holds {
					t.Errorf("%s: %s: %s", g.Name(), p, v.Reason)
				}
			}
		}
	}
}

// TestLiftOfNoCoterie lifts sets that repeat. T_m is not defined for them, and minimality fails.
func TestLiftOfNoCoterie(t *testing.T) {
	wantVerdicts(t, built(t, "lift:m=2,of=(grid:n=2)"), map[quorum.Property]quorum.Truth{
		quorum.CrossIntersection: quorum.Holds, quorum.CartelMinimality: quorum.Fails,
		quorum.EqualEffort: quorum.Holds, quorum.EqualResponsibility: quorum.Holds,
	})
}

// TestLiftOfFewLargeQuorums has far fewer entries than quorums times their greatest size.
func TestLiftOfFewLargeQuorums(t *testing.T) {
	if g := built(t, "lift:m=2,of=(wheel:n=30000)").(*quorum.GroupSystem); g.Cartel(1).Incidences() != 3*29_999 {
		t.Errorf("%d entries", g.Cartel(1).Incidences())
	}
	// A system whose number of quorums is not known.
	unknown := "lift:m=2,of=(weighted:votes=900001-1-1-2" + strings.Repeat("-3", 20) + ")"
	if g := built(t, unknown).(*quorum.GroupSystem); g.Cartel(1).Len() != 1 {
		t.Errorf("%d quorums", g.Cartel(1).Len())
	}
}

func TestLiftKeepsNames(t *testing.T) {
	f := assert.Got(quorum.NewFamily(2, [][]int{{0, 1}}))(t)
	names := []string{"left", "right"}
	s := assert.Got(quorum.NewSystem("both", f, quorum.SystemOptions{Sites: []int{0, 0}, Names: names}))(t)
	g, err := Lift(s, 3)
	if err != nil || !slices.Equal(g.Names(), names) {
		t.Errorf("%v, %v", g, err)
	}
	for _, m := range []int{-1, 0, 1, 65537} {
		assert.Refused(Lift(s, m))(t, "", "m = %d", m)
	}
	lift, _ := Lookup("lift")
	if i, err := lift.ForN(9, 2); err == nil {
		t.Errorf("lift has a default: %v", i)
	}
}
