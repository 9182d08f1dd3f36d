package groups

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

type dominatedParameters struct {
	Nodes   int `json:"nodes"`   // every surficial system of at most this many nodes, m >= 2
	Enlarge int `json:"enlarge"` // those of at most this many nodes are enlarged to nondominated ones
	Limit   int `json:"limit"`   // transversals that are listed at most, for each cartel
}

// dominatedRow holds the results for one surficial system.
type dominatedRow struct {
	small.SurficialSize
	Dominated bool   `csv:"dominated" doc:"a set can be added to the first cartel: T, or for k = 1 all nodes outside its quorum (Theorem 3.4); false: nondominated by definition"`
	T         string `csv:"t" doc:"Theorem 3.4's T, where it has at most 12 nodes"`

	// Nondominated is found by the definition if there is no T and the nodes outside decide
	// nothing.
	Nondominated bool

	// Needless names a node that its quorum does not need; empty if there is none.
	Needless string
}

// hasT reports whether the side is 2 or more. A cartel of squares of side 1 is one quorum.
func (r dominatedRow) hasT() bool { return r.Side > 1 }

// enlargedRow is one surficial system with the nondominated one made of it.
type enlargedRow struct {
	small.SurficialSize
	Transversals int    `csv:"transversals,sets" doc:"minimal sets that meet all quorums of the cartels but the first"`
	Addable      int    `csv:"addable,sets" doc:"of these, how many contain no quorum of the first cartel, so that each can be added to it; 0: none can"`
	Sizes        []int  // quorums in each cartel of the enlarged system
	Contains     bool   `csv:"contains" doc:"it contains this one, cartel by cartel"`
	Nondominated bool   `csv:"nondominated" doc:"every transversal of its other cartels contains a quorum of each cartel: nondominated by definition"`
	Reason       string `csv:"reason" doc:"why there is no answer"`
}

func (r enlargedRow) decided() bool { return r.Reason == "" }

// Dominated returns the study surficial-dominated.
func Dominated() experiments.Study {
	return experiments.NewStudy(experiments.Spec[dominatedParameters]{
		Name:  "surficial-dominated",
		Title: "Joung's Theorem 3.4: surficial systems are dominated, and part of nondominated ones",
		Doc: "For every surficial system of at most `nodes` nodes: whether the set T in the proof of Theorem 3.4 shows that it is dominated " +
			"(T exists only for squares of side 2 or more), and what does so for side 1, which the proof does not cover; and whether every " +
			"quorum is a minimal set that meets all quorums of the other cartels. For the small ones: all sets that can be added to the first " +
			"cartel, and a nondominated system that contains the surficial one.",
		Default: dominatedParameters{Nodes: 2000, Enlarge: 30, Limit: 20_000},
		Full:    &dominatedParameters{Nodes: 10_000, Enlarge: 30, Limit: 100_000},
		Declare: declareDominated,
	})
}

func declareDominated(out *experiments.Output, p dominatedParameters) {
	rows := experiments.Compute(out, "systems", small.SurficialSizes(p.Nodes), judgeDominated)
	experiments.Table(out, "surficial-dominated", rows,
		"n", "m",
		experiments.Ints("side", "nodes", "k = √(2n/(m(m-1))), the side of each square", func(r dominatedRow) int { return r.Side }),
		"dominated",
		experiments.Bools("t_dominates", "", "adding T to the first cartel gives a group quorum system; empty: k = 1 has no T",
			func(r dominatedRow) bool { return r.Dominated }).If(dominatedRow.hasT),
		"t",
		experiments.Bools("minimal", "", "every quorum is a minimal set that meets all quorums of the other cartels",
			func(r dominatedRow) bool { return r.Needless == "" }))

	enlarged := experiments.Compute(out, "enlarged", small.SurficialSizes(p.Enlarge), func(ctx context.Context, c small.SurficialSize) (enlargedRow, error) {
		row, err := enlargeSurficial(ctx, c, p.Limit)
		if over := new(quorum.LimitError); errors.As(err, &over) && ctx.Err() == nil {
			row.Reason, err = over.Error(), nil
		}
		return row, err
	})
	experiments.Table(out, "enlarged", enlarged,
		"n", "m",
		experiments.Ints("side", "nodes", "k", func(r enlargedRow) int { return r.Side }),
		experiments.If(enlargedRow.decided, "transversals", "addable"),
		experiments.Texts("enlarged", "quorums", "numbers of quorums in the cartels of a nondominated system that contains this one",
			func(r enlargedRow) string { return experiments.JoinInts(r.Sizes) }).If(enlargedRow.decided),
		experiments.If(enlargedRow.decided, "contains", "nondominated"),
		"reason")

	foundDominated(out, p, rows)
	claimDominated(out, p, rows, enlarged)
}

// judgeDominated lists one system and judges it by the definitions.
func judgeDominated(ctx context.Context, c small.SurficialSize) (dominatedRow, error) {
	row, system := dominatedRow{SurficialSize: c}, surficial(c)
	row.Needless = experiments.Must(small.Needless(ctx, system))
	if !row.hasT() {
		row.Dominated = showsDominated(system, quorum.FullSet(c.N).Minus(system.Cartel(0).Set(0)))
		if !row.Dominated {
			row.Nondominated = experiments.Must(small.Nondominated(ctx, system, 10_000))
		}
		return row, nil
	}
	t, err := construct.SurficialDominatingSet(c.N, c.M)
	row.Dominated = err == nil && showsDominated(system, t)
	if t.Len() <= 12 {
		row.T = t.String()
	}
	return row, err
}

// showsDominated reports whether adding t to the first cartel gives a group quorum system: t meets
// every quorum of the other cartels, and neither contains a quorum of the first cartel nor is
// contained in one.
func showsDominated(system *quorum.GroupSystem, t quorum.Set) bool {
	for c, cartel := range system.Cartels() {
		for _, q := range cartel.Sets() {
			if c == 0 && (q.SubsetOf(t) || t.SubsetOf(q)) || c > 0 && !q.Intersects(t) {
				return false
			}
		}
	}
	return true
}

// enlarge returns a nondominated group quorum system that contains the given cartels. In the given
// system every quorum must be a minimal set that meets all quorums of the other cartels.
//
// Proof: docs/theorems/enlarging.md.
func enlarge(ctx context.Context, system *quorum.GroupSystem, limit int) (*quorum.GroupSystem, error) {
	cartels := system.Cartels()
	for i := range cartels {
		var err error
		if cartels[i], err = small.OfOthers(ctx, cartels, i, limit); err != nil {
			return nil, err
		}
	}
	return quorum.NewGroupSystem("", cartels, nil)
}

// enlargeSurficial enlarges one system; the error is a *quorum.LimitError if it would list more
// than limit sets.
func enlargeSurficial(ctx context.Context, c small.SurficialSize, limit int) (enlargedRow, error) {
	row, system := enlargedRow{SurficialSize: c, Contains: true}, surficial(c)
	larger, err := enlarge(ctx, system, limit)
	if err != nil {
		return row, err
	}
	first := larger.Cartel(0) // the minimal transversals of the other cartels
	row.Transversals = first.Len()
	for _, t := range first.Sets() {
		if !small.ContainsQuorum(t, system.Cartel(0)) {
			row.Addable++
		}
	}
	for c, cartel := range larger.Cartels() {
		row.Sizes = append(row.Sizes, cartel.Len())
		listed := map[string]bool{}
		for _, q := range cartel.Sets() {
			listed[q.String()] = true
		}
		for _, q := range system.Cartel(c).Sets() {
			row.Contains = row.Contains && listed[q.String()]
		}
	}
	if found, err := factsOf(ctx, larger); err != nil || !found.isGroupSystem() {
		return row, cmp.Or(err, fmt.Errorf("the enlarged system for n = %d, m = %d: %s", c.N, c.M, found.Reason))
	}
	row.Nondominated, err = small.Nondominated(ctx, larger, limit)
	return row, err
}

func claimDominated(out *experiments.Output, p dominatedParameters, rows []dominatedRow, enlarged []enlargedRow) {
	over := fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes)
	theorem := func(r dominatedRow) (bool, string) {
		how := "no set was found that shows it"
		if r.Nondominated {
			how = "every transversal of the other cartels contains a quorum: it is nondominated"
		}
		return r.Dominated, fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, how)
	}
	out.Claim("joung-theorem-3-4", joung, "Theorem 3.4", "The surficial quorum system is dominated.",
		experiments.ButFor("n = 1", func(r dominatedRow) bool { return r.N == 1 }, "for n > 1",
			experiments.Every(over), experiments.Every(fmt.Sprintf("surficial systems, n in 2..%d, m >= 2", p.Nodes)), rows, theorem))

	byT := func(r dominatedRow) (bool, string) {
		how := "T does not show it"
		if !r.hasT() {
			how = "the side is 1, and the proof's node p_(2,1) does not exist"
		}
		return r.hasT() && r.Dominated, fmt.Sprintf("n = %d, m = %d: %s", r.N, r.M, how)
	}
	out.Claim("joung-theorem-3-4-proof", joung, "Theorem 3.4, its proof",
		"T = Q_(1,1) - {p_(1,1)} ∪ {p_(2,1)} can be added to the first cartel, so that the system is dominated.",
		experiments.HoldsUnderReading("for k >= 2: the proof does not cover k = 1",
			experiments.ForAll(over, rows, byT),
			experiments.ForAll(fmt.Sprintf("surficial systems with k >= 2, n in 1..%d, m >= 2", p.Nodes), experiments.Keep(rows, dominatedRow.hasT), byT)))

	out.Claim("joung-surficial-minimal", joung, "section 3, after Theorem 3.4",
		"In the surficial system every quorum is a minimal set that intersects every quorum of a different cartel.",
		experiments.ForAll(over, rows, func(r dominatedRow) (bool, string) {
			return r.Needless == "", fmt.Sprintf("n = %d, m = %d: %s is not needed", r.N, r.M, r.Needless)
		}).Proved("surficial-conditions"))

	decided := experiments.Keep(enlarged, enlargedRow.decided)
	words := fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Enlarge)
	if len(decided) < len(enlarged) {
		words += fmt.Sprintf(", where no cartel has more than %d minimal transversals", p.Limit)
	}
	out.Claim("joung-surficial-enlarged", joung, "section 3, after Theorem 3.4",
		"The surficial system can be enlarged to a nondominated system each of whose cartels contains the given one.",
		experiments.ForAll(words, decided, func(r enlargedRow) (bool, string) {
			return r.Contains && r.Nondominated, fmt.Sprintf("n = %d, m = %d: contains the given one: %t; nondominated: %t", r.N, r.M, r.Contains, r.Nondominated)
		}).Proved("enlarging"))
}
