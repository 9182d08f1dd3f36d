package votes

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"coterie/bounds"
	"coterie/measure/loads"
	"coterie/quorum"
)

const (
	// listedNodes is the most nodes for which Check lists all sets.
	listedNodes = 20
	// countedVotes is the greatest total for which Check counts minimal sets.
	countedVotes = 1_000_000
)

// Check judges every part of v, the votes of a nondominated coterie f, in exact integer
// arithmetic and without the methods of Find; nil means that v is right. It checks that
//
//   - the load passes loads.Check, and is above 1/2 iff Assignable;
//   - Weights are not negative and sum to Total, which is odd, Quota = ⌊Total/2⌋+1, and the sets of
//     at least Quota votes are exactly those that contain a quorum. For n <= 20 all sets are
//     listed. Above, every minimal quorum must have Quota votes and lose them with its least node,
//     and there must be as many quorums as there are minimal sets of Quota votes (counted below);
//   - Lower <= Total, and if LowerBy is "load", Lower is the least odd integer that is at least
//     1/(2·Load-1);
//   - without votes, the Trade lists quorums of f, each once, in ascending order and with Times of
//     at least 1, and every node is in at most half of all of them.
//
// If LowerBy is "search", Lower is trusted: the cases of the search are not repeated here. Votes
// that pass prove that f is nondominated: of a set and its complement exactly one has more than
// half of an odd Total. The least total is always odd, and Find returns odd totals only.
//
// Counting: order the nodes by votes, the greatest first. A minimal set of at least q votes with
// last node i is i with a set of earlier nodes of q - w_i to q - 1 votes, and each such set gives a
// minimal set; the numbers of sets with each sum are added up from node to node, in O(n·Total)
// additions.
//
// It is an error, too, if n > 20 and Total is above a million: then nothing is checked.
func Check(f quorum.Family, v Votes) error {
	if err := loads.Check(context.Background(), f, v.Load); err != nil {
		return fmt.Errorf("the load: %w", err)
	}
	if (v.Load.Value.Cmp(bounds.FractionOf(1, 2)) > 0) != v.Assignable {
		return fmt.Errorf("assignable is %v, and the load is %v", v.Assignable, v.Load.Value)
	}
	if !v.Assignable {
		if v.Weights != nil || v.Total != 0 || v.Quota != 0 || v.Lower != 0 {
			return fmt.Errorf("votes where there are none")
		}
		return checkTrade(f, v.Trade)
	}
	if v.Trade != nil {
		return fmt.Errorf("a trade where there are votes")
	}
	if err := checkWeights(f, v); err != nil {
		return err
	}
	if v.Lower > v.Total {
		return fmt.Errorf("a total of %d is below its lower bound %d", v.Total, v.Lower)
	}
	switch v.LowerBy {
	case "load":
		// The least odd integer m with m·(2L-1) >= 1.
		gap := new(big.Rat).Sub(new(big.Rat).Add(v.Load.Value.Rat(), v.Load.Value.Rat()), big.NewRat(1, 1))
		reaches := func(m int) bool {
			return new(big.Rat).Mul(gap, big.NewRat(int64(m), 1)).Cmp(big.NewRat(1, 1)) >= 0
		}
		if v.Lower%2 == 0 || !reaches(v.Lower) || v.Lower > 1 && reaches(v.Lower-2) {
			return fmt.Errorf("a load of %v does not give the lower bound %d", v.Load.Value, v.Lower)
		}
	case "search":
	default:
		return fmt.Errorf("a lower bound by %q", v.LowerBy)
	}
	return nil
}

// checkTrade checks that no votes can have more than half on every quorum of the list.
func checkTrade(f quorum.Family, trade []Traded) error {
	all := 0
	occurs := make([]int, f.N())
	for i, c := range trade {
		if c.Quorum < 0 || int(c.Quorum) >= f.Len() || i > 0 && c.Quorum <= trade[i-1].Quorum {
			return fmt.Errorf("trade: quorum %v is out of order, or not listed", c.Quorum)
		}
		if !c.Nodes.Equal(f.Set(int(c.Quorum))) {
			return fmt.Errorf("trade: quorum %v is not %v", c.Quorum, c.Nodes)
		}
		if c.Times < 1 || c.Times > 1<<53 || all > 1<<53 {
			return fmt.Errorf("trade: quorum %v is taken %d times", c.Quorum, c.Times)
		}
		all += c.Times
		for _, x := range f.Quorum(int(c.Quorum)) {
			occurs[x] += c.Times
		}
	}
	if all == 0 {
		return fmt.Errorf("trade: no quorums")
	}
	for x, times := range occurs {
		if 2*times > all {
			return fmt.Errorf("trade: node %v is in %d of %d", quorum.Node(x), times, all)
		}
	}
	return nil
}

// checkWeights checks that the sets of Quota votes are exactly the sets that contain a quorum.
func checkWeights(f quorum.Family, v Votes) error {
	if len(v.Weights) != f.N() {
		return fmt.Errorf("%d votes for %d nodes", len(v.Weights), f.N())
	}
	total := 0
	for x, w := range v.Weights {
		if w < 0 || w > 1<<53 || total > 1<<53 {
			return fmt.Errorf("node %v has %d votes", quorum.Node(x), w)
		}
		total += w
	}
	if total != v.Total || v.Quota != total/2+1 {
		return fmt.Errorf("the votes sum to %d; a total of %d and a quota of %d are claimed", total, v.Total, v.Quota)
	}
	if total%2 == 0 {
		return fmt.Errorf("a total of %d can be split evenly", total)
	}
	if f.N() <= listedNodes {
		return checkAllSets(f, v)
	}
	if v.Total > countedVotes {
		return fmt.Errorf("a total of %d for %d nodes is out of reach of the check", v.Total, f.N())
	}
	return checkMinimalSets(f, v)
}

// checkAllSets lists all sets.
func checkAllSets(f quorum.Family, v Votes) error {
	n := f.N()
	live := make([]bool, 1<<n)
	for _, q := range f.All() {
		set := 0
		for _, x := range q {
			set |= 1 << x
		}
		live[set] = true
	}
	votes := make([]int, 1<<n)
	for x := range n {
		for set := range live {
			if set>>x&1 == 1 {
				live[set] = live[set] || live[set&^(1<<x)]
				votes[set] += v.Weights[x]
			}
		}
	}
	for set, yes := range live {
		if yes != (votes[set] >= v.Quota) {
			var nodes []int
			for x := range n {
				if set>>x&1 == 1 {
					nodes = append(nodes, x)
				}
			}
			return fmt.Errorf("%v has %d of %d votes; contains a quorum: %v", quorum.SetOf(nodes...), votes[set], v.Total, yes)
		}
	}
	return nil
}

// checkMinimalSets compares the minimal quorums with the minimal sets of Quota votes.
func checkMinimalSets(f quorum.Family, v Votes) error {
	minimal := f.Minimized()
	for i, q := range minimal.All() {
		votes, least := 0, v.Total
		for _, x := range q {
			votes += v.Weights[x]
			least = min(least, v.Weights[x])
		}
		if votes < v.Quota || votes-least >= v.Quota {
			return fmt.Errorf("%v has %d votes, the least %d: no minimal set of %d", minimal.Set(i), votes, least, v.Quota)
		}
	}
	weights := slices.Clone(v.Weights)
	slices.SortFunc(weights, func(a, b int) int { return cmp.Compare(b, a) })
	count, sums := new(big.Int), make([]big.Int, v.Quota)
	sums[0].SetInt64(1)
	for _, w := range weights {
		for sum := max(0, v.Quota-w); sum < v.Quota; sum++ {
			count.Add(count, &sums[sum])
		}
		if w > 0 {
			for sum := v.Quota - 1; sum >= w; sum-- {
				sums[sum].Add(&sums[sum], &sums[sum-w])
			}
		}
	}
	if count.Cmp(big.NewInt(int64(minimal.Len()))) != 0 {
		return fmt.Errorf("%v minimal sets have %d votes, and there are %d quorums", count, v.Quota, minimal.Len())
	}
	return nil
}
