package quorum

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
)

var ctx = context.Background()

// TestIntersectionAgainstNaive runs all three ways (pigeonhole, up-set table,
// incidence kernel) on the same families and compares verdict and witness with
// the definition.
func TestIntersectionAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	failing := 0
	for range 400 {
		n := 1 + rng.IntN(12)
		var f Family
		if rng.IntN(2) == 0 {
			f = randomFamily(rng, n, 1+rng.IntN(150), n)
		} else {
			f = meetingFamily(rng, n, 1+rng.IntN(150))
		}
		want := naiveFirstDisjoint(f, f, true)
		if want.i >= 0 {
			failing++
		}
		for _, jobs := range []int{1, 3} {
			v := JudgeIntersection(ctx, f, Options{Jobs: jobs})
			compareDisjoint(t, v, want)
		}
		kernel, err := firstPair(ctx, f, Options{Jobs: 2}, func(_ context.Context, inc incidence, _ func() int) (pair, error) {
			dst := make([]uint64, inc.Words)
			for i := range inc.hi {
				if j := inc.missed(dst, f.Quorum(i), i+1); j >= 0 {
					return pair{i, j}, nil
				}
			}
			return noPair, nil
		})
		if err != nil || kernel != want {
			t.Fatalf("kernel: %v, %v; want %v", kernel, err, want)
		}
		assert.MustEqual(t, firstMissed(f), want, "up-set table")
	}
	if failing < 50 || failing > 350 {
		t.Errorf("%d of 400 families fail: the sample is one-sided", failing)
	}
}

func compareDisjoint(t *testing.T, v Judged, want pair) {
	t.Helper()
	if want.i < 0 {
		assert.MustEqual(t, v.Holds, Holds, "verdict %+v, want holds", v)
		return
	}
	if v.Holds != Fails || !slices.Equal(v.Witness.Quorums, []Index{Index(want.i), Index(want.j)}) {
		t.Fatalf("verdict %+v, want the disjoint pair %v", v, want)
	}
	if v.Witness.Sets[0].Intersects(v.Witness.Sets[1]) {
		t.Fatalf("witness %v is not disjoint", v.Witness.Sets)
	}
}

// TestIntersectionManyBlocks has several blocks for each worker, and nodes beyond
// one word.
func TestIntersectionManyBlocks(t *testing.T) {
	const n, m = 90_000, 1300
	star := make([][]int, m)
	for i := range star {
		star[i] = []int{0, 1 + i, n - 1 - i}
	}
	if f, _ := NewFamily(n, star); JudgeIntersection(ctx, f, Options{Jobs: 2}).Holds != Holds {
		t.Error("a star intersects")
	}
	if len(blocks(Family{n: n, start: make([]int, m+1)}, 1)) < 3 {
		t.Error("the test wants several blocks")
	}
	star[70][0], star[271][0] = 5000, 6000
	f, _ := NewFamily(n, star)
	compareDisjoint(t, JudgeIntersection(ctx, f, Options{Jobs: 2}), naiveFirstDisjoint(f, f, true))
}

func TestMinimalityAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	count := map[Truth]int{}
	for range 400 {
		n := 3 + rng.IntN(10)
		f := randomFamily(rng, n, 1+rng.IntN(12), n)
		if rng.IntN(2) == 0 {
			f = f.Minimized()
		}
		if rng.IntN(3) == 0 {
			f = Concat(f, randomFamily(rng, n, 90, 1+n/2).Minimized())
		}
		want := naiveAntichain(f)
		v := JudgeMinimality(ctx, f, Options{})
		count[v.Holds]++
		if (v.Holds == Holds) != want || v.Holds == Unknown {
			t.Fatalf("verdict %+v, naive %v for %v", v, want, f)
		}
		if v.Holds == Fails {
			i, j := int(v.Witness.Quorums[0]), int(v.Witness.Quorums[1])
			if i == j || !naiveSubset(f.Quorum(i), f.Quorum(j)) {
				t.Fatalf("witness %v: not contained", v.Witness)
			}
		}
		if p, _ := repeated(ctx, f); p.i < 0 {
			got := firstNested(f)
			if (got.i < 0) != want || got.i >= 0 && !naiveSubset(f.Quorum(got.i), f.Quorum(got.j)) {
				t.Fatalf("up-set table: %v, naive %v", got, want)
			}
		}
	}
	if count[Holds] < 40 || count[Fails] < 40 {
		t.Errorf("one-sided sample: %v", count)
	}
}

func TestMinimalityNamesRepeats(t *testing.T) {
	f := mustFamily(4, []int{1, 2}, []int{2, 3}, []int{3, 4}, []int{3, 2})
	v := JudgeMinimality(ctx, f, Options{})
	if v.Holds != Fails || !slices.Equal(v.Witness.Quorums, []Index{1, 3}) {
		t.Errorf("got %+v, want quorums 2 and 4 as the repeated pair", v)
	}
}

func TestMinimized(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		f := randomFamily(rng, 2+rng.IntN(8), 1+rng.IntN(40), 6)
		g := f.Minimized()
		assert.MustTrue(t, naiveAntichain(g), "%v is no antichain", g)
		for _, q := range f.All() {
			found := false
			for _, r := range g.All() {
				found = found || naiveSubset(r, q)
			}
			assert.MustTrue(t, found, "%v lost", q)
		}
		for _, r := range g.All() {
			found := false
			for _, q := range f.All() {
				found = found || slices.Equal(q, r)
			}
			assert.MustTrue(t, found, "%v invented", r)
		}
	}
}

func TestCrossIntersectionAgainstNaive(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	count := map[Truth]int{}
	for range 300 {
		n := 2 + rng.IntN(9)
		f := randomFamily(rng, n, 1+rng.IntN(90), n).Minimized()
		g := randomFamily(rng, n, 1+rng.IntN(90), n)
		if dual, err := f.Dual(ctx, 1000); err == nil && rng.IntN(2) == 0 {
			g = dual
		}
		sys := assert.Got(NewGroupSystem("", []Family{f, g}, nil))(t)
		want := naiveFirstDisjoint(f, g, false)
		v := JudgeCrossIntersection(ctx, sys, Options{Jobs: 2})
		count[v.Holds]++
		compareDisjoint(t, v, want)
		got := firstBeyondBySets(Concat(f, g), []int{0, f.Len(), f.Len() + g.Len()})
		if got.i >= 0 {
			got.j -= f.Len()
		}
		assert.MustEqual(t, got, want, "up-set table")
	}
	if count[Holds] < 40 || count[Fails] < 40 {
		t.Errorf("one-sided sample: %v", count)
	}
}

func TestCrossIntersectionOfEqualCartels(t *testing.T) {
	lines := mustFamily(4, []int{1, 2}, []int{3, 4})
	sys, _ := NewGroupSystem("", []Family{lines, lines}, nil)
	v := JudgeCrossIntersection(ctx, sys, Options{})
	if v.Holds != Fails || !slices.Equal(v.Witness.Quorums, []Index{0, 1}) {
		t.Errorf("got %+v", v)
	}
}

func TestPropertiesOfFano(t *testing.T) {
	s := assert.Got(NewSystem("fano", fano(), SystemOptions{Sites: []int{0, 3, 6, 1, 4, 2, 5}}))(t)
	r := Check(ctx, s, Options{})
	for _, v := range r.Properties {
		assert.Equal(t, v.Holds, Holds, "%+v", v)
	}
	assert.Equal(t, len(r.Properties), len(KindSystem.Properties()), "verdicts")
}

func TestSitePropertiesFail(t *testing.T) {
	f := mustFamily(3, []int{1, 2}, []int{2, 3}, []int{1, 2, 3})
	s := assert.Got(NewSystem("", f, SystemOptions{Sites: []int{1, 1, 2}, Names: []string{"a", "b", "c"}}))(t)
	r := Check(ctx, s, Options{})
	want := map[Property]string{
		Minimality:          "quorum 1 {a,b} is contained in quorum 3 {a,b,c}",
		Inclusion:           "site a is not in its quorum S_1 = {b,c}",
		EqualEffort:         "S_1 = {b,c} has size 2, S_3 = {a,b,c} has size 3",
		EqualResponsibility: "node a has the least responsibility, 1, and node b the greatest, 3",
		Uniqueness:          "sites a and b have the same quorum {b,c}",
	}
	for _, v := range r.Properties {
		if reason, fails := want[v.Property]; fails != (v.Holds == Fails) || fails && v.Reason != reason {
			t.Errorf("%s: %v %q, want %q", v.Property, v.Holds, v.Reason, reason)
		}
	}
}

func TestSitesAbsent(t *testing.T) {
	s, _ := NewSystem("", fano(), SystemOptions{})
	for _, v := range []Judged{JudgeInclusion(s), JudgeUniqueness(ctx, s)} {
		if v.Holds != Unknown || v.Reason == "" {
			t.Errorf("%+v", v)
		}
	}
}

func TestCancelledJudgementsAreUnknown(t *testing.T) {
	stopped, cancel := context.WithCancelCause(ctx)
	cancel(errors.New("enough"))
	rng := rand.New(rand.NewPCG(5, 5))
	f := Concat(randomFamily(rng, 80, 3000, 3), mustFamily(80, []int{1}))
	g, _ := NewGroupSystem("", []Family{f, Concat(f, f)}, nil)
	for _, v := range []Judged{
		JudgeIntersection(stopped, f, Options{}),
		JudgeCrossIntersection(stopped, g, Options{}),
	} {
		if v.Holds != Unknown || v.Reason != "stopped: enough" {
			t.Errorf("%+v", v)
		}
	}
}

func TestRelabellingKeepsVerdicts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	for range 100 {
		n := 2 + rng.IntN(10)
		f := randomFamily(rng, n, 1+rng.IntN(20), n)
		g := f.Relabelled(rng.Perm(n))
		for _, judge := range []func(Family) Judged{
			func(f Family) Judged { return JudgeIntersection(ctx, f, Options{}) },
			func(f Family) Judged { return JudgeMinimality(ctx, f, Options{}) },
			func(f Family) Judged { return JudgeEqualEffort(f) },
			func(f Family) Judged { return JudgeEqualResponsibility(f.Responsibilities()) },
			func(f Family) Judged { return JudgeKIntersection(ctx, 2, f) },
			func(f Family) Judged { return JudgeKNonIntersection(ctx, 2, f) },
		} {
			if a, b := judge(f), judge(g); a.Holds != b.Holds {
				t.Fatalf("%+v becomes %+v", a, b)
			}
		}
	}
}
