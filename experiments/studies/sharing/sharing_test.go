package sharing

import (
	"context"
	"errors"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/experiments/studytest"
	"coterie/internal/check/assert"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

func smallSharing() parameters {
	return parameters{
		Definition: 4, Product: 3, Groups: 2, PairGroups: 1, AnyGroups: 1, Resources: 2, Processes: 2, Arbiters: 3, OnlyArbiters: 4,
	}
}

func TestSharingStudySmall(t *testing.T) {
	folder := studytest.Small(t, declare, smallSharing(), nil)
	studytest.WantRows(t, folder, "k-coteries.csv",
		"3,2,6,6,", // {1},{2}; {1},{3}; {2},{3}; {1},{2,3}; {2},{1,3}; {3},{1,2}
		`4,2,75,45,"{{1,2},{1,3},{2,4}}"`,
		"4,4,1,1,",
	)
	studytest.WantRows(t, folder, "constructions.csv",
		"sharing:alpha=1-1+2,2,2,1,5,2,6,true,true",
		`"sharing:alpha=1+2,size=2",1,2,2,5,2,10,true,true`,
	)
}

func TestSharingSearchSmall(t *testing.T) {
	folder := studytest.Small(t, declareSearch, searchParameters{Processes: 3, Random: 2, Crashes: 1, Run: 200, Think: 10, Entries: 100, Apart: 3}, nil)
	studytest.WantRows(t, folder, "instances.csv",
		"chain,1+2-2+3,0,2,2,3,3,7,2,12,true,", // 7 nodes for the sets of groups, and quorums of 2
		"all,1+2-1+2,1,2,1,2,5,5,2,10,",
	)
}

func TestKCoteriesSmall(t *testing.T) {
	folder := studytest.Small(t, declareKCoteries, kCoteriesParameters{Nodes: []int{4, 6}, Holders: 2, Listed: 100, Use: 5, Think: 20, Entries: 60}, nil)
	studytest.WantRows(t, folder, "systems.csv",
		`4,2,k-singleton,"k-singleton:n=4,k=2",1,1,2,1/2,0.01,0.19`,   // both crash; one of them does
		`6,2,disjoint,"disjoint:n=6,k=2",2,2,6,1/3,0.000784,0.055216`, // two majorities of 3: 0.028², 1-0.972²
	)
}

// TestSharingStudyStops: no case is tried after the end of the run.
func TestSharingStudyStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	study := experiments.NewStudy(experiments.Spec[parameters]{Name: "stops", Title: "stops", Doc: "stops",
		Declare: func(out *experiments.Output, _ parameters) {
			j := forAll(out, "n", experiments.Numbers(1, 9), func(n int) (bool, string) { cancel(cause); return true, "" })
			if tried, _ := j.Cases(); tried != 1 {
				t.Errorf("%d cases tried", tried)
			}
		}})
	_, err := experiments.Run(ctx, experiments.Options{Studies: []experiments.Study{study}, Results: t.TempDir(), Version: "test"})
	assert.Is(t, err, cause)
}

// subsetsOf yields the index sets of 0..n-1.
func subsetsOf[T any](list []T) [][]T {
	out := [][]T{nil}
	for _, x := range list {
		for _, s := range out[:len(out):len(out)] {
			out = append(out, append(slices.Clone(s), x))
		}
	}
	return out
}

// TestPackingSizes compares with all subfamilies.
func TestPackingSizes(t *testing.T) {
	for n := 1; n <= 4; n++ {
		for _, f := range small.Antichains(n) {
			wantLeast, wantGreatest := len(f)+1, 0
			for _, s := range subsetsOf(f) {
				used := uint8(0)
				for _, q := range s {
					used |= q
				}
				maximal := disjointMasks(s)
				for _, q := range f {
					maximal = maximal && q&used != 0
				}
				if maximal {
					wantLeast, wantGreatest = min(wantLeast, len(s)), max(wantGreatest, len(s))
				}
			}
			if least, greatest := packingSizes(f); least != wantLeast || greatest != wantGreatest {
				t.Fatalf("%s: %d..%d, want %d..%d", maskFamily(f), least, greatest, wantLeast, wantGreatest)
			}
		}
	}
}

// TestConfigurations compares the configurations with all sets of pairs of a process and a quorum,
// and the results computed from them with the definitions.
func TestConfigurations(t *testing.T) {
	for _, oneEach := range []bool{false, true} {
		for _, s := range []structure{
			{Alpha: []uint8{1, 2}, Families: [][]uint8{{1, 2}, {1, 2}}},
			{Alpha: []uint8{1, 3}, Families: [][]uint8{{1}, {1, 2}}},
			{Alpha: []uint8{3, 3, 5}, Families: [][]uint8{{1, 2}, {1, 2}, {6, 1}}},
			{Alpha: []uint8{3}, Families: [][]uint8{{3, 5, 10}}},
		} {
			s.OneEach = oneEach
			var pairs []lock
			for u, f := range s.Families {
				for _, q := range f {
					pairs = append(pairs, lock{u, q})
				}
			}
			var want [][]lock
			for _, held := range subsetsOf(pairs) {
				quorums, busy, legal := []uint8{}, map[int]bool{}, true
				for _, l := range held {
					legal = legal && !(oneEach && busy[l.process])
					quorums, busy[l.process] = append(quorums, l.quorum), true
				}
				if legal && disjointMasks(quorums) {
					want = append(want, held)
				}
			}
			count := 0
			for held := range s.configurations() {
				count++
				if !slices.ContainsFunc(want, func(w []lock) bool { return slices.Equal(w, held) }) {
					t.Errorf("%v: %v cannot be held", s, held)
				}
			}
			assert.Equal(t, count, len(want), "%v: configurations", s)
			safe, full := true, true
			for v := uint(1); v <= s.everyone(); v++ {
				most := 0
				exact := false
				for _, held := range want {
					most = max(most, locksOf(held, v))
					exact = exact || locksOf(held, v) == s.resources(v)
				}
				safe, full = safe && most <= s.resources(v), full && exact
			}
			if s.safe() != safe || s.full() != full || s.solves() != (safe && full) {
				t.Errorf("%v: safe %v, full %v; want %v, %v", s, s.safe(), s.full(), safe, full)
			}
		}
	}
}

// TestAssignableIsHall compares the search for different resources with Hall's condition.
func TestAssignableIsHall(t *testing.T) {
	count := map[bool]int{}
	for _, alpha := range sharedResources(3, 3) {
		s := structure{Alpha: alpha}
		var slots []lock
		for u := range alpha {
			slots = append(slots, lock{process: u}, lock{process: u})
		}
		for _, held := range subsetsOf(slots) {
			hall := true
			for _, some := range subsetsOf(held) {
				union := uint8(0)
				for _, l := range some {
					union |= alpha[l.process]
				}
				hall = hall && len(some) <= bits.OnesCount8(union)
			}
			count[hall]++
			assert.MustEqual(t, s.assignable(held), hall, "%v: %v, Hall's condition", alpha, held)
		}
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("one-sided: %v", count)
	}
}

func TestStuckAndStranded(t *testing.T) {
	classic := structure{Alpha: []uint8{1, 1}, Families: [][]uint8{{3, 5, 6}, {3, 5, 6}}}
	if _, _, found := classic.stuck(true); found {
		t.Error("whoever is alone can lock a majority")
	}
	if v, at, found := classic.stuck(false); !found || len(at) != 1 || v>>at[0].process&1 == 1 {
		t.Errorf("V = %b, %v, %v: want a lock of somebody else in the way", v, at, found)
	}
	gap := structure{Alpha: []uint8{3}, Families: [][]uint8{{3, 12, 5}}}
	if _, at, found := gap.stuck(true); !found || !slices.Equal(at, []lock{{0, 5}}) {
		t.Errorf("%v, %v", at, found)
	}
	late := structure{Alpha: []uint8{1, 3}, Families: [][]uint8{{1}, {1, 2}}}
	if story, found := late.strandedLock(); !found || !strings.Contains(story, "the resources {1} taken, process 1 locks a quorum and finds") {
		t.Errorf("%q, %v", story, found)
	}
	if story, found := classic.strandedLock(); found {
		t.Error(story)
	}
	if ok, witness := late.injectionsServe(true); !ok {
		t.Error(witness)
	}
	if ok, _ := late.injectionsServe(false); ok {
		t.Error("a mere injection is enough?")
	}
	tooMany := structure{Alpha: []uint8{1}, Families: [][]uint8{{1, 2}}}
	if ok, witness := tooMany.injectionsServe(true); ok || !strings.Contains(witness, "no injection") {
		t.Errorf("%v, %q", ok, witness)
	}
}

// TestUses compares the judgements on Definition 2 on cases by hand.
func TestUses(t *testing.T) {
	for _, c := range []struct {
		alpha, used                              []uint8
		exceeds, exceedsCounted, exchange, apart bool
	}{
		{[]uint8{1, 1}, []uint8{1, 1}, false, true, false, false},
		{[]uint8{3, 3}, []uint8{1, 1}, false, false, true, false},
		{[]uint8{3, 5}, []uint8{1, 4}, false, false, true, true},
		{[]uint8{1}, []uint8{0}, false, false, true, true},
		{[]uint8{1}, []uint8{6}, true, true, false, true},
	} {
		got := []bool{usesExceed(c.alpha, c.used, false), usesExceed(c.alpha, c.used, true), exchangeable(c.alpha, c.used), disjointMasks(c.used)}
		assert.Slice(t, got, []bool{c.exceeds, c.exceedsCounted, c.exchange, c.apart}, "%v, %v", c.alpha, c.used)
	}
}

// TestSharedResourcesAndFamilies counts: α up to the order of processes are multisets, and a group
// has one family.
func TestSharedResourcesAndFamilies(t *testing.T) {
	counts := map[int]int{}
	for _, alpha := range sharedResources(3, 3) {
		counts[len(alpha)]++
		if !slices.IsSorted(alpha) || slices.Contains(alpha, 0) {
			t.Errorf("%v", alpha)
		}
	}
	if counts[1] != 7 || counts[2] != 28 || counts[3] != 84 { // C(7,1), C(8,2), C(9,3)
		t.Errorf("%v", counts)
	}
	two := []antichain{{Quorums: []uint8{1}}, {Quorums: []uint8{1, 2}}}
	all := withFamilies([]uint8{1, 1, 3}, func(int) []antichain { return two })
	for _, s := range all {
		assert.Slice(t, s.Families[0], s.Families[1], "%v: two families for a group", s)
	}
	assert.Equal(t, len(all), 4, "choices")
}

// TestSharingJudgesRefuse: the judges refuse families that are not k-coteries and structures that
// break condition C.
func TestSharingJudgesRefuse(t *testing.T) {
	family := func(masks ...uint8) quorum.Family {
		return assert.Got(quorum.FamilyOfMasks(4, masks))(t)
	}
	for _, c := range []struct {
		k    int
		f    quorum.Family
		want string
	}{
		{1, family(1, 2), "k-intersection"},
		{2, family(3, 12, 5), "k-non-intersection"},
		{1, family(1, 3), "minimality"},
		{2, family(3, 12), ""},
	} {
		ok, reason, err := small.IsKCoterie(t.Context(), c.k, c.f)
		if err != nil || ok != (c.want == "") || !strings.HasPrefix(reason, c.want) {
			t.Errorf("k = %d: %v, %q, %v; want %q", c.k, ok, reason, err, c.want)
		}
	}
	s := assert.Got(construct.SharingOf(t.Context(), "", 2, [][]int{{0}, {1}}, func([]int, int) (quorum.Family, error) { return family(1, 2), nil }))(t)
	assert.Contains(t, groupsAreCoteries(t.Context(), s), "the group of process 1: k-intersection")
	if ok, reason, err := satisfiesC(t.Context(), s); ok || err != nil || reason == "" {
		t.Errorf("%v, %q, %v", ok, reason, err)
	}
	apart := structure{Alpha: []uint8{1, 3}, Families: [][]uint8{{1}, {2, 4}}}
	if apart.packsAsC() {
		t.Error("three disjoint quorums for two resources")
	}
	assert.Equal(t, assert.Got(apart.satisfiesC(t.Context(), 3))(t), false)
}

// TestPacksAsC compares with package quorum on every structure of two groups whose unions are
// antichains.
func TestPacksAsC(t *testing.T) {
	count := map[bool]int{}
	for _, a := range small.Antichains(3) {
		for _, b := range small.Antichains(3) {
			union := append(slices.Clone(a), b...)
			slices.Sort(union)
			union = slices.Compact(union)
			antichain := sets.IsAntichain(union)
			s := structure{Alpha: []uint8{1, 3}, Families: [][]uint8{a, b}}
			ok := assert.Got(s.satisfiesC(t.Context(), 3))(t)
			count[ok]++
			assert.Equal(t, ok, antichain && s.packsAsC(), "%v: condition C", s)
		}
	}
	if count[true] < 3 || count[false] < 3 {
		t.Errorf("one-sided: %v", count)
	}
}
