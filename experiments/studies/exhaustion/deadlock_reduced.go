package exhaustion

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"coterie/experiments"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// reducedRow is a set of nodes that wish once each, with the verdicts of the partial-order
// reduction.
type reducedRow struct {
	configuration
	Alike  int    // sets that it stands for: its images under renamings that keep all that matters
	Stuck  uint64 // states
	Broken bool   // some state has two nodes inside
}

// reducedPoints lists a set of each class, for the printed and for the corrected algorithm.
func (p deadlockParameters) reducedPoints(ctx context.Context, printed map[string][]quorum.Set) (list []reducedRow, err error) {
	for _, of := range p.Reduced {
		n, err := of.nodes(ctx, printed)
		if err != nil {
			return nil, err
		}
		for _, size := range of.Sizes {
			for _, algorithm := range []string{literal, mended} {
				c := configuration{Algorithm: algorithm, System: of.System, Sets: printed[of.System], Who: []quorum.Node{0}, Entries: size.Entries}
				all := subsets(n, size.From, size.To)
				var who [][]explore.Requester
				var first explore.Config
				for _, c.Who = range all {
					if first, err = c.explorable(ctx); err != nil {
						return nil, err
					}
					who = append(who, first.Requesters)
				}
				count := map[int]int{}
				classes := explore.Classes(first, who)
				for _, at := range classes {
					count[at]++
				}
				for i, at := range classes {
					if i == at {
						c.Who = all[i]
						list = append(list, reducedRow{configuration: c, Alike: count[at]})
					}
				}
			}
		}
	}
	return list, nil
}

// reduced decides whether a state is stuck, and whether one has two nodes inside.
func reduced(ctx context.Context, r reducedRow) (reducedRow, error) {
	e, err := r.explorable(ctx)
	if err != nil {
		return r, err
	}
	e.Reduction = explore.PartialOrder
	found, err := toTheEnd(ctx, e)
	r.Stuck, r.Broken = found.Stuck, found.Violations > 0
	return r, err
}

// reducedGroup adds up the results for equally many nodes over a system.
type reducedGroup struct {
	first       reducedRow
	Sets        int    `csv:"sets" doc:"of so many nodes"`
	Classes     int    `csv:"explored" doc:"of them, one of each class of images"`
	Stuck       int    `csv:"stuck,sets" doc:"with a stuck state"`
	Broken      int    `csv:"broken,sets" doc:"with a state that has two nodes inside"`
	StuckStates uint64 `csv:"stuck_states,states" doc:"in all of them"`
	FirstStuck  []quorum.Node
}

func reducedGroups(rows []reducedRow) (list []reducedGroup) {
	for _, r := range rows {
		g := like(&list, func(g reducedGroup) bool {
			return g.first.System == r.System && g.first.Algorithm == r.Algorithm && len(g.first.Who) == len(r.Who)
		}, reducedGroup{first: r})
		g.Sets, g.Classes, g.StuckStates = g.Sets+r.Alike, g.Classes+1, g.StuckStates+uint64(r.Alike)*r.Stuck
		if r.Stuck > 0 {
			g.Stuck += r.Alike
			if g.FirstStuck == nil {
				g.FirstStuck = r.Who
			}
		}
		if r.Broken {
			g.Broken += r.Alike
		}
	}
	return list
}

// declareReduced declares the sets that the reduction decides, and the shortest deadlock over the
// Fano plane among them.
func declareReduced(out *experiments.Output, p deadlockParameters, printed map[string][]quorum.Set) (rows []reducedRow, shortest []explored) {
	rows, err := p.reducedPoints(out.Context(), printed)
	if out.Fail(err) {
		return nil, nil
	}
	rows = experiments.Compute(out, "reduced", rows, reduced)
	experiments.Table(out, "reduced", reducedGroups(rows),
		experiments.Texts("system", "", "spec, or a printed figure", func(g reducedGroup) string { return g.first.System }),
		experiments.Texts("algorithm", "", "as printed (maekawa), or mended", func(g reducedGroup) string { return g.first.Algorithm }),
		experiments.Ints("nodes", "nodes", "that wish once each", func(g reducedGroup) int { return len(g.first.Who) }),
		"sets", "explored", "stuck", "stuck_states",
		experiments.Texts("first", "", "the first set with one", func(g reducedGroup) string { return configuration{Who: g.FirstStuck}.who() }),
		"broken")
	var again []configuration // the first over the Fano plane, for a shortest run
	for _, r := range rows {
		if r.System == fano && r.Stuck > 0 && len(r.Who) <= 4 && again == nil {
			again = append(again, r.configuration)
		}
	}
	return rows, experiments.Compute(out, "shortest", again, exploreAll)
}

// claimReduced judges section 6 over more nodes.
func claimReduced(out *experiments.Output, rows []reducedRow) {
	if len(rows) == 0 {
		return
	}
	of := func(algorithm string) (string, []reducedRow) {
		kept := experiments.Keep(rows, func(r reducedRow) bool { return r.Algorithm == algorithm })
		sets, systems := 0, []string{}
		for _, r := range kept {
			sets += r.Alike
			word := fmt.Sprintf("%s with %d", r.System, len(r.Who))
			if !slices.Contains(systems, word) {
				systems = append(systems, word)
			}
		}
		return fmt.Sprintf("all runs, by the partial-order reduction, of %d sets of nodes that ask once: %s", sets, strings.Join(systems, "; ")), kept
	}
	word := func(r reducedRow) string { return fmt.Sprintf("%v: %d stuck states", r.configuration, r.Stuck) }
	over, printed := of(literal)
	out.ClaimAgain("maekawa-deadlock", "maekawa-deadlock-reduced", maekawaPaper, "section 6.2, larger sets", "Deadlock is not possible, over planes and grids (that it is possible was said by Sanders, 1987).",
		experiments.ForAll(over, printed, func(r reducedRow) (bool, string) { return r.Stuck == 0, word(r) }))
	out.ClaimAgain("maekawa-mutual-exclusion", "maekawa-exclusion-reduced", maekawaPaper, "section 6.1, larger sets", "While every node asks at most once, no two nodes are in the critical section together, over planes and grids.",
		experiments.ForAll(over, printed, func(r reducedRow) (bool, string) { return !r.Broken, word(r) }))
	over, fixed := of(mended)
	out.ClaimAgain("ours-maekawa-fixed-exhausted", "ours-maekawa-fixed-reduced", ours, "after Maekawa 1985 and Sanders 1987", "The mended algorithm has no stuck state and no state with two nodes inside, over planes and grids.",
		experiments.ForAll(over, fixed, func(r reducedRow) (bool, string) { return r.Stuck == 0 && !r.Broken, word(r) }))
	three := experiments.Keep(printed, func(r reducedRow) bool { return r.System == fano && len(r.Who) <= 3 })
	if len(three) > 0 {
		out.Claim("ours-maekawa-fano-three", ours, "Maekawa 1985, Figure 1(b)", "Over the Fano plane three requests never deadlock.",
			experiments.ForAll("all sets of at most three nodes of Figure 1(b), one request each", three, func(r reducedRow) (bool, string) { return r.Stuck == 0, word(r) }))
	}
}
