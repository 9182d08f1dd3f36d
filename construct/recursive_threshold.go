package construct

import (
	"slices"

	"coterie/internal/solve/forms"
	"coterie/quorum"
)

// maxRecursiveNodes keeps the figures of rt, which have about as many bits as the quorums nodes,
// quick to compute.
const maxRecursiveNodes = 1 << 20

// RecursiveThreshold returns the system RT(k,l) of Malkhi, Reiter and Wool: all sets of l of k
// nodes, with such a system in the place of each node, and so on to the given depth. It is a
// hierarchy (hierarchical) of thresholds, whose nodes are numbered as there.
//
// It exists for depth >= 1 and k/2 < l < k with n = k^depth <= 2^20 (else the error is a
// *ParamError). K = l^depth; two quorums share (2l-k)^depth nodes or more, the load is (l/k)^depth,
// and (k-l+1)^depth-1 nodes may crash. The number of quorums is C(k,l)^((l^depth-1)/(l-1)). There
// is no site assignment.
//
// Malkhi, Reiter and Wool 2000, as MGrid cites them.
//
// Proof: docs/theorems/byzantine-designs.md.
func RecursiveThreshold(k, l, depth int) (quorum.Known, error) {
	return recursiveThresholdFamily().built(recursiveThresholdPlan(k, l, depth))
}

func recursiveThresholdPlan(k, l, depth int) (*plan, error) {
	if err := checkRange("rt", "k", k, 3, MaxMajority); err != nil {
		return nil, err
	}
	if err := checkRange("rt", "l", l, k/2+1, k-1); err != nil {
		return nil, err
	}
	most := 1
	for n := k * k; n <= maxRecursiveNodes; n *= k {
		most++
	}
	if err := checkRange("rt", "depth", depth, 1, most); err != nil {
		return nil, err
	}
	votes, err := weightedPlan(slices.Repeat([]int{1}, k), l, false)
	if err != nil {
		return nil, err
	}
	p := allOfSizePlan(k, l, plainSystem)
	p.settings = votes.settings
	top := &Instance{weightedFamily(), p}
	below := top
	for range depth - 1 {
		if p, err = hierarchicalPlan(top, []*Instance{below}); err != nil {
			return nil, err
		}
		below = &Instance{hierarchicalFamily(), p}
	}
	whole := *p
	whole.settings = []setting{intSetting("k", k), intSetting("l", l), intSetting("depth", depth)}
	whole.proved = func() quorum.Proved {
		return forms.Alike(whole.n, whole.largest, recursiveTransversal(k, k-l+1, depth))()
	}
	return &whole, nil
}

// recursiveTransversal returns the nodes whose depth digits to the base k are all below least: the
// first nodes at each level.
func recursiveTransversal(k, least, depth int) quorum.Set {
	nodes := []int{0}
	for range depth {
		var next []int
		for _, v := range nodes {
			for digit := range least {
				next = append(next, v*k+digit)
			}
		}
		nodes = next
	}
	return quorum.SetOf(nodes...)
}

func recursiveThresholdFamily() Family {
	return Family{
		Name:    "rt",
		Kind:    quorum.KindSystem,
		Summary: "l of k nodes, each of them such a system again: recursive threshold",
		Params: []Param{
			{Name: "k", Doc: "parts at each level, at least 3"},
			{Name: "l", Doc: "parts that a quorum needs, more than half of k and fewer than k"},
			{Name: "depth", Doc: "number of levels, at least 1"},
		},
		Exists:  "n = k^depth <= 2^20; by default n = 4^depth with l = 3",
		Source:  "Malkhi, Reiter and Wool 2000",
		resolve: func(a *args) (*plan, error) { return recursiveThresholdPlan(a.int("k"), a.int("l"), a.int("depth")) },
		forN: ofNodes(func(n int) (*plan, error) {
			return onlySizes("rt", n, "n is no power of 4, as RT(4,3) needs; other k and l are yours to choose: rt:k=K,l=L,depth=D", 10,
				func(i int) int { return 1 << (2 * i) },
				func(i int) (*plan, error) { return recursiveThresholdPlan(4, 3, i) })
		}),
	}
}
