package construct

import (
	"fmt"

	"coterie/internal/solve/quotas"
	"coterie/quorum"
)

// Weighted returns the quorum system of weighted voting (Gifford 1979; Garcia-Molina and Barbara
// 1985): node i has votes[i] votes, V together, and the quorums are the minimal node sets with at
// least quota votes, in lexicographic order; quota 0 stands for the majority ⌊V/2⌋+1. A node
// without votes is in no quorum. There is no site assignment.
//
// It exists for 1..20000 nodes with 1 <= V <= 10^9 and ⌊V/2⌋+1 <= quota <= V (else the error is a
// *ParamError): 2·quota > V, so that two sets with quota votes each cannot be disjoint.
//
// # Figures
//
// A set with the quota is minimal if and only if it falls below without its lightest node. In the
// order from the heaviest node to the lightest, each quorum whose last node has w votes comes from
// a set of earlier nodes with quota-w..quota-1 votes. These sets, and the quorums that a node is
// in, are counted exactly by dynamic programming over the number of votes, in O(n·quota) additions
// of big numbers. Votes and quota are first divided by the votes' common divisor. Where n·quota,
// where n counts the nodes with votes, is then more than 2·10^6, systems of up to 20 nodes are
// counted on the list, and for more nodes the figures are Unknown. (A quick way is not to be
// expected: counting the subsets of given numbers that reach a sum is #P-complete.)
//
// Listing takes or passes nodes from the heaviest to the lightest, without dead ends, whatever the
// number of votes: O(K) steps for each quorum of K nodes; it sorts them afterwards.
//
// The coterie is nondominated if and only if no set has V-quota+1 .. quota-1 votes; for odd V and
// quota (V+1)/2 this range is empty. Every nondominated one is also given by votes with an odd sum
// and their majority. Equal effort and equal responsibility both hold if and only if the quorums
// are all sets of K of the n nodes.
//
// Proof: docs/theorems/weighted-voting.md.
func Weighted(votes []int, quota int) (quorum.Known, error) {
	return weightedFamily().built(weightedPlan(votes, quota, quota == 0))
}

// weightedPlan judges votes and quota; byMajority has the default in place of the quota.
func weightedPlan(votes []int, quota int, byMajority bool) (*plan, error) {
	sum, err := checkVotes("weighted", votes)
	if err != nil {
		return nil, err
	}
	majority := sum/2 + 1
	if byMajority {
		quota = majority
	}
	if quota < majority || quota > sum {
		return nil, outOfRange("weighted", "quota", quota, fmt.Sprintf("%d..%d, more than half of the %d votes", majority, sum, sum))
	}
	settings := []setting{listSetting("votes", votes)}
	if quota != majority {
		settings = append(settings, intSetting("quota", quota))
	}
	return votesPlan(settings, 0, len(votes), quotas.New(votes, quota)), nil
}

func weightedFamily() Family {
	return Family{
		Name:    "weighted",
		Kind:    quorum.KindSystem,
		Summary: "weighted voting: the minimal sets with a quota of the votes",
		Params: []Param{
			{Name: "votes", Doc: "votes of each node, joined by -: at least 0, 1..1000000000 together"},
			{Name: "quota", Doc: "votes of a quorum, more than half of all", Optional: true, Default: "⌊V/2⌋+1"},
		},
		Exists: "every n in 1..20000",
		Source: "Gifford 1979; Garcia-Molina and Barbara 1985",
		resolve: func(a *args) (*plan, error) {
			return weightedPlan(a.list("votes"), a.int("quota"), !a.has("quota"))
		},
		usage:     "weighted:votes=A-B-C[,quota=⌊V/2⌋+1]",
		noDefault: "its votes are yours to choose: weighted:votes=A-B-C[,quota=Q]",
	}
}
