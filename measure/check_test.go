package measure

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/quorum"
)

// TestCheckAnswersFirst: the answers to the questions that people ask stand before the properties
// of a system, with a reason where a question does not apply or is out of reach.
func TestCheckAnswersFirst(t *testing.T) {
	const yes, no, open = quorum.Holds, quorum.Fails, quorum.Unknown
	for spec, want := range map[string]struct {
		asked  [4]quorum.Truth // a quorum system, a coterie, nondominated, writes meet
		reason string          // of the first that is open
	}{
		"{1,2},{1,2,3}":                      {[4]quorum.Truth{yes, no, no, open}, "reads and writes"},
		"{1,2},{3,4}":                        {[4]quorum.Truth{no, no, open, open}, "no quorum system: quorum 1 {1,2}"},
		"{1,2},{1,3},{2,3}":                  {[4]quorum.Truth{yes, yes, yes, open}, "reads and writes"},
		"expr:a*b+c*d":                       {[4]quorum.Truth{yes, open, yes, no}, "not one family"},
		"gifford:votes=1-1-1,read=2,write=2": {[4]quorum.Truth{yes, open, yes, yes}, "not one family"},
		"lift:m=2,of=(grid:n=4)":             {[4]quorum.Truth{yes, open, no, open}, "not one family"},
		"k-majority":                         {[4]quorum.Truth{open, open, open, open}, "may miss each other"},
		"triangle-lattice:rows=5":            {[4]quorum.Truth{yes, yes, yes, open}, "reads and writes"},
	} {
		known, err := construct.Build(t.Context(), spec)
		if spec == "k-majority" {
			var s *quorum.KCoterie
			s, err = quorum.As[*quorum.KCoterie](construct.KMajority(7, 2))
			known = quorum.KnownOf(s)
		}
		if err != nil {
			t.Fatal(err)
		}
		r := Check(t.Context(), known, false, nil, quorum.Options{})
		first := ""
		for i, v := range r.Asked {
			if v.Holds != want.asked[i] || v.Holds != yes && v.Reason == "" || v.Limit {
				t.Errorf("%s: %s: %+v, want %v", spec, v.Property, v, want.asked[i])
			}
			if v.Holds == open && first == "" {
				first = v.Reason
			}
		}
		assert.Contains(t, first, want.reason, "%s", spec)
	}
}

// TestCheckDomination: within small limits check agrees with JudgeDomination on random coteries, or
// leaves the question open; with all limits it is never open here.
func TestCheckDomination(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		n := 3 + r.IntN(5)
		var masks []uint32
		for range 1 + r.IntN(12) {
			mask := 1 + r.Uint32N(1<<n-1)
			meets := true
			for _, other := range masks {
				meets = meets && mask&other != 0
			}
			if meets {
				masks = append(masks, mask)
			}
		}
		f := assert.Got(quorum.FamilyOfMasks(n, masks))(t)
		s := assert.Got(quorum.NewSystem("", f, quorum.SystemOptions{}))(t)
		d := assert.Got(JudgeDomination(t.Context(), []quorum.Family{f}, DominationOptions{}))(t)
		want := quorum.Holds
		if d.Dominated() {
			want = quorum.Fails
		}
		for _, whole := range []bool{false, true} {
			v, _ := Check(t.Context(), quorum.KnownOf(s), whole, nil, quorum.Options{}).Judged(quorum.Nondominated)
			if v.Holds != want && (whole || !v.Limit) {
				t.Errorf("%v, whole %t: %+v, want %v", f.Sets(), whole, v, want)
			}
		}
	}
}

// TestFailing: a report names the properties that define the kind of its system and fail.
func TestFailing(t *testing.T) {
	family := func(n int, sets ...[]int) quorum.Family {
		return assert.Got(quorum.NewFamily(n, sets))(t)
	}
	must := func(s quorum.Structure, err error) quorum.Known {
		if err != nil {
			t.Fatal(err)
		}
		return quorum.KnownOf(s)
	}
	ordinary := func(sets ...[]int) quorum.Known {
		s, err := quorum.NewSystem("", family(4, sets...), quorum.SystemOptions{})
		return must(s, err)
	}
	groups := func(cartels ...quorum.Family) quorum.Known {
		s, err := quorum.NewGroupSystem("", cartels, nil)
		return must(s, err)
	}
	coterie := func(k int, sets ...[]int) quorum.Known {
		s, err := quorum.NewKCoterie("", k, family(4, sets...), nil)
		return must(s, err)
	}
	apart := quorum.Choose(30, func() (leaves []quorum.Formula) {
		for v := range 60 {
			leaves = append(leaves, quorum.Leaf(v))
		}
		return leaves
	}()...)
	for name, c := range map[string]struct {
		of   quorum.Known
		want string
	}{
		"disjoint quorums":         {ordinary([]int{0, 1}, []int{2, 3}), "intersection"},
		"nested quorums":           {ordinary([]int{0, 1}, []int{0, 1, 3}), ""},
		"disjoint across cartels":  {groups(family(4, []int{0}), family(4, []int{1})), "cross-intersection"},
		"nested in a cartel":       {groups(family(4, []int{0}), family(4, []int{0}, []int{0, 1})), "cartel-minimality"},
		"one cartel":               {groups(family(4, []int{0}, []int{1})), ""},
		"too many disjoint":        {coterie(2, []int{0}, []int{1}, []int{2, 3}), "k-intersection"},
		"a 2-coterie":              {coterie(2, []int{0}, []int{1}), ""},
		"half of 60, not listed":   {quorum.Known{Kind: quorum.KindSystem, Nodes: 60, Formulas: []quorum.Formula{apart}, Unlisted: "too many"}, "intersection"},
		"half of 60 for each kind": {quorum.Known{Kind: quorum.KindGroupSystem, Nodes: 60, Formulas: []quorum.Formula{apart, apart}, Unlisted: "too many"}, "cross-intersection"},
	} {
		r := assert.Got(Measure(t.Context(), c.of, Options{Only: []Figure{DegreeFigure}}))(t)
		var got []string
		for _, v := range r.Failing {
			got = append(got, string(v.Property))
			if v.Reason == "" {
				t.Errorf("%s: %s fails without a reason", name, v.Property)
			}
		}
		assert.Equal(t, strings.Join(got, " "), c.want, "%s: %v fail", name, got)
	}
}

// TestMeasuredWrites: reads and writes are told apart by the roles of a system, not by its name,
// and a report says whether writes meet, listed or not.
func TestMeasuredWrites(t *testing.T) {
	for spec, want := range map[string]quorum.Truth{
		"expr:a*b+c*d":                        quorum.Fails,
		"read-write-grid:rows=3,columns=3":    quorum.Holds,
		"read-write-grid:rows=40,columns=40":  quorum.Holds,
		"expr:choose(20," + letters(50) + ")": quorum.Holds,
		"expr:choose(40," + letters(50) + ")": quorum.Fails,
		"lift:m=2,of=(majority:n=3)":          quorum.Unknown,
		"majority:n=3":                        quorum.Unknown,
	} {
		known := assert.Got(construct.Build(t.Context(), spec))(t)
		known.Name = "expr:two teams"
		r := assert.Got(Measure(t.Context(), known, Options{Only: []Figure{}}))(t)
		apart := len(r.WritesWitness) == 2 && !r.WritesWitness[0].Intersects(r.WritesWitness[1])
		if r.WritesMeet != want || apart != (want == quorum.Fails) || (r.Reasons["writes_meet"].Text != "") != (want == quorum.Unknown) {
			t.Errorf("%s: %v, %v, %q", spec, r.WritesMeet, r.WritesWitness, r.Reasons["writes_meet"].Text)
		}
		if v, ok := r.Writes(); ok != (want != quorum.Unknown) || v.Holds != want {
			t.Errorf("%s: %v, %t", spec, v, ok)
		}
	}
}

func letters(n int) string {
	var list []string
	for v := range n {
		list = append(list, "x"+quorum.Node(v).String())
	}
	return strings.Join(list, ",")
}

// Where any two quorums meet, three that share no node are the fewest, however many quorums there
// are.
func TestArbiterOfManyQuorums(t *testing.T) {
	s := assert.Got(construct.Build(t.Context(), "grid:n=5184"))(t)
	f, _ := s.List()
	a := arbiterOf(t.Context(), quorum.Check(t.Context(), s.Structure, quorum.Options{}), s, quorum.Options{})
	common := quorum.FullSet(f.N())
	for _, i := range a.Quorums {
		common = common.Intersect(f.Set(int(i)))
	}
	if a.K == nil || *a.K != 1 || len(a.Quorums) != 3 || !common.Empty() {
		t.Errorf("%+v", a)
	}
}

// TestArbiter compares the greatest k for which every k+1 quorums share a node with all choices of
// quorums, and looks at the witness.
func TestArbiter(t *testing.T) {
	for _, spec := range []string{
		"fano", "majority:n=5", "uniform-arbiter:n=7,k=2", "cube-arbiter:side=2,k=2", "cube-arbiter:side=3,k=1", "wheel:n=5", "grid:n=9",
		"{1,2},{3,4}", "{1,2},{1,3}", "{1,2,3},{1,2,4},{3,4,1},{2,3,4,5}", "{1,4},{1,2,3},{4,5,6}", "uniform-arbiter:n=4,k=3",
	} {
		s := assert.Got(construct.Build(t.Context(), spec))(t)
		f, _ := s.List()
		unshared := func(i int) bool { // the quorums of a mask
			common := quorum.FullSet(f.N())
			for x := range f.Len() {
				if i>>x&1 == 1 {
					common = common.Intersect(f.Set(x))
				}
			}
			return common.Empty()
		}
		fewest := 0
		if f.Len() <= 12 {
			for i := range 1 << f.Len() {
				if unshared(i) && (fewest == 0 || bits.OnesCount(uint(i)) < fewest) {
					fewest = bits.OnesCount(uint(i))
				}
			}
		}
		a := Check(t.Context(), s, false, nil, quorum.Options{}).Arbiter
		mask := 0
		for _, i := range a.Quorums {
			mask |= 1 << int(i)
		}
		switch {
		case a.K == nil && (fewest > 0 || a.Reason == ""), a.K != nil && f.Len() <= 12 && *a.K != fewest-2:
			t.Errorf("%s: %+v, but %d quorums share no node", spec, a, fewest)
		case a.K != nil && (len(a.Quorums) != *a.K+2 || !unshared(mask)):
			t.Errorf("%s: %v share a node", spec, a.Quorums)
		}
	}
}
