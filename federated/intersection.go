package federated

import (
	"context"
	"fmt"
	"io"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
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

// Check judges whether every two quorums meet. Two strongly connected components with quorums are a
// witness at once; within one, the built-in SAT solver is asked. Other code checks the witness,
// name by name. If ctx ends, the property is Unknown. Any other error is that of the solver, or
// internal.
func (w *Network) Check(ctx context.Context) (Checked, error) {
	r := Checked{
		Kind: quorum.KindFederated, N: w.listed, Faulty: w.namesOf(w.faulty), Without: w.namesOf(w.without),
		GreatestQuorum: w.greatest(sets.Full(len(w.members))).Len(), Faults: []string{},
	}
	for _, m := range w.members {
		if m.Fault != "" {
			r.Faults = append(r.Faults, show.Value(m.Name)+" is in no quorum: "+m.Fault)
		}
	}
	v := Verdict{Judged: quorum.Judged{Property: quorum.QuorumIntersection}}
	found, reason, err := w.split(ctx)
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
func (w *Network) split(ctx context.Context) (found []sets.Bits, reason string, err error) {
	cores := w.cores()
	switch {
	case len(cores) == 0:
		return nil, "the network has no quorum", nil
	case len(cores) > 1:
		for _, core := range cores[:2] {
			found = append(found, w.minimal(core, w.single(core)))
		}
		return found, fmt.Sprintf("%d strongly connected components have quorums", len(cores)), nil
	}
	formula := sat.NewCNF(ctx)
	a, b := w.disjoint(formula, cores[0], nil)
	solver := sat.NewSolver(formula, sat.Options{})
	switch verdict, err := solver.Solve(ctx); {
	case err != nil:
		return nil, "", err
	case verdict == sat.Unsat:
		return nil, fmt.Sprintf("no two disjoint quorums in the one strongly connected component that has quorums (%s): a SAT solver", show.Count(cores[0].Len(), "node")), nil
	}
	for _, s := range []*side{a, b} {
		found = append(found, w.minimal(w.greatest(w.nodesOf(solver.Model(), s.in)), w.single(cores[0])))
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

// WriteQuestion writes the question whether a network has two disjoint quorums as DIMACS,
// for other solvers. The error is that of out, or an *quorum.InputError for a network without a
// quorum.
func (w *Network) WriteQuestion(out io.Writer) error {
	nodes, formula := w.greatest(sets.Full(len(w.members))), &sat.CNF{}
	if nodes.Empty() {
		return quorum.Bad("", "the network has no quorum", "")
	}
	w.disjoint(formula, nodes, nil)
	return formula.WriteDIMACS(out)
}

func (w *Network) namesOf(nodes sets.Bits) (names []string) {
	for v := range nodes.All() {
		names = append(names, w.members[v].Name)
	}
	return names
}
