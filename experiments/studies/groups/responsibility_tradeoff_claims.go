package groups

import (
	"fmt"
	"iter"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
)

// tradeoffClaims judges what Joung (2003) says of degree beside responsibility, load and quorum size.
func tradeoffClaims(p tradeoffParameters, rows []tradeoffRow) []experiments.Claim {
	claim := func(id, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: "Joung 2003", Section: section, Statement: statement, Command: tradeoffCommand, Judgement: j}
	}
	words := fmt.Sprintf("m in {%s}, degree in 1..%d, n in 1..%d", experiments.JoinInts(p.Groups), p.Degrees, p.Nodes)
	surficial := slices.DeleteFunc(slices.Clone(rows), func(r tradeoffRow) bool { return r.Design != construct.PairsDesign })
	beyond := slices.DeleteFunc(slices.Clone(surficial), func(r tradeoffRow) bool { return r.M < 3 || r.Degree < 2 })
	overSurficial := "surficial systems, " + words
	notOptimal := func(r tradeoffRow) (bool, string) {
		return r.NetDegree > r.Degree, fmt.Sprintf("%s, n = %d: degree %d, that of the largest net within so many nodes, %s, is %d", r.Spec, r.N, r.Degree, r.Net, r.NetDegree)
	}
	return []experiments.Claim{
		claim("joung-surficial-not-optimal", "section 3, after Lemma 3.2",
			"In terms of degree, the construction of the surficial quorum system is not optimal.",
			experiments.HoldsUnderReading("for m >= 3 and squares of side at least 2: the net of m cartels within n nodes has a greater degree",
				experiments.Judge(experiments.Every(overSurficial), slices.Values(surficial), notOptimal),
				experiments.Judge(experiments.Every(overSurficial+", m >= 3, side at least 2"), slices.Values(beyond), notOptimal))),
		claim("joung-load-and-degree", "section 3, before Lemma 3.3",
			"The surficial quorum system achieves maximal degree when processes' loads are minimized.",
			experiments.HoldsUnderReading("if the load of a process is the number of quorums that it is in, two; the probability that it is asked is less in systems of greater responsibility and degree on fewer nodes",
				experiments.Judge(experiments.Every(overSurficial+", beside the systems over designs of as many cartels and no more nodes, all groups equally active"), slices.Values(surficial), func(r tradeoffRow) (bool, string) {
					best, ok := lightest(rows, r)
					return !ok, fmt.Sprintf("m = %d: the busiest node of the surficial system of %d nodes, degree %d, is asked with probability %v; of %s, %d nodes, degree %d, with %v",
						r.M, r.N, r.Degree, r.load(), best.Spec, best.N, best.Degree, best.load())
				}),
				experiments.Judge(experiments.Every(overSurficial), slices.Values(surficial), func(r tradeoffRow) (bool, string) {
					return r.Responsibility == 2 && r.Equal && r.MeetsBound, fmt.Sprintf("%s: %s", r.Spec, r.Reason)
				}).Proved("surficial-conditions"))),
		claim("joung-degree-and-size", "section 3, after Definition 3.2",
			"The higher the degree, the larger the quorum size.",
			experiments.HoldsUnderReading("among systems of one m and one responsibility R that reach the greatest degree, where K = d(m-1)/(R-1)",
				experiments.Judge(experiments.Every("pairs of systems over designs with equally many cartels, "+words), tradeoffPairs(rows, false), tradeoffPair.larger),
				experiments.Judge(experiments.Every("pairs of systems over designs with equally many cartels and equal responsibility, "+words), tradeoffPairs(rows, true), tradeoffPair.larger).
					Proved("designs-meet-the-bound"))),
		claim("joung-distributed-dominated-groups", "section 3, after Theorem 3.4",
			"Full distributedness and nondominance conflict: group quorum systems that satisfy the four conditions are dominated.",
			experiments.HoldsUnderReading("of systems over block designs, for those of more than 4 nodes: the three classes of the affine plane of order 2 are an exception",
				experiments.Judge(experiments.Every("systems over designs, "+words), slices.Values(rows), tradeoffRow.conflict),
				experiments.Judge(experiments.Every("systems over designs of more than 4 nodes, "+words), slices.Values(slices.DeleteFunc(slices.Clone(rows), func(r tradeoffRow) bool { return r.N <= 4 })), tradeoffRow.conflict).
					Proved("designs-dominated"))),
		claim("joung-single-meetings", "section 3, condition 4",
			"That quorums of different cartels share exactly one node reduces the size of a quorum: with equal m, degree and responsibility no system has smaller quorums.",
			experiments.Judge(experiments.Every("systems over designs, "+words+", beside all systems of non-empty cartels with n <= 4, m = 2 and n <= 3, m = 3"), sizedSystems(rows), func(s sizedSystem) (bool, string) {
				least := bounds.SizeByDegree(s.m, s.degree, s.responsibility)
				return s.size == least || !s.single && s.size > least, fmt.Sprintf("%s: a quorum of %d nodes, limit %d", s.name, s.size, least)
			}).Proved("size-by-degree")),
	}
}

// conflict reports whether the system is not both fully distributed and nondominated.
func (r tradeoffRow) conflict() (bool, string) {
	distributed := r.EqualCartels && r.EqualSizes && r.Equal && r.SingleMeetings
	return !distributed || r.Dominated, fmt.Sprintf("%s, n = %d: fully distributed, with responsibility %d and degree %d, and nondominated", r.Spec, r.N, r.Responsibility, r.Degree)
}

// lightest returns the system of as many cartels and no more nodes than r whose load is least, if it is less than that of
// r.
func lightest(rows []tradeoffRow, r tradeoffRow) (best tradeoffRow, ok bool) {
	best = r
	for _, other := range rows {
		if other.M == r.M && other.N <= r.N && other.LoadExact && r.LoadExact && other.load().Cmp(best.load()) < 0 {
			best, ok = other, true
		}
	}
	return best, ok
}

// tradeoffPair is two systems, the first of the lower degree.
type tradeoffPair struct{ low, high tradeoffRow }

func (p tradeoffPair) larger() (bool, string) {
	return p.high.K > p.low.K, fmt.Sprintf("m = %d: %s has degree %d and K = %d (n = %d), %s degree %d and K = %d (n = %d)", p.low.M,
		p.low.Spec, p.low.Degree, p.low.K, p.low.N, p.high.Spec, p.high.Degree, p.high.K, p.high.N)
}

// tradeoffPairs yields the pairs of systems of one m and different degrees; of one responsibility, if that is asked.
func tradeoffPairs(rows []tradeoffRow, sameResponsibility bool) iter.Seq[tradeoffPair] {
	return func(yield func(tradeoffPair) bool) {
		for _, low := range rows {
			for _, high := range rows {
				if low.M == high.M && low.Degree < high.Degree && (!sameResponsibility || low.Responsibility == high.Responsibility) && !yield(tradeoffPair{low, high}) {
					return
				}
			}
		}
	}
}

// sizedSystem is the least quorum size of a system beside what bounds it.
type sizedSystem struct {
	name                            string
	m, degree, responsibility, size int
	single                          bool // a system over a design: quorums of different cartels share one node
}

// sizedSystems yields the systems of the rows that satisfy all four conditions and have disjoint quorums, and every small
// system.
func sizedSystems(rows []tradeoffRow) iter.Seq[sizedSystem] {
	return func(yield func(sizedSystem) bool) {
		for _, r := range rows {
			single := r.SingleMeetings && r.Equal && r.EqualSizes && r.EqualCartels
			if !yield(sizedSystem{r.Spec, r.M, r.Degree, r.Responsibility, r.K, single}) {
				return
			}
		}
		for _, c := range []struct{ n, m int }{{1, 2}, {2, 2}, {3, 2}, {4, 2}, {1, 3}, {2, 3}, {3, 3}} {
			for g := range small.GroupSystems(c.n, c.m) {
				s := sizedSystem{name: g.String(), m: c.m, degree: g.Degree(), responsibility: g.Responsibility(), size: g.LeastSize()}
				if s.degree > 0 && !yield(s) {
					return
				}
			}
		}
	}
}
