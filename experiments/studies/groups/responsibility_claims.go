package groups

import (
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
)

// claimTradeoff judges the statements of Joung (2003) about degree against responsibility, load and
// quorum size.
func claimTradeoff(out *experiments.Output, p tradeoffParameters, rows []tradeoffRow) {
	words := fmt.Sprintf("m in {%s}, degree in 1..%d, n in 1..%d", experiments.JoinInts(p.Groups), p.Degrees, p.Nodes)
	overSurficial := "surficial systems, " + words
	surficial := experiments.Keep(rows, func(r tradeoffRow) bool { return r.Design == construct.PairsDesign })

	notOptimal := func(r tradeoffRow) (bool, string) {
		return r.Net.Degree > r.Degree, fmt.Sprintf("%s, n = %d: degree %d, that of the largest net within so many nodes, %s, is %d", r.Spec, r.N, r.Degree, r.Net.Spec, r.Net.Degree)
	}
	out.Claim("joung-surficial-not-optimal", joung, "section 3, after Lemma 3.2",
		"In terms of degree, the construction of the surficial quorum system is not optimal.",
		experiments.HoldsUnderReading("for m >= 3 and squares of side at least 2: the net of m cartels within n nodes has a greater degree",
			experiments.ForAll(overSurficial, experiments.LargestFirst(surficial), notOptimal),
			experiments.ForAll(overSurficial+", m >= 3, side at least 2",
				experiments.Keep(surficial, func(r tradeoffRow) bool { return r.M >= 3 && r.Degree >= 2 }), notOptimal)))

	out.Claim("joung-load-and-degree", joung, "section 3, before Lemma 3.3",
		"The surficial quorum system achieves maximal degree when processes' loads are minimized.",
		experiments.ForAll(overSurficial+"; the load of a process is the number of quorums that it is in, two", surficial, func(r tradeoffRow) (bool, string) {
			return r.Responsibility == 2 && r.EqualResponsibilities && r.meetsBound(),
				fmt.Sprintf("%s has degree %d and responsibility %d; %s", r.Spec, r.Degree, r.Responsibility, r.Reason)
		}).Proved("surficial-conditions"))
	out.Claim("ours-load-and-degree", experiments.BeyondThePaper, "after Joung 2003, section 3",
		"No system over a design, of as many cartels on no more nodes, asks its busiest node with a smaller probability than the surficial one.",
		experiments.ForAll(overSurficial+", beside the systems over designs of as many cartels and no more nodes, all groups equally active", surficial, func(r tradeoffRow) (bool, string) {
			best := r.lightest(rows)
			return best.Spec == r.Spec, fmt.Sprintf("m = %d: the busiest node of the surficial system of %d nodes, degree %d, is asked with probability %v; of %s, %d nodes, degree %d, with %v",
				r.M, r.N, r.Degree, r.load(), best.Spec, best.N, best.Degree, best.load())
		}))

	// Pairs of the same m, the first of a lower degree.
	pairs := experiments.Flat(rows, func(low tradeoffRow) (list [][2]tradeoffRow) {
		for _, high := range rows {
			if low.M == high.M && low.Degree < high.Degree {
				list = append(list, [2]tradeoffRow{low, high})
			}
		}
		return list
	})
	larger := func(p [2]tradeoffRow) (bool, string) {
		return p[1].K > p[0].K, fmt.Sprintf("m = %d: %s has degree %d and K = %d (n = %d), %s degree %d and K = %d (n = %d)", p[0].M,
			p[0].Spec, p[0].Degree, p[0].K, p[0].N, p[1].Spec, p[1].Degree, p[1].K, p[1].N)
	}
	out.Claim("joung-degree-and-size", joung, "section 3, after Definition 3.2", "The higher the degree, the larger the quorum size.",
		experiments.HoldsUnderReading("among systems of one m and one responsibility R that reach the greatest degree, where K = d(m-1)/(R-1)",
			experiments.ForAll("pairs of systems over designs with equally many cartels, "+words, experiments.LargestFirst(pairs), larger),
			experiments.ForAll("pairs of systems over designs with equally many cartels and equal responsibility, "+words,
				experiments.Keep(pairs, func(p [2]tradeoffRow) bool { return p[0].Responsibility == p[1].Responsibility }), larger).
				Proved("designs-meet-the-bound")))

	conflict := func(r tradeoffRow) (bool, string) {
		return !r.distributed() || r.Dominated, fmt.Sprintf("%s, n = %d: fully distributed, with responsibility %d and degree %d, and nondominated", r.Spec, r.N, r.Responsibility, r.Degree)
	}
	byNodes := slices.SortedStableFunc(slices.Values(rows), func(a, b tradeoffRow) int { return b.N - a.N }) // the largest first
	out.ClaimAgain("joung-distributed-dominated", "joung-distributed-dominated-groups", joung, "section 3, after Theorem 3.4",
		"Full distributedness and nondominance conflict: group quorum systems that satisfy the four conditions are dominated.",
		experiments.HoldsUnderReading("of systems over block designs, for those of more than 4 nodes: the three classes of the affine plane of order 2 are an exception",
			experiments.ForAll("systems over designs, "+words, byNodes, conflict),
			experiments.ForAll("systems over designs of more than 4 nodes, "+words, experiments.Keep(rows, func(r tradeoffRow) bool { return r.N > 4 }), conflict).
				Proved("designs-dominated")))

	sized := experiments.Flat(smallSystems(4), func(s small.System) []tradeoffRow {
		g := s.Cartels
		return []tradeoffRow{{Spec: g.String(), facts: facts{M: len(g), K: g.LeastSize(), Degree: g.Degree(), Responsibility: g.Responsibility()}}}
	})
	out.Claim("joung-single-meetings", joung, "section 3, condition 4",
		"That quorums of different cartels share exactly one node reduces the size of a quorum: with equal m, degree and responsibility no system has smaller quorums.",
		experiments.ForAll("systems over designs, "+words+", beside all systems of non-empty cartels with n <= 4, m = 2 and n <= 3, m = 3", append(sized, rows...), func(r tradeoffRow) (bool, string) {
			least := bounds.SizeByDegree(r.M, r.Degree, r.Responsibility)
			return r.K == least || !r.distributed() && r.K > least, fmt.Sprintf("%s: a quorum of %d nodes, limit %d", r.Spec, r.K, least)
		}).Proved("size-by-degree"))
}

// distributed reports whether the system satisfies the four conditions.
func (r tradeoffRow) distributed() bool {
	return r.EqualCartels && r.EqualSizes && r.EqualResponsibilities && r.SingleMeetings
}

// lightest returns the system of least load among those with as many cartels as r and no more
// nodes. It returns r if r is one of least load.
func (r tradeoffRow) lightest(rows []tradeoffRow) tradeoffRow {
	best := r
	for _, other := range rows {
		if other.M == r.M && other.N <= r.N && other.loadExact() && r.loadExact() && other.load().Cmp(best.load()) < 0 {
			best = other
		}
	}
	return best
}
