package federated

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search"
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
	// Proofs are the kept proofs of the question to the solver; Search has that question with its
	// answer.
	Proofs []search.Proof `json:"proofs,omitempty"`
	Search *search.Result `json:"-"`
}

// Verdict is the answer to a property. The witness of a failure are two disjoint quorums by name.
type Verdict struct {
	quorum.Judged
	Witness *[2][]string `json:"witness"`
}

// Check judges whether every two quorums meet. Two strongly connected components with quorums are a
// witness at once; within one, a SAT solver is asked, that of the options, for the models of
// docs/theorems/disjoint-quorums.md. Other code checks the witness, name by name. If ctx ends, or
// the solver has no answer, the property is Unknown. Any other error is that of the solver, or
// internal.
func (w *Network) Check(ctx context.Context, opts search.Options) (Checked, error) {
	r := Checked{
		Kind: quorum.KindFederated, N: w.listed, Faulty: w.namesOf(w.faulty), Without: w.namesOf(w.without),
		GreatestQuorum: w.greatest(sets.Full(len(w.members))).Len(), Faults: []string{},
		Search: &search.Result{Search: "check", Question: "Are there two disjoint quorums?", Objective: "existence", Verdict: search.Unknown},
	}
	for _, m := range w.members {
		if m.Fault != "" {
			r.Faults = append(r.Faults, show.Value(m.Name)+" is in no quorum: "+m.Fault)
		}
	}
	v := Verdict{Judged: quorum.Judged{Property: quorum.QuorumIntersection}}
	s := session.New(ctx, opts, r.Search)
	found, reason, err := w.split(ctx, s)
	if err = cmp.Or(err, s.Close()); err != nil {
		return r, err
	}
	switch v.Reason = reason; s.Verdict {
	case search.ProvenAbsent:
		v.Holds = quorum.Holds
	case search.Found:
		v.Holds, v.Witness = quorum.Fails, &[2][]string{w.namesOf(found[0]), w.namesOf(found[1])}
		if err := w.checkSplit(v.Witness); err != nil {
			return r, err
		}
	default:
		s.StoppedBy = cmp.Or(s.StoppedBy, session.StopCause(ctx))
		v.Reason, v.Limit = "stopped: "+s.StoppedBy, true
	}
	r.Proofs, r.Properties = s.Proofs, []Verdict{v}
	return r, nil
}

// checkSplit returns an internal error unless the sets are disjoint quorums.
func (w *Network) checkSplit(q *[2][]string) error {
	if slices.ContainsFunc(q[0], func(name string) bool { return slices.Contains(q[1], name) }) || !w.isQuorum(q[0]) || !w.isQuorum(q[1]) {
		return quorum.Internal("no two disjoint quorums: %q and %q", q[0], q[1])
	}
	return nil
}

// split sets the verdict of the session, and returns two disjoint minimal quorums, or why there are
// none.
func (w *Network) split(ctx context.Context, s *session.Session) (found []sets.Bits, reason string, err error) {
	cores := w.cores()
	s.Verdict = search.Found
	switch {
	case len(cores) == 0:
		s.Verdict = search.ProvenAbsent
		return nil, "the network has no quorum", nil
	case len(cores) > 1:
		for _, core := range cores[:2] {
			found = append(found, w.minimal(core, w.single(core)))
		}
		return found, fmt.Sprintf("%d strongly connected components have quorums", len(cores)), nil
	}
	formula := sat.NewCNF(ctx)
	a, b := w.disjoint(formula, cores[0], nil)
	answer, err := s.Ask(ctx, session.Question{Words: "two disjoint quorums", CNF: formula, Theorems: session.Theorems{"disjoint-quorums"}})
	switch answer.Verdict {
	case sat.Unknown:
		s.Verdict = search.Unknown
		return nil, "", err
	case sat.Unsat:
		s.Verdict, s.LowerBy = search.ProvenAbsent, fmt.Sprintf("no model of: two disjoint quorums (%s)", answer.By)
		return nil, fmt.Sprintf("no two disjoint quorums in the one strongly connected component that has quorums (%s): %s",
			show.Count(cores[0].Len(), "node"), cmp.Or(map[string]string{"gini": "a SAT solver"}[answer.By], answer.By)), nil
	}
	for _, s := range []*side{a, b} {
		found = append(found, w.minimal(w.greatest(w.nodesOf(answer.Model, s.in)), w.single(cores[0])))
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

func (w *Network) namesOf(nodes sets.Bits) (names []string) {
	for v := range nodes.All() {
		names = append(names, w.members[v].Name)
	}
	return names
}
