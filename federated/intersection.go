package federated

import (
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/quorum"
)

// Checked says whether every two quorums of a network meet.
type Checked struct {
	Kind    quorum.Kind `json:"kind"`
	N       int         `json:"n"`
	Faulty  []string    `json:"faulty,omitempty"`  // deleted
	Without []string    `json:"without,omitempty"` // left
	// GreatestQuorum is how many nodes are in some quorum; 0 where the network has none, and then
	// nothing can be agreed, and quorum-intersection holds of no two quorums.
	GreatestQuorum int       `json:"greatest_quorum"`
	Properties     []Verdict `json:"properties"`
	Faults         []string  `json:"faults"` // why nodes are in no quorum
}

// Verdict is the answer to a property. The witness of a failure are two disjoint quorums by name.
type Verdict struct {
	quorum.Judged
	Witness *[2][]string `json:"witness"`
}

// Solve answers a formula; model[v] is the value of variable v.
type Solve func(ctx context.Context, formula *sat.CNF) (verdict sat.Verdict, model []bool, err error)

// Check judges whether every two quorums meet. Two strongly connected components with quorums are a
// witness at once; within one, a SAT solver is asked (solve; if it is nil, the built-in one). The
// witness is checked by other code, name by name. If ctx ends, the property is Unknown. Any other
// error is that of the solver, or internal.
func (w *Network) Check(ctx context.Context, solve Solve) (Checked, error) {
	r := Checked{
		Kind: quorum.KindFederated, N: w.listed, Faulty: w.namesOf(w.faulty), Without: w.namesOf(w.without),
		GreatestQuorum: w.greatest(sets.Full(len(w.members))).Len(), Faults: append([]string{}, w.Faults()...),
	}
	v := Verdict{Judged: quorum.Judged{Property: quorum.QuorumIntersection}}
	found, reason, err := w.split(ctx, solve)
	switch {
	case err != nil && ctx.Err() != nil:
		v.Reason, v.Limit = "stopped: "+context.Cause(ctx).Error(), true
	case err != nil:
		return r, err
	case found == nil:
		v.Holds, v.Reason = quorum.Holds, reason
	default:
		v.Holds, v.Reason, v.Witness = quorum.Fails, reason, &[2][]string{w.namesOf(found[0]), w.namesOf(found[1])}
		if err := w.checkSplit(v.Witness); err != nil {
			return r, err
		}
	}
	r.Properties = []Verdict{v}
	return r, nil
}

// checkSplit returns an internal error unless the sets are disjoint quorums.
func (w *Network) checkSplit(q *[2][]string) error {
	if slices.ContainsFunc(q[0], func(name string) bool { return slices.Contains(q[1], name) }) || !w.isQuorum(q[0]) || !w.isQuorum(q[1]) {
		return quorum.Internal("no two disjoint quorums: %q and %q", q[0], q[1])
	}
	return nil
}

// split returns two disjoint minimal quorums, or why there are none.
func (w *Network) split(ctx context.Context, solve Solve) (found []sets.Bits, reason string, err error) {
	cores := w.cores()
	switch {
	case len(cores) == 0:
		return nil, "the network has no quorum", nil
	case len(cores) > 1:
		for _, core := range cores[:2] {
			found = append(found, w.minimal(core, w.single()))
		}
		return found, fmt.Sprintf("%d strongly connected components have quorums", len(cores)), nil
	}
	formula := sat.NewCNF(ctx)
	a, b := w.disjoint(formula, cores[0], nil)
	if err := formula.Err(); err != nil {
		return nil, "", err
	}
	if solve == nil {
		solve = builtIn
	}
	verdict, model, err := solve(ctx, formula)
	switch {
	case err != nil:
		return nil, "", err
	case verdict == sat.Unsat:
		return nil, fmt.Sprintf("no two disjoint quorums in the one strongly connected component that has quorums (%d nodes): a SAT solver", cores[0].Len()), nil
	}
	for _, s := range []*side{a, b} {
		found = append(found, w.minimal(w.greatest(w.nodesOf(model, s.in)), w.single()))
	}
	return found, "two disjoint quorums", nil
}

// nodesOf returns the nodes whose literals are true.
func (w *Network) nodesOf(model []bool, lits []int) sets.Bits {
	nodes := w.bits()
	for v, lit := range lits {
		if lit != 0 && model[lit] {
			nodes.Add(v)
		}
	}
	return nodes
}

func builtIn(ctx context.Context, formula *sat.CNF) (sat.Verdict, []bool, error) {
	solver := sat.NewSolver(formula, sat.Options{})
	verdict, err := solver.Solve(ctx)
	if verdict != sat.Sat {
		return verdict, nil, err
	}
	return verdict, solver.Model(), nil
}

func (w *Network) namesOf(nodes sets.Bits) (names []string) {
	for v := range nodes.All() {
		names = append(names, w.members[v].Name)
	}
	return names
}
