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
	"coterie/search/enumerate"
)

// atlasClaims judges what the papers say of quorum systems and the atlas can decide.
//
// Proof: docs/theorems/nondominated-suffice.md.
func atlasClaims(p atlasParameters, rows []atlasRow, parts []atlasPart, printed small.FiveNodes) []experiments.Claim {
	claim := func(id, source, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: source, Section: section, Statement: statement, Command: atlasCommand, Judgement: j}
	}
	const joung, maekawa = "Joung 2003", "Maekawa 1985"
	classes := fmt.Sprintf("all classes of nondominated coteries, n in 1..%d", p.Nodes)
	claims := []experiments.Claim{
		claim("joung-majority-only", joung, "section 4.4",
			"The majority quorum systems have the highest availability for p < 1/2: no other system reaches it.",
			atlasMajorityOnly(classes, parts)),
		claim("joung-distributed-few", joung, "section 3, after Theorem 3.4",
			"Full distributedness and nondominance appear to conflict: nondominated coteries do not have quorums of one size and nodes in equally many of them.",
			atlasDistributed(classes, rows)),
		claim("maekawa-weighted-effort-systems", maekawa, "section 2", "Weighted voting schemes usually violate (c): of the systems that votes make, most have quorums of several sizes.",
			atlasUsually(rows, "(c)", func(r atlasRow) bool { return r.leastSize() == r.mostSize() })),
		claim("maekawa-weighted-responsibility-systems", maekawa, "section 2", "Weighted voting schemes usually violate (d): of the systems that votes make, most have nodes in different numbers of quorums.",
			atlasUsually(rows, "(d)", func(r atlasRow) bool { return slices.Min(r.Responsible) == slices.Max(r.Responsible) })),
	}
	if lattices := atlasOf(rows, "triangle-lattice"); len(lattices) > 0 {
		claims = append(claims, claim("joung-lattice-load-least", joung, "section 4.4", "The triangle lattices have optimal load: no quorum system on as many nodes has a smaller one.",
			experiments.Judge(experiments.Every(fmt.Sprintf("triangle lattices on at most %d nodes", p.Nodes)), slices.Values(lattices), func(r atlasRow) (bool, string) {
				best := atlasLeastLoad(rows, r.N)
				return best.Cmp(r.Load) == 0, fmt.Sprintf("%s has load %v, and the least on %d nodes is %v", r.description(), r.Load, r.N, best)
			})))
	}
	if printed.N > 0 && printed.N <= p.Nodes {
		claims = append(claims, claim("maekawa-method-1-five-near-optimal", maekawa, "section 7, Method 1", "Method 1 creates a near-optimal set of S_i's: in the example N = 5, of the least load that any quorum system on five nodes has.",
			atlasFive(rows, printed)))
	}
	return claims
}

// atlasOf returns the classes with all nodes in use that a family gives.
func atlasOf(rows []atlasRow, family string) []atlasRow {
	return slices.DeleteFunc(slices.Clone(rows), func(r atlasRow) bool {
		return r.Used < r.N || !slices.ContainsFunc(r.Names, func(spec string) bool { return strings.HasPrefix(spec, family+":") })
	})
}

func atlasLeastLoad(rows []atlasRow, n int) bounds.Fraction {
	var best bounds.Fraction
	for _, r := range rows {
		if r.N == n && (best.Cmp(bounds.Fraction{}) == 0 || r.Load.Cmp(best) < 0) {
			best = r.Load
		}
	}
	return best
}

// atlasMajorityOnly judges, for each n, whether the most available class below 1/2 is the majority and no other.
func atlasMajorityOnly(classes string, parts []atlasPart) experiments.Judgement {
	below := slices.DeleteFunc(slices.Clone(parts), func(a atlasPart) bool { return a.allUsed || a.Range != atlasBelow })
	isMajority := func(r atlasRow) bool {
		return r.Used == r.N && slices.Contains(r.Names, fmt.Sprintf("majority:n=%d", r.N))
	}
	var ties []string
	for _, a := range below {
		if a.n%2 == 0 {
			ties = append(ties, fmt.Sprintf("%d for n = %d", len(a.Classes), a.n))
		}
	}
	// For even n: every set of more than n/2 nodes is live, and half of those of n/2.
	balanced := func(a atlasPart) bool {
		for _, r := range a.Classes {
			for s, live := range r.Live {
				all := int(new(big.Int).Binomial(int64(r.N), int64(s)).Int64())
				if 2*s > r.N && live != all || 2*s == r.N && 2*live != all {
					return false
				}
			}
		}
		return true
	}
	return experiments.HoldsUnderReading("for odd n; for even n the majority is dominated, and all coteries in which every set of more than n/2 nodes is live are the best together: classes: "+strings.Join(ties, ", "),
		experiments.Judge(experiments.Every(classes+", at all p in 0 < p < 1/2"), slices.Values(below), func(a atlasPart) (bool, string) {
			return len(a.Classes) == 1 && isMajority(a.Classes[0]), fmt.Sprintf("n = %d: %s (%d classes)", a.n, systemsText(a.Classes, 3), len(a.Classes))
		}),
		experiments.Judge(experiments.Every(classes+", at all p in 0 < p < 1/2"), slices.Values(below), func(a atlasPart) (bool, string) {
			if a.n%2 == 0 {
				return balanced(a), fmt.Sprintf("n = %d: %s", a.n, systemsText(a.Classes, 3))
			}
			return len(a.Classes) == 1 && isMajority(a.Classes[0]), fmt.Sprintf("n = %d: %s", a.n, systemsText(a.Classes, 3))
		}).Proved("optimal-availability"))
}

// atlasDistributed judges whether nondominated coteries are fully distributed.
func atlasDistributed(classes string, rows []atlasRow) experiments.Judgement {
	distributed := func(r atlasRow) bool {
		return r.leastSize() == r.mostSize() && slices.Min(r.Responsible) == slices.Max(r.Responsible)
	}
	exceptions := slices.DeleteFunc(slices.Clone(rows), func(r atlasRow) bool { return !distributed(r) })
	type share struct{ n, against, all int }
	var shares []share
	for n := 6; n <= rows[len(rows)-1].N; n++ {
		s := share{n: n}
		for _, r := range rows {
			if r.N == n {
				s.all++
				if distributed(r) {
					s.against++
				}
			}
		}
		shares = append(shares, s)
	}
	literal := experiments.Judge(experiments.Every(classes), slices.Values(rows), func(r atlasRow) (bool, string) {
		return !distributed(r), fmt.Sprintf("n = %d, class %d (%s): %d quorums of %d nodes, and every node in %d of them", r.N, r.Class, r.description(), len(r.Quorums), r.leastSize(), r.Responsible[0])
	})
	if len(shares) == 0 {
		return literal
	}
	return experiments.HoldsUnderReading("as a rule, from n = 6 on, for all but at most one class in twenty; the exceptions are "+systemsText(exceptions, len(exceptions)),
		literal,
		experiments.Judge(experiments.Every(fmt.Sprintf("all classes of nondominated coteries, %s", "n in "+experiments.FromTo(6, rows[len(rows)-1].N))), slices.Values(shares), func(s share) (bool, string) {
			return 20*s.against <= s.all, fmt.Sprintf("n = %d: %d of %d classes", s.n, s.against, s.all)
		}))
}

// atlasUsually judges whether more than half of the classes that votes make do not have a property.
func atlasUsually(rows []atlasRow, name string, has func(atlasRow) bool) experiments.Judgement {
	type share struct{ n, with, all int }
	var shares []share
	for n := 1; n <= rows[len(rows)-1].N; n++ {
		s := share{n: n}
		for _, r := range rows {
			if r.N == n && r.Votes.Weights != nil {
				s.all++
				if has(r) {
					s.with++
				}
			}
		}
		shares = append(shares, s)
	}
	usually := func(s share) (bool, string) {
		return 2*s.with < s.all, fmt.Sprintf("N = %d: %d of %d classes satisfy %s", s.n, s.with, s.all, name)
	}
	// From the first N on from which it is so.
	from := len(shares)
	for from > 0 {
		if ok, _ := usually(shares[from-1]); !ok {
			break
		}
		from--
	}
	words := fmt.Sprintf("all nondominated coteries with votes up to the names of the nodes, %s", "N in "+experiments.FromTo(1, len(shares)))
	literal := experiments.Judge(experiments.Every(words), slices.Values(shares), usually)
	if from == len(shares) {
		return literal
	}
	return experiments.HoldsUnderReading(fmt.Sprintf("from N = %d on, usually meaning more than half of the nondominated systems that votes make, up to the names of the nodes", from+1), literal,
		experiments.Judge(experiments.Every(fmt.Sprintf("all nondominated coteries with votes up to the names of the nodes, %s", "N in "+experiments.FromTo(from+1, len(shares)))), slices.Values(shares[from:]), usually))
}

// atlasFive compares the printed sets for five nodes with the best of all systems.
func atlasFive(rows []atlasRow, printed small.FiveNodes) experiments.Judgement {
	over := experiments.Every(fmt.Sprintf("the printed sets, beside all classes of nondominated coteries on %d nodes", printed.N))
	var lists [][]int
	for _, q := range printed.Sets {
		lists = append(lists, q.Nodes.Nodes())
	}
	f, err := quorum.NewFamily(printed.N, lists)
	if err != nil {
		return experiments.JudgeOnce(over, false, err.Error())
	}
	function, err := enumerate.FunctionOf(f)
	if err != nil {
		return experiments.JudgeOnce(over, false, err.Error())
	}
	best := atlasLeastLoad(rows, printed.N)
	canonical, _ := enumerate.Canonical(function)
	for _, r := range rows {
		if r.N != printed.N {
			continue
		}
		g, err := r.family()
		if err != nil {
			return experiments.JudgeOnce(over, false, err.Error())
		}
		if h, _ := enumerate.FunctionOf(g); h == canonical {
			return experiments.JudgeOnce(over, r.Load.Cmp(best) == 0, fmt.Sprintf("class %d, nondominated, of load %v; the least is %v", r.Class, r.Load, best))
		}
	}
	return experiments.JudgeOnce(over, false, "the printed sets are dominated")
}
