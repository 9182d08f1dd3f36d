package exhaustion

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/mutex"
	"coterie/mutex/explore"
	"coterie/quorum"
)

// costRow is the costliest request of a configuration.
type costRow struct {
	configuration
	C      int    `csv:"c,nodes" doc:"size of a quorum"`
	States uint64 `csv:"states,states" doc:"that differ also in what messages are charged to"`
	Most   uint64 `csv:"most,messages" doc:"charged to any one request in any run"`
	Cycle  bool   // there is no greatest number
}

func (r costRow) String() string {
	return fmt.Sprintf("%v: %d messages of one request, c = %d", r.configuration, r.Most, r.C)
}

func costliest(ctx context.Context, c configuration) (costRow, error) {
	e, found := experiments.Must2(c.costs(ctx))
	row := costRow{configuration: c, States: found.States, Most: found.Most, Cycle: found.Cycle > 0}
	for _, q := range e.Setup.Quorums {
		row.C = max(row.C, len(q))
	}
	return row, nil
}

// apart moves the processes away from the nodes, since a node's message to itself is not counted.
func apart(ctx context.Context, c configuration) configuration {
	b := experiments.Must(construct.Build(ctx, c.System))
	c.Self, c.Who = mutex.SelfLocal, slices.Clone(c.Who)
	for i := range c.Who {
		c.Who[i] += quorum.Node(b.N())
	}
	return c
}

// enterRow records whether the processes of a group enter together.
type enterRow struct {
	configuration
	Holds  bool
	States uint64
}

// together judges whether all of one group come to be inside at once, while nobody leaves.
func together(ctx context.Context, c configuration) (enterRow, error) {
	e := experiments.Must(c.explorable(ctx))
	found := experiments.Must(explore.Entering(ctx, e, explore.Options{Jobs: 1}))
	holds, known := found.Holds()
	if !known {
		return enterRow{}, fmt.Errorf("%v: %v", c, found.Stopped)
	}
	r := enterRow{configuration: c, Holds: holds}
	for _, s := range found.Sets {
		r.States += s.States
		r.Holds = r.Holds && s.All
	}
	return r, nil
}

// declareJoungCosts declares the costs of runs, and the runs without end.
func declareJoungCosts(out *experiments.Output, p joungParameters) (costs, away []costRow, endless []lockoutRow, entering []enterRow) {
	all := []string{maekawaM, maekawaS, inOrder}
	ordered := func(string) []bool { return []bool{false} }
	points := p.points(out.Context(), p.Costs, all, ordersOf)
	costs = experiments.Compute(out, "costs", points, costliest)
	var moved []configuration
	for _, c := range points {
		if c.Algorithm == maekawaS {
			moved = append(moved, apart(out.Context(), c))
		}
	}
	away = experiments.Compute(out, "away", moved, costliest)
	experiments.Table(out, "costs", slices.Concat(costs, away),
		experiments.Texts("system", "", "group quorum system", func(r costRow) string { return r.System }),
		experiments.Texts("algorithm", "", "maekawa-m, maekawa-s, fixed-order", func(r costRow) string { return r.Algorithm }),
		"locks",
		experiments.Bools("fifo", "", "whether channels keep their order", func(r costRow) bool { return !r.NoFIFO }),
		experiments.Bools("apart", "", "processes live at no node, and what a node tells itself is no message", func(r costRow) bool { return r.Self == mutex.SelfLocal }),
		experiments.Texts("who", "", "processes and their groups", costRow.who),
		"wishes", "c", "states", "most")
	points = p.points(out.Context(), p.Endless, all, ordered)
	endless = experiments.Compute(out, "endless", points, func(ctx context.Context, c configuration) (lockoutRow, error) { return judgeLockout(ctx, c, p.Limit) })
	experiments.Table(out, "endless", endless,
		experiments.Texts("system", "", "group quorum system", func(r lockoutRow) string { return r.System }),
		experiments.Texts("algorithm", "", "maekawa-m, maekawa-s, fixed-order", func(r lockoutRow) string { return r.Algorithm }),
		"locks",
		experiments.Texts("who", "", "processes that ask again and again, and their groups", lockoutRow.who),
		experiments.Texts("verdict", "", "free: no fair run locks a process out; empty: not decided", lockoutRow.verdict),
		experiments.Texts("reason", "", "why it is not decided", lockoutRow.reason))
	points = p.points(out.Context(), p.Together, []string{maekawaM, maekawaS}, ordered)
	points = experiments.Keep(points, func(c configuration) bool {
		same := !slices.ContainsFunc(c.Groups, func(g quorum.Index) bool { return g != c.Groups[0] })
		return same && (c.MaxLocks == 0 || c.MaxLocks == len(c.Who))
	})
	entering = experiments.Compute(out, "together", points, together)
	return costs, away, endless, entering
}

// claimJoungCosts judges the theorems on messages, runs without end, and entering together.
func claimJoungCosts(out *experiments.Output, costs, away []costRow, endless []lockoutRow, entering []enterRow) {
	of := func(rows []costRow, algorithm string) (string, []costRow) {
		kept := experiments.Keep(rows, func(r costRow) bool { return r.Algorithm == algorithm })
		sum := states(kept, func(r costRow) uint64 { return r.States })
		return fmt.Sprintf("all runs of %d configurations over S(P,2) and S(P,3), %d states told apart by what is charged", len(kept), sum), kept
	}
	over, m := of(costs, maekawaM)
	out.ClaimAgain("joung-maekawa-m-messages", "joung-theorem-4-5-exhausted", joungPaper, "Theorem 4.5, every run of small configurations", "In Maekawa_M a process generates at most 3c + 3c·max[g] messages to enter.",
		experiments.ForAll(over, m, func(r costRow) (bool, string) { return !r.Cycle && int(r.Most) <= 3*r.C+3*r.C*r.MaxLocks, r.String() }))
	exact := func(r costRow) (bool, string) { return !r.Cycle && int(r.Most) == 2*r.C+1, r.String() }
	over, s := of(costs, maekawaS)
	again, elsewhere := of(away, maekawaS)
	out.ClaimAgain("joung-maekawa-s-messages", "joung-theorem-4-10-exhausted", joungPaper, "Theorem 4.10, every run", "In Maekawa_S it takes 2c+1 messages for a process to enter.",
		experiments.HoldsUnderReading("the REQUEST that a node sends itself in E.18 is no message", experiments.ForAll(over, s, exact), experiments.ForAll(again, elsewhere, exact)))
	over, f := of(costs, inOrder)
	out.ClaimAgain("joung-fixed-order", "joung-fixed-order-messages-exhausted", joungPaper, "section 4.3, every run", "Locking in a fixed order takes 3c messages per entry.",
		experiments.ForAll(over, f, func(r costRow) (bool, string) { return !r.Cycle && int(r.Most) == 3*r.C, r.String() }))
	for _, c := range []struct{ first, id, source, section, statement, algorithm string }{
		{"joung-maekawa-m-lockout", "joung-theorem-4-4-exhausted", joungPaper, "Theorem 4.4, runs without end", "Maekawa_M guarantees lockout freedom.", maekawaM},
		{"joung-maekawa-s-lockout", "joung-theorem-4-9-exhausted", joungPaper, "Theorem 4.9, runs without end", "Maekawa_S guarantees lockout freedom.", maekawaS},
		{"", "ours-fixed-order-lockout", ours, "after Joung 2003, section 4.3", "Locking in a fixed order locks nobody out.", inOrder},
	} {
		out.ClaimAgain(c.first, c.id, c.source, c.section, c.statement, withoutEnd(experiments.Keep(endless, func(r lockoutRow) bool { return r.Algorithm == c.algorithm })))
	}
	sum := states(entering, func(r enterRow) uint64 { return r.States })
	out.ClaimAgain("joung-all-inside", "joung-all-inside-exhausted", joungPaper, "section 5, every run", "Maekawa_M and Maekawa_S allow all group members to be in the critical section simultaneously: while nobody leaves, every run comes to that.",
		experiments.ForAll(fmt.Sprintf("all runs of %d configurations, %d states", len(entering), sum), entering, func(r enterRow) (bool, string) { return r.Holds, r.configuration.String() }))
}
