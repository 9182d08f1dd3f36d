package algorithms

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"coterie/experiments"
)

// claimMessages judges the papers' statements about the messages of an entry, by runs.
func claimMessages(out *experiments.Output, alone []aloneRow, rows []messagesRow) {
	const maekawa, elsewhere = "Maekawa 1985", "Other papers"
	of := func(algorithm string, pass func(r messagesRow) bool) []messagesRow {
		return experiments.Keep(rows, func(r messagesRow) bool { return r.Algorithm == algorithm && pass(r) })
	}
	every := func(messagesRow) bool { return true }
	least, most := sizes(rows)
	over := fmt.Sprintf("planes, N in %d..%d, all loads", least, most)
	heavy := fmt.Sprintf("planes, N in %d..%d, all sites always wish", least, most)

	printed := experiments.Keep(alone, func(r aloneRow) bool { return r.Algorithm == literal })
	out.Claim("maekawa-light-messages", maekawa, "section 8.1",
		"When contention rarely occurs, a mutual exclusion requires 3(K-1) messages.",
		experiments.ForAll("planes, every site once, alone", printed, func(r aloneRow) (bool, string) {
			return r.Least == 3*(r.K-1) && r.Most == 3*(r.K-1), r.String()
		}))

	mean := func(words string, holds func(r messagesRow) bool) experiments.Judgement {
		return experiments.ForAll(heavy+words, of(maekawas, messagesRow.always), func(r messagesRow) (bool, string) {
			return holds(r), fmt.Sprintf("%v: %.4g(K-1)", r, r.member())
		})
	}
	out.Claim("maekawa-heavy-messages", maekawa, "section 8.2", "Under heavy demand a new REQUEST will most likely fail to lock a node, and 4(K-1) messages are expected.",
		mean("; on average, to 1 %", func(r messagesRow) bool { return math.Abs(r.member()-4) <= 0.04 }))

	// See docs/theorems/maekawa-messages.md.
	worst := func(most func(r messagesRow) uint32) experiments.Judgement {
		return experiments.ForAll(over, of(maekawas, every), func(r messagesRow) (bool, string) {
			return int(most(r)) <= 5*(r.K-1), fmt.Sprintf("N = %d, K = %d, %s: one entry is charged %d messages, and 5(K-1) = %d", r.N, r.K, r.load(), most(r), 5*(r.K-1))
		})
	}
	out.Claim("maekawa-worst-messages", maekawa, "section 8.2", "In the worst case a mutual exclusion requires 5(K-1) messages.",
		experiments.HoldsUnderReading("without the LOCKED by which a lock returns to the node that relinquished it; Joung 2003, section 4.1, counts it, and 6 for each node",
			worst(func(r messagesRow) uint32 { return r.Most }), worst(func(r messagesRow) uint32 { return r.MostOwn }).Proved("maekawa-messages")))

	c := func(least, most func(r messagesRow) float64) experiments.Judgement {
		return experiments.ForAll(over, of(maekawas, every), func(r messagesRow) (bool, string) {
			return r.mean() >= 3*least(r) && r.mean() <= 5*most(r), fmt.Sprintf("%v: %.3g√N", r, r.mean()/math.Sqrt(float64(r.N)))
		})
	}
	root := func(r messagesRow) float64 { return math.Sqrt(float64(r.N)) }
	rest := func(r messagesRow) float64 { return float64(r.K - 1) }
	out.Claim("maekawa-c-root-n", maekawa, "sections 1 and 11", "The algorithm uses c√N messages with c between 3 and 5.",
		experiments.HoldsUnderReading("K-1 in place of √N, on average over the entries of a run", c(root, root), c(rest, rest)))

	distributed := experiments.Keep(alone, func(r aloneRow) bool {
		return slices.Contains([]string{literal, maekawas, "maekawa-sequential", circulating, unanimous}, r.Algorithm)
	})
	optimal := func(but string) experiments.Judgement {
		asked := experiments.Keep(distributed, func(r aloneRow) bool { return r.Algorithm != but })
		return experiments.ForAll("algorithms in which each node is an arbitrator for as many; planes, every site once, alone", asked, func(r aloneRow) (bool, string) {
			return r.Mean.Cmp(big.NewRat(int64(3*(r.K-1)), 1)) >= 0, fmt.Sprintf("%v, %s on average, and 3(K-1) = %d", r, r.Mean.RatString(), 3*(r.K-1))
		})
	}
	out.Claim("maekawa-optimal-run", maekawa, "section 1", "3√N messages, for request, permission and release, are optimal for distributed algorithms.",
		experiments.HoldsUnderReading("3(K-1), but for the request that circulates among the members, in section 10 of the same paper", optimal(""), optimal(circulating)))

	out.Claim("maekawa-ricart-messages", maekawa, "section 1", "The algorithm of Ricart and Agrawala uses 2(N-1) messages.",
		experiments.ForAll(over, of(unanimous, every), func(r messagesRow) (bool, string) {
			return int(r.Least) == 2*(r.N-1) && r.Least == r.Most, r.String()
		}))

	out.Claim("chang-more-than-n", elsewhere, "Chang 1993, abstract", "More than N messages may be needed in Maekawa's algorithm.",
		experiments.JudgeExists(experiments.Sample(over), slices.Values(of(maekawas, every)), func(r messagesRow) (bool, string) {
			return r.mean() > float64(r.N), r.String()
		}))

	out.Claim("suzuki-kasami-messages", elsewhere, "Suzuki and Kasami 1985, abstract", "The algorithm requires at most N messages for one mutual exclusion.",
		experiments.ForAll(over, of(token, every), func(r messagesRow) (bool, string) { return int(r.Most) <= r.N, r.String() }))

	saturated := func(holds func(r messagesRow) bool) experiments.Judgement {
		return experiments.ForAll(heavy, of(tree, messagesRow.always), func(r messagesRow) (bool, string) { return holds(r), r.String() })
	}
	out.Claim("raymond-saturated-messages", elsewhere, "Raymond 1989, abstract", "Under saturated demand the number of messages is approximately four.",
		experiments.HoldsUnderReading("at most four, in a balanced binary tree",
			saturated(func(r messagesRow) bool { return math.Round(r.mean()) == 4 }),
			saturated(func(r messagesRow) bool { return r.mean() <= 4 })))
}

// sizes returns the fewest and the most sites of the rows.
func sizes(rows []messagesRow) (least, most int) {
	for i, r := range rows {
		if i == 0 || r.N < least {
			least = r.N
		}
		most = max(most, r.N)
	}
	return least, most
}
