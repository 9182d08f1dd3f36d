package pairs

import (
	"fmt"

	"coterie/bounds"
	"coterie/quorum"
)

// assigned returns the assignment by owner, which is called with the pairs in ascending order, once
// it is judged. cut has the speeds of the owners of the cut, and 0 for the others; nil if all
// owners are in it.
func assigned(holdings quorum.Family, speeds []int, share [2]int, cut []int, owner func(u, v int) int) (*Assignment, error) {
	n, owners := holdings.N(), holdings.Len()
	a := &Assignment{Blocks: n, Owners: owners, Speeds: speeds, Share: bounds.FractionOf(int64(share[0]), int64(share[1]))}
	for u := range n {
		for v := u + 1; v < n; v++ {
			a.Pairs = append(a.Pairs, Pair{[2]quorum.Node{quorum.Node(u), quorum.Node(v)}, quorum.Index(owner(u, v))})
		}
	}
	for i := range owners {
		if cut == nil || cut[i] > 0 {
			a.Cut = append(a.Cut, quorum.Index(i))
		}
	}
	c := &a.Copies
	c.Fewest, c.Most = holdings.Sizes()
	c.All, c.Replicated = holdings.Incidences(), owners*n
	for c.Groups < n && c.Groups*(c.Groups+1)/2 <= owners {
		c.Groups++
	}
	c.TwoGroups = min(2*((n+c.Groups-1)/c.Groups), n)
	if flaw := a.count(holdings.Sets(), share); flaw != "" {
		return nil, quorum.Internal("pairs of %d blocks: %s", n, flaw)
	}
	return a, nil
}

// count counts the pairs of the owners and of the cut from the definitions, without the flow, and
// returns why the assignment is none, or not proved to be best: "" if it is.
func (a *Assignment) count(sets []quorum.Set, share [2]int) (flaw string) {
	of, inCut := make([]int, a.Owners), make([]bool, a.Owners)
	for _, p := range a.Pairs {
		if set := sets[p.Owner]; !set.Has(int(p.Blocks[0])) || !set.Has(int(p.Blocks[1])) || a.Speeds[p.Owner] == 0 {
			return fmt.Sprintf("owner %v does not work, or does not hold %v", p.Owner, p.Blocks)
		}
		of[p.Owner]++
	}
	below := 0 // the pairs that the owners of the cut have at most within a smaller share
	for _, i := range a.Cut {
		inCut[i] = true
		below += max(share[0]*a.Speeds[i]-1, 0) / share[1]
	}
	elsewhere := make([]bool, a.Blocks*a.Blocks) // pairs that an owner beyond the cut holds, too
	a.Fewest = len(a.Pairs)
	for i, c := range of {
		if a.Fewest, a.Most = min(a.Fewest, c), max(a.Most, c); c*share[1] > share[0]*a.Speeds[i] {
			return fmt.Sprintf("owner %v has %d pairs", quorum.Index(i), c)
		}
		for u := range sets[i].All() {
			for v := range sets[i].All() {
				elsewhere[u*a.Blocks+v] = elsewhere[u*a.Blocks+v] || !inCut[i] && a.Speeds[i] > 0
			}
		}
	}
	for _, p := range a.Pairs {
		if !elsewhere[int(p.Blocks[0])*a.Blocks+int(p.Blocks[1])] {
			a.CutPairs++
		}
	}
	if len(a.Pairs) > 0 && below >= a.CutPairs {
		return fmt.Sprintf("the %d pairs of the cut fit below the share %v", a.CutPairs, a.Share)
	}
	return ""
}
