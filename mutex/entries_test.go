package mutex_test

import (
	"fmt"
	"testing"

	"coterie/construct"
	"coterie/internal/check/assert"
	"coterie/mutex"
	"coterie/quorum"
)

// TestEntriesCost: an entry by Raymond's algorithm takes n-1 REQUESTs and at most as many REPLYs,
// all but k-1 of which answer it alone; one by k tokens takes nothing, or n-1 REQUESTs and at most
// k tokens (with several tokens it may be served by one that was sent for its last request). Both
// bounds of each are reached in some run.
func TestEntriesCost(t *testing.T) {
	for _, size := range [][2]int{{3, 1}, {4, 2}, {5, 2}, {3, 3}, {6, 3}} {
		n, k := size[0], size[1]
		s := assert.Got(quorum.As[*quorum.KCoterie](construct.KMajority(n, k)))(t)
		setup := assert.Got(mutex.NewSetup(s, n, mutex.Options{}))(t)
		for _, tt := range []struct {
			name        string
			answer      mutex.Kind
			least, most int
		}{
			{"raymond-k", mutex.Reply, n - k, n - 1},
			{"k-tokens", mutex.Privilege, max(0, 2-k), k},
		} {
			seen := map[int]bool{}
			for seed := range uint64(60) {
				for c, b := range costs(t, mutex.Find(tt.name), setup, seed, seed%2 == 0, seed%3 > 0, 60) {
					answers := b[tt.answer]
					if *b == (bill{}) && tt.name == "k-tokens" {
						continue // it has a token
					}
					seen[answers] = true
					if b[mutex.Request] != n-1 || b.total() != n-1+answers || answers < tt.least || answers > tt.most {
						t.Fatalf("%s, n = %d, k = %d, seed %d: entry %d of process %d is charged %v", tt.name, n, k, seed, c.Entry, c.Process, b)
					}
				}
			}
			if asks := tt.name == "raymond-k" || k < n; asks && (!seen[tt.least] || !seen[tt.most]) {
				t.Errorf("%s, n = %d, k = %d: answers %v, not from %d to %d", tt.name, n, k, seen, tt.least, tt.most)
			}
		}
	}
}

// TestRaymondCounts follows a process that enters twice beside one that stays inside: that one's
// last REPLY answers both requests, and none of them counts before.
func TestRaymondCounts(t *testing.T) {
	setup := &mutex.Setup{Nodes: 3, Processes: 3, Rule: mutex.Rule{Name: mutex.AtMost, K: 2}}
	s := mutex.NewSystem(mutex.Find("raymond-k"), setup)
	var under []mutex.Message
	settle := func() {
		for len(under) > 0 {
			under = s.Receive(under[0], under[1:])
		}
	}
	wish := func(p int32, entry uint32) {
		under = s.Wish(mutex.Wish{Process: p, Entry: entry, Quorum: -1}, under)
		settle()
		assert.MustEqual(t, s.Phase(p), mutex.Critical, "process %d, entry %d", p+1, entry)
	}
	wish(0, 1)
	wish(1, 1)
	s.Exit(1, nil)
	wish(1, 2)
	assert.Slice(t, s.Machines[1].View().Lacks, []int32{0}, "who has not replied")
	out := s.Exit(0, nil)
	if len(out) != 1 || out[0].Round != 1 || out[0].Cause != (mutex.Cause{Process: 1, Entry: 1}) {
		t.Fatalf("the process that stayed inside sends %v", fmt.Sprint(out))
	}
	s.Receive(out[0], nil)
	assert.Slice(t, s.Machines[1].View().Lacks, nil, "who has not replied")
}
