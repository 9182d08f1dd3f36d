package trust

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/measure/liars"
	"coterie/quorum"
)

func foundByzantine(out *experiments.Output, p byzantine, systems []system, least []leastRow) {
	wins := func(kind int, family string) int {
		return experiments.Count(systems, func(s system) bool { return s.Family == family && s.Wins[kind] == 1 })
	}
	out.Found("load-dissemination", "Where one node may lie and data is signed, biplanes are best for %d of the n up to %d. They have the least load of the families there. Where data is not signed, hyperplanes have it for %d, Paley designs for %d, and planes over thresholds for %d.",
		wins(0, "biplane"), p.Families, wins(1, "hyperplanes"), wins(1, "paley"), wins(1, "boostfpp"))
	out.Found("least-load-dissemination", "Of %d cases of kind, nodes and liars, up to %d nodes, the least load is decided for %d. In %d of all cases a system is better than the threshold of all nodes.",
		len(least), p.Nodes, experiments.Count(least, leastRow.decided), experiments.Count(least, leastRow.better))
}

func claimByzantine(out *experiments.Output, p byzantine, systems []system, least []leastRow) {
	const source, paper = "Other papers", "Malkhi and Reiter 1997, "
	for k, kind := range liars.Kinds() {
		out.Claim("malkhi-reiter-"+string(kind), source, paper+[]string{"Corollary 5.5", "Corollary 4.4", "Theorem 5.13"}[k],
			fmt.Sprintf("Where any b of n servers may be faulty there is a system of the kind %s if and only if %s.", kind, []string{"n > 3b", "n > 4b", "n >= 5b"}[k]),
			experiments.ForAll("systems of all sets of one size, n in 1..10, b = 1 and 2", experiments.Numbers(2, 21), func(i int) (bool, string) {
				n, b := i/2, 1+i%2
				exists := slices.ContainsFunc(experiments.Numbers(1, n), func(size int) bool {
					f := experiments.Must(quorum.Choose(size, quorum.Leaves(quorum.FullSet(n).Nodes())...).MinimalSets(out.Context(), 1_000))
					return liars.Judge(out.Context(), []quorum.Family{f}, liars.Faulty{Any: b}, 1)[k].Holds == quorum.Holds
				})
				return exists == (n >= liars.Fewest(kind, b)), fmt.Sprintf("n = %d, b = %d: %v", n, b, exists)
			}).Proved("least-load-of-liars"))
	}
	judge := func(family string, holds func(s system) bool) experiments.Judgement {
		cases := experiments.Keep(systems, func(s system) bool {
			return family == "" || s.Family == family && !strings.Contains(s.Spec, "kind=")
		})
		return experiments.ForAll(fmt.Sprintf("the families that bear a liar, n in 1..%d, b in 1..%d", p.Families, p.Liars), cases, func(s system) (bool, string) {
			return holds(s), fmt.Sprintf("%s bears %v, load %v", s.Spec, s.Bears, s.Load)
		})
	}
	masks := func(s system) bool {
		return s.Bears[1] >= s.B && s.Load.Cmp(bounds.FractionOf(int64(s.Smallest), int64(s.N))) == 0
	}
	out.Claim("malkhi-reiter-threshold", source, paper+"Example 4.7", "The sets of ⌈(n+2b+1)/2⌉ of n > 4b servers mask b, with their size over n as the load.",
		judge("threshold", func(s system) bool { return masks(s) && s.Smallest == (s.N+2*s.B+2)/2 }))
	out.Claim("malkhi-reiter-grid", source, paper+"Example 4.8", "A column and 2b+1 rows of a square grid of n servers with 3b+1 <= √n mask b, with their size over n as the load.", judge("byzantine-grid", masks))
	out.Claim("malkhi-reiter-wool-mgrid", source, "Malkhi, Reiter and Wool 2000, M-Grid, in lecture notes (Wattenhofer, Computer systems, ETH Zürich)",
		"⌈√(b+1)⌉ rows and as many columns of a square grid of n servers with 2b+1 <= √n mask b, with their size over n as the load.", judge("mgrid", masks))
	out.Claim("malkhi-reiter-wool-load", source, paper+"Example 4.8, on Malkhi, Reiter and Wool", "The load of a system that masks b of n servers is at least √((2b+1)/n).",
		judge("", func(s system) bool {
			return new(big.Rat).Mul(s.Load.Rat(), s.Load.Rat()).Cmp(big.NewRat(int64(2*s.Bears[1]+1), int64(s.N))) >= 0
		}).Proved("liars"))
	out.Claim("malkhi-reiter-opaque-load", source, paper+"Theorem 5.15", "The load of an opaque system is at least 1/2.",
		judge("", func(s system) bool { return s.Bears[2] < 0 || s.Load.Rat().Cmp(bounds.OpaqueLoad()) >= 0 }).Proved("liars"))
	out.Claim("ours-mgrid", experiments.BeyondThePaper, "Byzantine systems", "The M-Grid masks no more than its b.", judge("mgrid", func(s system) bool { return s.Bears[1] <= s.B }))
	out.Claim("ours-thresholds-least", experiments.BeyondThePaper, "Byzantine systems", "On n nodes no system that bears b liars has a smaller load than the threshold of the same kind.",
		experiments.ForAll(fmt.Sprintf("each kind, n in 4..%d, b in 1..%d", p.Nodes, p.Liars), least, func(r leastRow) (bool, string) {
			return !r.better(), fmt.Sprintf("%s, n = %d, b = %d: %v by %s, the threshold %v", r.Kind, r.N, r.B, r.Upper, r.UpperBy, r.Threshold.RatString())
		}))
}
