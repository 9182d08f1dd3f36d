package groups

import (
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/planes"
	"coterie/quorum"
)

func TestJoungRemarksSmall(t *testing.T) {
	folder := studytest.Small(t, declareRemarks, remarksParameters{Nodes: 40, Sides: 3, Small: 3, Pairs: 2, Orders: []int{1, 2, 3, 4}, Exact: 2}, nil)
	studytest.WantRows(t, folder, "planes.csv", "2,7,false,,all minimal transversals")
}

// TestDominatePlane: the blocking set of the proof and the list of all transversals agree in the
// cases in which both are quick.
func TestDominatePlane(t *testing.T) {
	for _, q := range []int{3, 4} {
		for _, exact := range []int{2, 4} {
			assert.Equal(t, assert.Got(dominatePlane(t.Context(), q, exact))(t).Dominated, true, "order %d, transversals up to order %d", q, exact)
		}
	}
	for q := 3; q <= 9; q++ {
		plane, err := planes.NewProjective(t.Context(), q)
		if err != nil {
			continue
		}
		assert.Equal(t, blockingSet(plane).Len(), 2*q, "order %d: nodes in the blocking set", q)
	}
}

// TestRedundantNode: the judges of minimality and of Definition 3.3 refuse false cases.
func TestRedundantNode(t *testing.T) {
	// ({{1,3},{1,4}}, {{1}}): node 3 is in one quorum, which becomes {1} within {1,4}.
	s := small.System{N: 4, Cartels: small.Groups{{0b0101, 0b1001}, {0b0001}}}
	for _, x := range singleNodes(s) {
		if sets.IsAntichain(x.reduced()) || !small.CrossesAll(x.rest(), x.reduced()) {
			t.Errorf("%v", x)
		}
	}
	assert.Slice(t, sets.Minimal([]uint8{0b0001, 0b1001, 0b0001}), []uint8{1}, "minimal sets")
	if (small.System{N: 3, Cartels: small.Groups{{0b011}, {0b001}}}).NondominatedByTransversals() {
		t.Error("({1,2}), ({1}) is dominated by ({1}), ({1})")
	}
	if !(small.Groups{{0b001}, {0b001}}).Dominates(small.Groups{{0b011}, {0b001}}) || (small.Groups{{1}, {1}}).Dominates(small.Groups{{1}, {1}}) {
		t.Error("Definition 3.3")
	}
	assert.Equal(t, judgeCube(3, 2, 1).Verdict(), experiments.Fails, "lines round a cube meet twice")
}

// TestSurficialLevels: the stairs of four groups differ from those of another side.
func TestSurficialLevels(t *testing.T) {
	s := assert.Got(quorum.As[*quorum.GroupSystem](construct.Surficial(24, 4)))(t)
	right := surficialSystem{small.SurficialSize{N: 24, M: 4, Side: 2}, s}
	if ok, witness := right.levels(); !ok {
		t.Error(witness)
	}
	cartels := make([]quorum.Family, 4)
	for i := range cartels {
		cartels[i] = s.Cartel((i + 1) % 4)
	}
	turned := assert.Got(quorum.NewGroupSystem("", cartels, nil))(t)
	if ok, _ := (surficialSystem{small.SurficialSize{N: 24, M: 4, Side: 2}, turned}).levels(); ok {
		t.Error("with the cartels in another order the first levels are not S_2 and S_3")
	}
}

// TestDegreeExists: 4 nodes have three perfect matchings, so there are three groups of degree 2,
// but not four.
func TestDegreeExists(t *testing.T) {
	j := judgeDegreeOfAll(4)
	tried, against := j.Cases()
	if j.Verdict() != experiments.Fails || tried != 12 || against != 1 || !strings.HasPrefix(j.Witness(), "n = 4, k = 2: no 4 of") {
		t.Errorf("%v, %d of %d: %s", j.Verdict(), against, tried, j.Witness())
	}
	assert.Equal(t, judgeDegreeExists(4, 6).Verdict(), experiments.HoldsUnder, "with at most three groups")
}
