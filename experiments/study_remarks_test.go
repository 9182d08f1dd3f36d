package experiments

import (
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/planes"
	"coterie/quorum"
)

func TestJoungRemarksSmall(t *testing.T) {
	folder := runSmall(t, runJoungRemarks, remarksParameters{Nodes: 40, Sides: 3, Small: 3, Pairs: 2, Orders: []int{1, 2, 3, 4}, Exact: 2}, nil)
	lines := readSmall(t, folder, "planes.csv")
	if !slices.Contains(lines, "2,7,false,,all minimal transversals") {
		t.Errorf("no row for the Fano plane in %q", lines)
	}
	wantVerdicts(t, folder, map[string]string{
		"joung-singletons": "holds on", "joung-rows-and-columns": "holds on", "joung-cube-two-points": "holds on", "joung-cube-one-point": "holds on",
		"joung-cube-system": "holds on", "joung-staircase-levels": "holds on", "joung-staircase-squares": "holds on", "joung-surficial-faults": "holds on",
		"joung-degree-faults": "holds on", "joung-degree-size": "holds on", "joung-lemma-3-2-proof": "holds under",
		"joung-redundant-intersection": "holds on", "joung-redundant-minimality": "holds under", "joung-lift-degree-one": "holds on",
		"joung-l-coteries": "holds on", "joung-definition-3-3": "proved", "joung-figure-4": "holds on", "joung-degree-exists": "holds on", "joung-planes-dominated": "holds under",
	})
}

// TestDominatePlane: the blocking set of the proof and the list of all transversals agree where both are quick.
func TestDominatePlane(t *testing.T) {
	for _, q := range []int{3, 4} {
		for _, exact := range []int{2, 4} {
			row, err := dominatePlane(t.Context(), q, exact)
			if err != nil || !row.Dominated {
				t.Errorf("order %d, transversals up to order %d: %+v, %v", q, exact, row, err)
			}
		}
	}
	for q := 3; q <= 9; q++ {
		plane, err := planes.NewProjective(q)
		if err != nil {
			continue
		}
		if b := blockingSet(plane); b.Len() != 2*q {
			t.Errorf("order %d: %d nodes in %v", q, b.Len(), b)
		}
	}
}

// TestRedundantNode: the judges of minimality and of Definition 3.3 refuse what is not so.
func TestRedundantNode(t *testing.T) {
	// ({{1,3},{1,4}}, {{1}}): node 3 is in one quorum, which becomes {1} within {1,4}.
	s := smallSystem{4, smallGroups{{0b0101, 0b1001}, {0b0001}}}
	for x := range singleNodes(slices.Values([]smallSystem{s})) {
		if isAntichain(x.reduced()) || !crossesAll(x.rest(), x.reduced()) {
			t.Errorf("%v", x)
		}
	}
	if got := minimalMasks([]uint8{0b0001, 0b1001, 0b0001}); !slices.Equal(got, []uint8{1}) {
		t.Errorf("minimal sets %b", got)
	}
	if (smallSystem{3, smallGroups{{0b011}, {0b001}}}).nondominatedByTransversals() {
		t.Error("({1,2}), ({1}) is dominated by ({1}), ({1})")
	}
	if !(smallGroups{{0b001}, {0b001}}).dominates(smallGroups{{0b011}, {0b001}}) || (smallGroups{{1}, {1}}).dominates(smallGroups{{1}, {1}}) {
		t.Error("Definition 3.3")
	}
	if j := judgeCube(3, false, 1); j.Verdict() != Fails {
		t.Error("lines round a cube meet twice")
	}
}

func TestMaekawaRemarksSmall(t *testing.T) {
	folder := runSmall(t, runMaekawaRemarks,
		conditionsParameters{Nodes: 20, Voters: 6, Votes: 2, Enumerate: 3, Sizes: 100, Planes: 5, Degraded: 11}, nil)
	if lines := readSmall(t, folder, "method-1.csv"); !slices.Contains(lines, "7,8,43,6,8,330/43,true") {
		t.Errorf("no row for L = 7 in %q", lines)
	}
	if lines := readSmall(t, folder, "weighted-voting.csv"); !slices.Contains(lines, "2,8,8,8,2,2,0,3/4") {
		t.Errorf("no row for two voters in %q", lines)
	}
	wantVerdicts(t, folder, map[string]string{
		"maekawa-centralised": "holds under", "maekawa-ricart-agrawala": "holds on", "maekawa-thomas": "holds on", "maekawa-majority-half": "holds under",
		"maekawa-weighted-intersection": "holds on", "maekawa-weighted-effort": "fails",
		"maekawa-weighted-responsibility": "holds under", "maekawa-weighted-centralised": "holds on",
		"maekawa-most-subsets": "holds under", "maekawa-k-equals-d": "proved", "maekawa-n-from-k": "proved", "maekawa-plane-equivalence": "holds under",
		"maekawa-root-n": "proved", "maekawa-optimal-messages": "proved", "maekawa-figure-2a": "holds on", "maekawa-method-1-symmetric": "holds on", "maekawa-method-1-intersection": "holds on",
		"maekawa-method-1-sizes": "holds on", "maekawa-method-1-extra-message": "holds on", "maekawa-method-1-average": "fails",
		"maekawa-gap-20": "holds on", "maekawa-gap-50": "holds on", "maekawa-grid-twice": "proved", "maekawa-c-root-n": "holds under",
		"maekawa-fewer-messages": "holds under", "maekawa-fewer-messages-degenerate": "holds on", "maekawa-takeover": "holds on",
		"maekawa-takeover-role": "holds under", "maekawa-removal-nodes": "holds under",
	})
}

// TestMinimalMajorities on votes that everyone can count.
func TestMinimalMajorities(t *testing.T) {
	for _, c := range []struct {
		votes []int
		want  []uint8
	}{
		{[]int{1, 1, 1}, []uint8{0b011, 0b101, 0b110}},
		{[]int{2, 1, 1, 1}, []uint8{0b0011, 0b0101, 0b1001, 0b1110}},
		{[]int{0, 3}, []uint8{0b10}},
		{[]int{1, 1}, []uint8{0b11}},
	} {
		got := minimalMajorities(c.votes)
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("votes %v: %b, want %b", c.votes, got, c.want)
		}
	}
}

// TestFullAssignments: the Fano planes on 7 points number 30, and each has 24 ways to give its lines to its points.
func TestFullAssignments(t *testing.T) {
	fano := fullAssignments(7, 3)
	families, ways := map[string]int{}, 0
	for _, sets := range fano {
		slices.Sort(sets)
		families[smallGroups{sets}.String()]++
	}
	for _, n := range families {
		ways = n
		break
	}
	if len(families) != 30 || len(fano) != 30*ways {
		t.Errorf("%d assignments of %d families", len(fano), len(families))
	}
	if got := fullAssignments(3, 2); len(got) != 2 {
		t.Errorf("the triangle can be given to its corners in %d ways", len(got))
	}
}

func TestMostMeeting(t *testing.T) {
	for _, c := range []struct{ k, d, want int }{{1, 4, 4}, {2, 2, 3}, {2, 3, 4}, {3, 1, 1}, {3, 2, 4}, {3, 3, 7}} {
		if got := mostMeeting(c.k, c.d); got != c.want {
			t.Errorf("K = %d, D = %d: %d, want %d", c.k, c.d, got, c.want)
		}
	}
}

// TestJudgeSites: each condition can fail.
func TestJudgeSites(t *testing.T) {
	for _, c := range []struct {
		sets [][]int
		want conditions
	}{
		{[][]int{{0}, {1}}, conditions{false, true, 1, 1}},
		{[][]int{{0, 1}, {0}}, conditions{true, false, 0, 0}},
		{[][]int{{0, 1}, {0, 1}}, conditions{true, true, 2, 2}},
	} {
		f, err := quorum.NewFamily(2, c.sets)
		if err != nil {
			t.Fatal(err)
		}
		s, err := quorum.NewSystem("", f, quorum.SystemOptions{Sites: []int{0, 1}})
		if err != nil {
			t.Fatal(err)
		}
		if got := judgeSites(s); got != c.want {
			t.Errorf("%v: %v, want %v", c.sets, got, c.want)
		}
	}
}

// TestSurficialLevels: the stairs of four groups are not those of another side.
func TestSurficialLevels(t *testing.T) {
	s, err := construct.Surficial(24, 4)
	if err != nil {
		t.Fatal(err)
	}
	right := surficialSystem{surficialSize{24, 4, 2}, s}
	if ok, witness := right.levels(); !ok {
		t.Error(witness)
	}
	cartels := make([]quorum.Family, 4)
	for i := range cartels {
		cartels[i] = s.Cartel((i + 1) % 4)
	}
	turned, err := quorum.NewGroupSystem("", cartels, nil)
	if err != nil {
		t.Fatal(err)
	}
	if ok, _ := (surficialSystem{surficialSize{24, 4, 2}, turned}).levels(); ok {
		t.Error("with the cartels in another order the first levels are not S_2 and S_3")
	}
}

// TestDegreeExists: 4 nodes have three perfect matchings, so three groups of degree 2 and no four.
func TestDegreeExists(t *testing.T) {
	j := judgeDegreeOfAll(4)
	tried, against := j.Cases()
	if j.Verdict() != Fails || tried != 12 || against != 1 || !strings.HasPrefix(j.Witness(), "n = 4, k = 2: no 4 of") {
		t.Errorf("%v, %d of %d: %s", j.Verdict(), against, tried, j.Witness())
	}
	if j := judgeDegreeExists(4, 6); j.Verdict() != HoldsUnder {
		t.Errorf("with at most three groups: %v", j.Verdict())
	}
}

// TestFewestAsked counts the assignments with (a) and (d) on 1 and 2 sites by hand. On one site
// there is {1}; on two, both sets are {1,2}.
func TestFewestAsked(t *testing.T) {
	for n, want := range []int{1: 1, 2: 2} {
		if n == 0 {
			continue
		}
		j := judgeFewestAsked(n)
		if tried, against := j.Cases(); tried != want || against != 0 {
			t.Errorf("up to %d sites: %d cases, %d against", n, tried, against)
		}
	}
}
