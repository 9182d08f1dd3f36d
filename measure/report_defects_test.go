package measure

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/measure/availability"
	"coterie/measure/transversals"
	"coterie/quorum"
)

func measured(t *testing.T, s quorum.Known, opts Options) Report {
	t.Helper()
	r := assert.Got(Measure(t.Context(), s, opts))(t)
	if r.Limits == nil {
		t.Error("the limits are null in JSON")
	}
	return r
}

func listedFamily(t *testing.T, n int, quorums [][]int) quorum.Family {
	t.Helper()
	return assert.Got(quorum.NewFamily(n, quorums))(t)
}

// TestMeasureOneCartel: the quorums of one cartel alone need not meet, and domination is defined
// for two cartels or more. In this cartel half of all sets are live, though it is no coterie and
// {1,4} meets all and contains none.
func TestMeasureOneCartel(t *testing.T) {
	g := assert.Got(quorum.NewGroupSystem("", []quorum.Family{listedFamily(t, 4, [][]int{{0, 1}, {2, 3}, {0, 2}})}, nil))(t)
	r := measured(t, quorum.KnownOf(g), Options{})
	if r.Nondominated != quorum.Unknown || r.DominationWitness != nil || !strings.Contains(r.Reasons["nondominated"].Text, "two cartels") {
		t.Errorf("nondominated %v, witness %v, because %q", r.Nondominated, r.DominationWitness, r.Reasons["nondominated"].Text)
	}
	if r.Degree == nil || *r.Degree != 2 {
		t.Errorf("degree %v", r.Degree)
	}
}

// TestMeasureReasons: a figure that is not known has a reason also where there is neither a list
// nor a closed form.
func TestMeasureReasons(t *testing.T) {
	s := quorum.Known{Kind: quorum.KindSystem, Name: "unknown", Nodes: 3, Unlisted: "too many"}
	opts := Options{NodeCrash: []bounds.Fraction{bounds.Integer(0), bounds.FractionOf(1, 2), bounds.Integer(1)}}
	for _, key := range []string{"quorums", "load", "resilience", "live_sets", "availability", "node_availability", "nondominated"} {
		assert.Equal(t, measured(t, s, opts).Reasons[key].Text, "too many", "%s", key)
	}
	opts.Only = []Figure{LoadFigure}
	for key, want := range map[string]string{"quorums": "too many", "load": "too many", "resilience": NotAsked, "availability": NotAsked, "nondominated": NotAsked, "node_availability": ""} {
		assert.Equal(t, measured(t, s, opts).Reasons[key].Text, want, "only the load: %s", key)
	}
	s.Kind = quorum.KindSharing
	if got := measured(t, s, opts).Reasons["nondominated"].Text; got == "" {
		t.Error("a sharing structure: nondominated has no reason")
	}
}

// TestMeasureClosedFormDegree: a degree found by closed forms has a proof as one found on a list
// has.
func TestMeasureClosedFormDegree(t *testing.T) {
	s := quorum.Known{Kind: quorum.KindGroupSystem, Name: "votes", Nodes: 60, Unlisted: "too many"}
	var leaves []quorum.Formula
	for v := range 60 {
		leaves = append(leaves, quorum.Leaf(v))
	}
	read := quorum.Choose(20, leaves...)
	s.Formulas = []quorum.Formula{read, read.Dual()}
	r := measured(t, s, Options{})
	for i, want := range []int{3, 1} {
		c := r.Cartels[i]
		if c.Degree == nil || *c.Degree != want || c.DegreeProof == nil || c.DegreeProof.AtMost != want || len(c.DisjointSets) != want {
			t.Errorf("cartel %d: degree %v, proof %v, %v", i, c.Degree, c.DegreeProof, c.DisjointSets)
		}
	}
}

// TestMeasureManyEntries: the concurrency of a k-coterie ends where there are no more disjoint
// quorums, whatever k is claimed.
func TestMeasureManyEntries(t *testing.T) {
	for _, c := range []struct {
		quorums [][]int
		entries int
	}{
		{[][]int{{0}, {1}, {2}}, 4},
		{[][]int{{0, 1}, {1, 2}, {0, 2}}, 2},
	} {
		k := assert.Got(quorum.NewKCoterie("", 1_000_000_000, listedFamily(t, 3, c.quorums), nil))(t)
		r := measured(t, quorum.KnownOf(k), Options{})
		assert.MustEqual(t, len(r.Concurrency), c.entries-1, "%v: rows", c.quorums)
		for i, row := range r.Concurrency {
			last := i == len(r.Concurrency)-1
			if row.Entries != i+2 || (row.LiveSets == nil) != last || (row.Reason == fmt.Sprintf("there are no %d disjoint quorums", c.entries)) != last {
				t.Errorf("%v: %+v", c.quorums, row)
			}
		}
	}
}

// TestConcurrencyWays: closed forms, the table of all sets and the list agree, and an estimate
// stands where there are too many sets.
func TestConcurrencyWays(t *testing.T) {
	assert.Long(t, "it counts in three ways")
	for _, spec := range []string{"k-majority:n=9,k=3", "disjoint:k=2,of=(majority:n=3)", "product:of=(k-majority:n=5,k=2)|(k-singleton:n=3,k=3)"} {
		s := assert.Got(construct.Build(t.Context(), spec))(t)
		closed := measured(t, s, Options{})
		s.Origin = nil
		listed := measured(t, s, Options{})
		assert.Equal(t, len(closed.Concurrency), s.K-1, "%s: rows", spec)
		for i, c := range closed.Concurrency {
			d := listed.Concurrency[i]
			assert.True(t, c.Method != d.Method && fmt.Sprint(c.LiveSets) == fmt.Sprint(d.LiveSets), "%s: %+v and %+v", spec, c, d)
		}
	}
	s := assert.Got(construct.Build(t.Context(), "k-majority:n=26,k=8"))(t) // 2,600 quorums
	s.Origin = nil
	r := measured(t, s, Options{Samples: 640, Crash: []bounds.Fraction{bounds.FractionOf(1, 10)}})
	for _, c := range r.Concurrency[:1] {
		if a := c.Availability; len(a) != 1 || a[0].Estimate == nil || a[0].Interval == nil || c.Reason == "" || c.LiveSets != nil {
			t.Errorf("%+v", c)
		}
	}
}

// TestMeasureManyNodes: on that many nodes a failure floor would need numbers of megabytes.
func TestMeasureManyNodes(t *testing.T) {
	s := assert.Got(quorum.NewSystem("", listedFamily(t, 40_000, [][]int{{0}}), quorum.SystemOptions{}))(t)
	r := measured(t, quorum.KnownOf(s), Options{Samples: 10})
	for _, a := range r.Availability {
		if a.Floor != nil || a.Estimate == nil {
			t.Errorf("p = %v: floor %v, estimate %v", a.P, a.Floor, a.Estimate)
		}
	}
	if r.Load == nil || r.Load.Cmp(bounds.Integer(1)) != 0 || r.Resilience == nil || *r.Resilience != 0 {
		t.Errorf("load %v, resilience %v", r.Load, r.Resilience)
	}
}

// TestMeasureFloorNeedsIntersection: the failure floor stands beside the availability of quorum
// systems alone.
func TestMeasureFloorNeedsIntersection(t *testing.T) {
	var leaves []quorum.Formula
	for v := range 9 {
		leaves = append(leaves, quorum.Leaf(v))
	}
	for _, c := range []struct {
		quorums [][]int
		quota   int
		meets   bool
	}{{[][]int{{0}, {1, 2}}, 4, false}, {[][]int{{0, 1}, {1, 2}}, 5, true}} {
		s := assert.Got(quorum.NewSystem("", listedFamily(t, 3, c.quorums), quorum.SystemOptions{}))(t)
		closed := quorum.Known{Kind: quorum.KindSystem, Nodes: 9, Unlisted: "too many", Formulas: []quorum.Formula{quorum.Choose(c.quota, leaves...)}}
		for _, system := range []quorum.Known{quorum.KnownOf(s), closed} {
			r := measured(t, system, Options{})
			for _, a := range r.Availability {
				assert.Equal(t, a.Floor != nil, c.meets, "meets, p = %v: floor %v", a.P, a.Floor)
			}
			if len(r.Availability) == 0 {
				t.Error("no availability")
			}
		}
	}
}

// TestCountsAndSearchMustAgree: the live sets of majority of 3 know that its smallest transversals
// have 2 nodes.
func TestCountsAndSearchMustAgree(t *testing.T) {
	live := availability.LiveSets{Counts: []*big.Int{new(big.Int), new(big.Int), big.NewInt(3), big.NewInt(1)}}
	found := transversals.Transversal{Size: 2, Lower: 1, LowerBy: "none"}
	if countedBy(&found, live); found.Lower != 2 || found.LowerBy != "live sets" {
		t.Errorf("%+v", found)
	}
	for _, wrong := range []transversals.Transversal{{Size: 1, Lower: 1}, {Size: 3, Lower: 3}} {
		assert.Panics(t, fmt.Sprint(wrong), func() { countedBy(&wrong, live) })
	}
}

// TestLimitsNeedTheirHypothesis: limits for systems whose quorums meet are left out where they do
// not.
func TestLimitsNeedTheirHypothesis(t *testing.T) {
	family := func(quorums ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(4, quorums))(t)
	}
	sites := assert.Got(quorum.NewSystem("", family([]int{0, 1}, []int{2, 3}), quorum.SystemOptions{Sites: []int{0, 0, 1, 1}}))(t)
	groups := assert.Got(quorum.NewGroupSystem("", []quorum.Family{family([]int{0}, []int{1}), family([]int{2}, []int{3})}, nil))(t)
	for _, s := range []quorum.Structure{sites, groups} {
		for _, c := range measured(t, quorum.KnownOf(s), Options{}).Limits {
			for _, word := range []string{"(a)", "meet", "two cartels", "group quorum systems"} {
				if strings.Contains(c.AppliesTo, word) {
					t.Errorf("%s: the limit %s is for %s", s.Kind(), c.Name, c.AppliesTo)
				}
			}
		}
	}
}
