package sim

import (
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// TestSubgroups: with the locks that the subgroups need, all members of a group are inside at once;
// with one less they are not, where subgroups have disjoint quorums.
func TestSubgroups(t *testing.T) {
	for _, spec := range []string{"surficial:m=3,k=2", "affine:order=3,m=3", "lift:m=2,of=(fpp:order=2)", "read-write-grid:rows=3,columns=3"} {
		built := assert.Got(construct.Build(t.Context(), spec))(t)
		s := built.Structure.(*quorum.GroupSystem)
		const processes = 7
		groups := make([][]int32, processes)
		for p := range groups {
			groups[p] = []int32{1}
		}
		subgroups := assert.Got(NewSubgroups(t.Context(), s))(t)
		for range processes {
			subgroups.Join(1)
		}
		locks := subgroups.Locks()
		for less := range 2 {
			if locks == less {
				continue
			}
			setup := assert.Got(mutex.NewSetup(s, processes, mutex.Options{MaxLocks: locks - less}))(t)
			a := mutex.Find("maekawa-m")
			requesters := assert.Got(Requesters(t.Context(), s, a, setup, nil, groups, Site))(t)
			c := Config{Algorithm: a, Setup: setup, Requesters: requesters, Latency: Distribution{Constant, 1, 0}, Critical: Distribution{Constant, 100, 0}, Entries: processes}
			r, err := Run(t.Context(), c)
			if err != nil || len(r.Stuck) > 0 || r.Violations > 0 {
				t.Fatal(r, err)
			}
			if less == 0 && r.MaxInCS < processes || less == 1 && subgroups.degree[1] > 1 && r.MaxInCS == processes {
				t.Errorf("%s: %d locks, %d of %d inside", spec, locks-less, r.MaxInCS, processes)
			}
		}
	}
}
