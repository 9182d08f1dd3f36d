package algorithms

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/solve/sets"
	"coterie/mutex"
	"coterie/mutex/sim"
	"coterie/quorum"
)

// lossRow holds the crashes that a surficial system survives.
type lossRow struct {
	Spec     string `csv:"system" doc:"the group quorum system"`
	M        int    `csv:"m,groups" doc:"number of groups"`
	K        int    `csv:"k" doc:"its degree, √(2n/(m(m-1)))"`
	N        int    `csv:"n,nodes" doc:"number of nodes"`
	Fewer    int    `csv:"fewer" doc:"sets of k-1 nodes that were taken away, each in a run"`
	Unserved int    `csv:"unserved" doc:"those after which some request was not served"`
	Exactly  int    `csv:"exactly" doc:"sets of k nodes that were taken away"`
	Blocks   int    `csv:"blocks" doc:"those after which some request was not served"`
	Witness  string `csv:"witness" doc:"the first of these"`
}

// lossOf removes every set of k-1 and of k nodes, and lets a process of each group wish afterwards.
func lossOf(ctx context.Context, s surface, wishes int) (lossRow, error) {
	row := lossRow{Spec: s.spec(), M: s.Groups, K: s.Degree}
	k := experiments.Must(construct.Build(ctx, s.spec()))
	row.N = k.Structure.N()
	setup := experiments.Must(mutex.NewSetup(k.Structure, s.Groups, mutex.Options{}))
	c := sim.Config{
		Algorithm: mutex.Find("maekawa-m"), Setup: setup, Entries: max(wishes, s.Groups), Latency: always, Critical: always,
	}
	c.Requesters = experiments.Must(sim.Requesters(ctx, k.Structure, c.Algorithm, setup, nil, mutex.GroupsInTurn(s.Groups, s.Groups), sim.Live))
	for _, size := range []int{s.Degree - 1, s.Degree} {
		for gone := range sets.Combinations[int](row.N, size) {
			c.Crashes = c.Crashes[:0]
			for _, v := range gone {
				c.Crashes = append(c.Crashes, sim.Crash{Node: int32(v)})
			}
			r := experiments.Must(run(ctx, c))
			tried, blocked := &row.Fewer, &row.Unserved
			if size == s.Degree {
				tried, blocked = &row.Exactly, &row.Blocks
			}
			*tried++
			if r.Unserved > 0 {
				*blocked++
			}
			if row.Blocks == 1 && row.Witness == "" {
				row.Witness = quorum.SetOf(gone...).String()
			}
		}
	}
	return row, nil
}

func claimCrashes(out *experiments.Output, p crashParameters, rows []crashRow, lost []lossRow) {
	over := fmt.Sprintf("%d systems of 9 to 16 nodes, %d probabilities of a crash, %d runs each", len(p.Systems), len(p.Chances), p.Runs)
	out.Claim("joung-unhit-quorum", "Joung 2003", "section 1",
		"Even if processes fail, some process may still be able to enter so long as not all quorums are hit.",
		experiments.Judge(experiments.Sample(over), slices.Values(rows), func(r crashRow) (bool, string) {
			return r.Wrong == 0 && r.Split == 0, fmt.Sprintf("%v, p = %s: %d runs serve without a live quorum or do not with one, %d serve some requests and not others", r.System, r.Chance, r.Wrong, r.Split)
		}))
	out.Claim("served-is-availability", ours, "crashes before a run",
		"Where requests may take any live quorum, the share that is served is the availability, within the 99.9 % interval of the runs.",
		experiments.Judge(experiments.Sample(over), slices.Values(rows), func(r crashRow) (bool, string) {
			return r.Low <= r.Available && r.Available <= r.High, fmt.Sprintf("%v, p = %s: served %.4f, from %.4f to %.4f; availability %.4f", r.System, r.Chance, r.Share, r.Low, r.High, r.Available)
		}))
	out.ClaimAgain("joung-surficial-faults", "joung-surficial-faults-run", "Joung 2003", "section 5",
		"With Maekawa's algorithm the surficial quorum system can tolerate up to √(2n/(m(m-1))) - 1 process failures.",
		experiments.ForAll(fmt.Sprintf("%d surficial systems, every set of k-1 and of k nodes, Maekawa_M", len(p.Surfaces)), lost, func(r lossRow) (bool, string) {
			return r.Unserved == 0 && r.Blocks > 0, fmt.Sprintf("%s: %d of %d sets of k-1 nodes, %d of %d sets of k", r.Spec, r.Unserved, r.Fewer, r.Blocks, r.Exactly)
		}))
}

func foundCrashes(out *experiments.Output, p crashParameters, rows []crashRow) {
	if len(rows) == 0 {
		return
	}
	of := func(extended bool, chance string) crashRow {
		for _, r := range rows {
			if r.System == (crashSystem{p.Systems[0].Spec, extended}) && r.Chance == chance {
				return r
			}
		}
		return crashRow{}
	}
	worst := slices.MaxFunc(rows, func(a, b crashRow) int {
		return cmp.Compare(math.Abs(a.Share-a.Available), math.Abs(b.Share-b.Available))
	})
	out.Found("served", "What a run serves is what is computed. For %d systems and probabilities, %d runs each, the share of requests served and the availability differ by at most %.3f "+
		"(%v at p = %s). Where half of the nodes crash, the plane of %d nodes serves %.1f %% of all requests, and its nondominated extension, under the same crashes, %.1f %%.",
		len(rows), p.Runs, math.Abs(worst.Share-worst.Available), worst.System, worst.Chance, of(false, "1/2").N, 100*of(false, "1/2").Share, 100*of(true, "1/2").Share)
	out.Found("own-served", "Sites that ask their own S_i alone give most of that away. At p = 3/10 the plane of %d nodes serves %.0f %% of such requests, where any live quorum serves %.0f %%. "+
		"With other nodes in the roles of those that crashed S_i serves %.0f %%, for %.1f messages an entry in place of %.1f, those of the removals included.",
		of(false, "3/10").N, 100*of(false, "3/10").Own, 100*of(false, "3/10").Share, 100*of(false, "3/10").Kept, of(false, "3/10").KeptCost, of(false, "3/10").OwnCost)
}
