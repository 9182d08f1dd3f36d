package votes

import (
	"math/rand/v2"
	"slices"
	"testing"

	"coterie/internal/check/assert"
	"coterie/internal/check/systems"
	"coterie/quorum"
)

// TestCheckQuotaVotes: the proof must be about this coterie.
func TestCheckQuotaVotes(t *testing.T) {
	plane := quorumsOf(systems.Cartels(t, "fpp:order=2")[0])
	wider := slices.Clone(plane)
	wider[0] = append(slices.Clone(wider[0]), slices.Max(wider[0])%6+1)
	slices.Sort(wider[0])
	dominated := plane[1:]
	meets := slices.Clone(dominated)
	for i, q := range meets { // the last two nodes of a line that misses one of line 0
		if !slices.Contains(plane[0], q[1]) && !slices.Contains(plane[0], q[2]) {
			meets[i] = q[1:]
			break
		}
	}
	for name, c := range map[string]struct {
		of, other [][]int
		assigned  bool
		spoil     func(v *Quota)
	}{
		"least quota":       {of: [][]int{{0, 1}, {0, 2}}, assigned: true, spoil: func(v *Quota) { v.LowerQuota-- }},
		"a wider quorum":    {of: plane, other: wider},
		"a narrower quorum": {of: dominated, other: meets},
	} {
		f := mustFamily(7, c.of)
		v := assert.Got(FindQuota(t.Context(), f, Options{}))(t, "%s", name)
		assert.MustEqual(t, v.Assignable, c.assigned, "%s", name)
		assert.OK(t, CheckQuota(f, v), "%s", name)
		if c.spoil != nil {
			c.spoil(&v)
		}
		if c.other != nil {
			f = mustFamily(7, c.other)
		}
		if CheckQuota(f, v) == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// quotaByHand returns the least quota, more than half of the votes, with which some votes make f; 0
// if no quota up to most does.
func quotaByHand(f quorum.Family, most int) int {
	n := f.N()
	w := make([]int, n)
	for quota := 1; quota <= most; quota++ {
		var try func(x, left int) bool
		try = func(x, left int) bool {
			if x == n {
				total := 2*quota - 1 - left
				return checkAllSets(f, Votes{Weights: w, Total: total, Quota: quota}) == nil
			}
			for w[x] = 0; w[x] <= min(left, quota); w[x]++ {
				if try(x+1, left-w[x]) {
					return true
				}
			}
			return false
		}
		if try(0, 2*quota-1) {
			return quota
		}
	}
	return 0
}

func TestQuotaVotes(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 150 {
		n := 1 + rng.IntN(4)
		var quorums [][]int
		for range 1 + rng.IntN(5) {
			set := 1 + rng.IntN(1<<n-1)
			q := nodesOf(uint(set))
			if !slices.ContainsFunc(quorums, func(other []int) bool { return !quorum.SetOf(other...).Intersects(quorum.SetOf(q...)) }) {
				quorums = append(quorums, q)
			}
		}
		f := mustFamily(n, quorums)
		v := assert.Got(FindQuota(t.Context(), f, Options{}))(t)
		if byHand := quotaByHand(f, max(3, v.Quota)); byHand != v.Quota || v.LowerQuota != v.Quota {
			t.Errorf("%v: %+v, by hand a quota of %d", quorums, v, byHand)
		}
	}
	for spec, quota := range map[string]int{
		"majority:n=4": 3, "majority:n=5": 3, "weighted:votes=3-2-2-1,quota=6": 4, "grid:n=9": 0, "fpp:order=3": 0, "fpp:order=2": 0,
	} {
		f := systems.Cartels(t, spec)[0]
		v := assert.Got(FindQuota(t.Context(), f, Options{}))(t)
		if v.Quota != quota || v.Assignable != (quota > 0) {
			t.Errorf("%s: %+v", spec, v)
		}
		if !v.Assignable {
			v.Proof.Trade = v.Proof.Trade[:1]
		} else {
			v.Weights[0]++
		}
		if CheckQuota(f, v) == nil {
			t.Errorf("%s: a change was not noticed", spec)
		}
	}
	for _, f := range []quorum.Family{mustFamily(3, nil), mustFamily(2, [][]int{{0}, {1}})} {
		assert.As[*quorum.InputError](FindQuota(t.Context(), f, Options{}))(t, "%d quorums", f.Len())
	}
}
