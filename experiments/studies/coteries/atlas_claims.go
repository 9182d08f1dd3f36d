package coteries

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

// claimAtlas judges the papers' statements about quorum systems that the atlas can decide.
//
// Proof: docs/theorems/nondominated-suffice.md.
func claimAtlas(out *experiments.Output, p atlasParameters, rows []row, parts []part, printed small.FiveNodes) {
	const joung, maekawa = "Joung 2003", "Maekawa 1985"
	classes := fmt.Sprintf("all classes of nondominated coteries, n in 1..%d", p.Nodes)
	out.ClaimAgain("joung-majority-availability", "joung-majority-only", joung, "section 4.4",
		"The majority quorum systems have the highest availability for p < 1/2: no other system reaches it.",
		majorityOnly(classes+", at all p in 0 < p < 1/2", parts))
	out.ClaimAgain("joung-distributed-dominated", "joung-distributed-few", joung, "section 3, after Theorem 3.4",
		"Full distributedness and nondominance appear to conflict: nondominated coteries do not have quorums of one size and nodes in equally many of them.",
		distributedFew(classes, p.Nodes, rows))
	out.ClaimAgain("maekawa-weighted-effort", "maekawa-weighted-effort-systems", maekawa, "section 2",
		"Weighted voting schemes usually violate (c): of the systems that votes make, most have quorums of several sizes.",
		usually(p.Nodes, rows, "(c)", func(r row) bool { return r.least() == r.most() }))
	out.ClaimAgain("maekawa-weighted-responsibility", "maekawa-weighted-responsibility-systems", maekawa, "section 2",
		"Weighted voting schemes usually violate (d): of the systems that votes make, most have nodes in different numbers of quorums.",
		usually(p.Nodes, rows, "(d)", row.equal))
	lattices := experiments.Keep(rows, func(r row) bool {
		return r.used() == r.N && slices.ContainsFunc(r.Names, func(spec string) bool { return strings.HasPrefix(spec, "triangle-lattice:") })
	})
	out.ClaimAgain("joung-lattice-load", "joung-lattice-load-least", joung, "section 4.4",
		"The triangle lattices have optimal load: no quorum system on as many nodes has a smaller one.",
		experiments.ForAll(fmt.Sprintf("triangle lattices on at most %d nodes", p.Nodes), lattices, func(r row) (bool, string) {
			best, load := leastLoad(rows, r.N), r.Votes.Load.Value
			return best.Cmp(load) == 0, fmt.Sprintf("%s has load %v, and the least on %d nodes is %v", r.description(), load, r.N, best)
		}))
	out.Claim("maekawa-method-1-five-near-optimal", maekawa, "section 7, Method 1",
		"Method 1 creates a near-optimal set of S_i's: in the example N = 5, of the least load that any quorum system on five nodes has.",
		fiveNodes(rows, printed))
}

func leastLoad(rows []row, n int) bounds.Fraction {
	onN := experiments.Keep(rows, func(r row) bool { return r.N == n })
	return slices.MinFunc(onN, func(a, b row) int { return a.load().Cmp(b.load()) }).Votes.Load.Value
}

// majorityOnly judges, for each n, whether the most available class below 1/2 is the majority and
// no other.
func majorityOnly(every string, parts []part) experiments.Judgement {
	parts = experiments.Keep(parts, func(a part) bool { return !a.allUsed && a.Range == below })
	alone := func(a part) bool {
		return len(a.Classes) == 1 && slices.Contains(a.Classes[0].Names, fmt.Sprintf("majority:n=%d", a.n))
	}
	// For even n: every set of more than n/2 nodes is live, and half of the sets of n/2 nodes.
	balanced := func(r row) bool {
		for s, live := range r.Live {
			all := int(new(big.Int).Binomial(int64(r.N), int64(s)).Int64())
			if 2*s > r.N && live != all || 2*s == r.N && 2*live != all {
				return false
			}
		}
		return true
	}
	var ties []string
	for _, a := range parts {
		if a.n%2 == 0 {
			ties = append(ties, fmt.Sprintf("%d for n = %d", len(a.Classes), a.n))
		}
	}
	return experiments.HoldsUnderReading("for odd n; for even n the majority is dominated, and all coteries in which every set of more than "+
		"n/2 nodes is live are the best together: classes: "+strings.Join(ties, ", "),
		experiments.ForAll(every, experiments.LargestFirst(parts), func(a part) (bool, string) {
			return alone(a), fmt.Sprintf("n = %d: %s (%d classes)", a.n, a.systems(), len(a.Classes))
		}),
		experiments.ForAll(every, parts, func(a part) (bool, string) {
			ok := alone(a)
			if a.n%2 == 0 {
				ok = experiments.Count(a.Classes, balanced) == len(a.Classes)
			}
			return ok, fmt.Sprintf("n = %d: %s", a.n, a.systems())
		}).Proved("optimal-availability"))
}

// share counts the classes on n nodes that have a property.
type share struct{ n, with, all int }

// shares returns the counts for each n up to the given one.
func shares(nodes int, rows []row, has func(row) bool) []share {
	list := make([]share, nodes)
	for i := range list {
		list[i].n = i + 1
	}
	for _, r := range rows {
		list[r.N-1].all++
		if has(r) {
			list[r.N-1].with++
		}
	}
	return list
}

// distributedFew judges whether nondominated coteries are fully distributed.
func distributedFew(classes string, nodes int, rows []row) experiments.Judgement {
	const first = 6
	distributed := func(r row) bool { return r.least() == r.most() && r.equal() }
	exceptions := experiments.Keep(rows, distributed)
	return experiments.HoldsUnderReading(fmt.Sprintf("as a rule, from n = %d on, for all but at most one class in twenty; the exceptions are %s",
		first, systemsText(exceptions, len(exceptions))),
		experiments.ForAll(classes, experiments.LargestFirst(rows), func(r row) (bool, string) {
			return !distributed(r), fmt.Sprintf("n = %d, class %d (%s): %d quorums of %d nodes, and every node in %d of them",
				r.N, r.Class, r.description(), len(r.Quorums), r.least(), r.Responsible[0])
		}),
		experiments.ForAll("all classes of nondominated coteries, n in "+experiments.FromTo(first, nodes),
			shares(nodes, rows, distributed)[first-1:], func(s share) (bool, string) {
				return 20*s.with <= s.all, fmt.Sprintf("n = %d: %d of %d classes", s.n, s.with, s.all)
			}))
}

// usually judges whether more than half of the classes made by votes lack a property.
func usually(nodes int, rows []row, name string, has func(row) bool) experiments.Judgement {
	few := func(s share) (bool, string) {
		return 2*s.with < s.all, fmt.Sprintf("N = %d: %d of %d classes satisfy %s", s.n, s.with, s.all, name)
	}
	all := shares(nodes, experiments.Keep(rows, row.voted), has)
	from := len(all) // from which on it is so
	for ; from > 0; from-- {
		if ok, _ := few(all[from-1]); !ok {
			break
		}
	}
	const every = "all nondominated coteries with votes up to the names of the nodes, N in "
	literal := experiments.ForAll(every+experiments.FromTo(1, nodes), experiments.LargestFirst(all), few)
	if from == len(all) {
		return literal
	}
	return experiments.HoldsUnderReading(fmt.Sprintf("from N = %d on, usually meaning more than half of the nondominated systems that votes make, "+
		"up to the names of the nodes", from+1), literal, experiments.ForAll(every+experiments.FromTo(from+1, nodes), all[from:], few))
}

// fiveNodes compares the printed sets for five nodes with the best of all systems.
func fiveNodes(rows []row, printed small.FiveNodes) experiments.Judgement {
	over := experiments.Every(fmt.Sprintf("the printed sets, beside all classes of nondominated coteries on %d nodes", printed.N))
	var sets []quorum.Set
	for _, q := range printed.Sets {
		sets = append(sets, q.Nodes)
	}
	form := canonical(printed.N, sets)
	for _, r := range rows {
		if canonical(r.N, r.Quorums) == form {
			best, load := leastLoad(rows, r.N), r.Votes.Load.Value
			return experiments.JudgeOnce(over, load.Cmp(best) == 0,
				fmt.Sprintf("class %d, nondominated, of load %v; the least is %v", r.Class, load, best))
		}
	}
	return experiments.JudgeOnce(over, false, "the printed sets are dominated")
}
