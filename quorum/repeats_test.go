package quorum

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"coterie/internal/check/assert"
	"coterie/internal/check/reach"
	"coterie/internal/machine/memory"
)

// TestSitesWithoutTheirFamily compares the verdicts on a site assignment with the verdicts on the
// family of the S_i, listed one by one.
func TestSitesWithoutTheirFamily(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	repeats := 0
	for range 400 {
		n := 1 + rng.IntN(7)
		f := randomFamily(rng, n, 1+rng.IntN(9), 3)
		sites := make([]int, n)
		for i := range sites {
			sites[i] = rng.IntN(f.Len())
		}
		s := assert.Got(NewSystem("", f, SystemOptions{Sites: sites}))(t)
		own := s.SiteFamily()
		if got := s.SiteResponsibilities(); !slices.Equal(got, own.Responsibilities()) {
			t.Fatalf("responsibilities %v, listed %v", got, own.Responsibilities())
		}
		naive := noPair
		for i := range n {
			for j := i + 1; j < n && naive.i < 0; j++ {
				if slices.Equal(own.Quorum(i), own.Quorum(j)) {
					naive = pair{i, j}
				}
			}
		}
		v := JudgeUniqueness(ctx, s)
		assert.MustEqual(t, (v.Holds == Holds), (naive.i < 0), "%v: %v", own, v)
		if naive.i >= 0 {
			repeats++
			assert.MustSlice(t, v.Witness.Sites, []Node{Node(naive.i), Node(naive.j)}, "sites")
		}
		effort, listed := JudgeSiteEffort(s), JudgeEqualEffort(own)
		assert.MustEqual(t, effort.Holds, listed.Holds, "%v, of the list %v", effort, listed)
		if listed.Holds != Fails {
			continue
		}
		for k, i := range listed.Witness.Quorums {
			if int(effort.Witness.Sites[k]) != int(i) || int(effort.Witness.Quorums[k]) != sites[i] || effort.Witness.Values[k] != listed.Witness.Values[k] {
				t.Fatalf("%+v, of the list %+v", effort.Witness, listed.Witness)
			}
		}
	}
	if repeats < 50 {
		t.Errorf("%d with a repeated set", repeats)
	}
}

// TestJudgesStop: with 100,000 cartels, with a million quorums, and with the greatest number of
// nodes, Check ends soon after its context.
func TestJudgesStop(t *testing.T) {
	assert.Long(t, "some seconds to make them")
	cartels := make([]Family, 100_000)
	for i := range cartels {
		cartels[i] = mustFamily(200, []int{1 + i%199, 200}, []int{1 + i/199%199, 200})
	}
	many := assert.Got(NewFamilyBuilder(3000))(t)
	for i := range 1_000_000 {
		assert.OK(t, many.Add(i/1000, 1000+i%1000, 2000+7*i%1000))
	}
	wide := assert.Got(NewSystem("", mustFamily(MaxNodes, []int{1}), SystemOptions{Sites: make([]int, MaxNodes)}))(t)
	for _, s := range []Structure{groupOfFamilies(t, cartels), systemOfFamily(t, many.Family()), wide} {
		cause := errors.New("enough")
		ctx, cancel := context.WithCancelCause(t.Context())
		timer := time.AfterFunc(100*time.Millisecond, func() { cancel(cause) })
		begun := reach.CPU()
		Check(ctx, s, Options{Jobs: 1})
		if took := reach.CPU() - begun; took > 3*time.Second {
			t.Errorf("%s of %d nodes: %v", s.Kind(), s.N(), took)
		}
		timer.Stop()
		cancel(nil)
	}
}

func groupOfFamilies(t *testing.T, cartels []Family) *GroupSystem {
	t.Helper()
	return assert.Got(NewGroupSystem("", cartels, nil))(t)
}

func systemOfFamily(t *testing.T, f Family) *System {
	t.Helper()
	return assert.Got(NewSystem("", f, SystemOptions{}))(t)
}

// TestJudgesAskForMemory: a judgement that does not fit in memory is an answer with that reason,
// not a crash.
func TestJudgesAskForMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	f := randomFamily(rng, 200, 3000, 40)
	small := memory.With(t.Context(), 100)
	for _, v := range []Judged{JudgeIntersection(small, f, Options{}), JudgeMinimality(small, f, Options{}), JudgeKNonIntersection(small, 2, f)} {
		if v.Holds != Unknown || !v.Limit || v.Reason == "" {
			t.Errorf("%+v", v)
		}
	}
	assert.As[*memory.Error](f.Minimize(small))(t)
	assert.As[*memory.Error](f.AssignSites(small))(t)
	assert.As[*memory.Error](f.Dual(small, 10))(t)
}
