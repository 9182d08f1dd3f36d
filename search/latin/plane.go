package latin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"coterie/bounds"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/planes"
	"coterie/quorum"
	"coterie/search"
)

// Options are those of Plane and Mols.
type Options struct {
	search.Options
	// Method is Auto (arithmetic, then fields and products, then SAT) or SAT.
	Method search.Method
}

// cite notes what is no part of the answer, and has it told before a solver that may take for ever
// is asked; an empty note is none.
func cite(s *session.Session, order int, note string) {
	if note == "" {
		return
	}
	s.Notes = append(s.Notes, note)
	if order > quickOrder {
		s.Remark(note)
	}
}

const (
	// planeMaxOrder is the largest order of Plane and Mols: beyond it lists of lines and their
	// verification get out of hand.
	planeMaxOrder = 128
	// quickOrder is the largest order whose questions a solver answers in less than a second.
	quickOrder = 6
	// planeMaxClauses is the longest formula that is put to a solver.
	planeMaxClauses = 8_000_000
)

// Plane looks for a projective plane: order²+order+1 points and as many lines, order+1
// points on each line, any two lines meeting in one point. For order 1 that is the
// triangle, a degenerate plane (package planes).
//
// The objective is "existence", without a value: UpperBy says how a plane was found, LowerBy what
// proves that there is none. Result.System are the lines as quorums, with a site assignment for
// which all conditions of Maekawa (1985) hold: K = order+1 for n = K(K-1)+1 nodes, the least
// possible.
//
// Method Auto: for a prime power PG(2,order) is built over the field, and for the order
// that the theorem of Bruck and Ryser (1949) forbids there is none (bounds.PlaneOrder).
// What is left is a question for a SAT solver. The least such order is 10, which Lam, Thiel
// and Swiercz (1989) excluded by a long computation: that is not repeated here, so that the
// verdict will be Unknown, and a note tells what is known. Method SAT puts every question to the
// solver: the incidence matrix in the standard form of planeFormula, where its proof is.
//
// A plane of order q is the same thing as q-1 mutually orthogonal Latin squares of side
// q (Bose 1938; package planes), so Mols answers the same question by another formula: here
// variables are incidences, there they are cells of squares.
//
// With gini, the planes of order 2, 3, 4 and 5 are found, and order 6 is refuted, in less
// than a second together; order 7 takes seconds; order 8 was not found in 100 seconds.
//
// Lines are checked by package planes and package quorum, which share nothing with the
// formula. The error is a *quorum.InputError if order is not 1..128 or the method is unknown;
// otherwise a solver's. If the formula would have more than eight million clauses (from
// order 13 on) the verdict is Unknown.
func Plane(ctx context.Context, order int, opts Options) (*search.Result, error) {
	if err := cmp.Or(session.Need("order", order, 1, planeMaxOrder), planeMethod(opts.Method)); err != nil {
		return nil, err
	}
	r := &search.Result{
		Search: "plane", Objective: "existence",
		Question: fmt.Sprintf("Is there a projective plane of order %d?", order),
		Verdict:  search.Unknown,
	}
	s := session.New(ctx, opts.Options, r)
	if opts.Method != search.SAT {
		s.At("arithmetic and fields: " + r.Question)
		done, err := planeKnown(ctx, r, order)
		if done || err != nil {
			return planeEnd(ctx, r, err)
		}
	}
	cite(s, order, planeCited(order))
	return planeEnd(ctx, r, planeAsk(ctx, s, order))
}

// planeCited cites results of others on planes of an order.
func planeCited(order int) string {
	const cited = "cited, no part of this answer: "
	known := bounds.PlaneOrder(order)
	switch known.Status {
	case bounds.PlaneExists, bounds.PlaneDegenerate:
		return fmt.Sprintf("%sthere is one (%s): %s", cited, known.Source, known.Reason)
	case bounds.PlaneExcludedByTheorem:
		return fmt.Sprintf("%sthere is none (%s): %s", cited, known.Source, known.Reason)
	case bounds.PlaneExcludedByComputation:
		return cited + "there is none, by an exhaustive computer search (C. W. H. Lam, L. Thiel and S. Swiercz, The non-existence of finite projective planes " +
			"of order 10, Canad. J. Math. 41, 1989), which Bright, Cheung, Stevens, Kotsireas and Ganesh (AAAI 2021) repeated with certificates"
	}
	return fmt.Sprintf("%sit is open whether there is one: %s", cited, strings.TrimPrefix(known.Reason, "not known: "))
}

// planeMethod judges the method of Plane or Mols.
func planeMethod(method search.Method) error {
	switch method {
	case "", search.Auto, search.SAT:
		return nil
	}
	return quorum.Bad("method", fmt.Sprintf("%s is no method of this search", show.Value(method)), "want auto or sat")
}

// planeEnd returns a result, or an error that is not merely the end of ctx.
func planeEnd(ctx context.Context, r *search.Result, err error) (*search.Result, error) {
	switch {
	case err != nil && (ctx.Err() == nil || !errors.Is(err, context.Cause(ctx))):
		return nil, err
	case ctx.Err() != nil && r.Verdict == search.Unknown:
		r.StoppedBy = session.StopCause(ctx)
	}
	return r, nil
}

// planeKnown answers by a field or by the theorem of Bruck and Ryser; done is false where neither
// does.
func planeKnown(ctx context.Context, r *search.Result, order int) (done bool, err error) {
	known := bounds.PlaneOrder(order)
	switch known.Status {
	case bounds.PlaneExists, bounds.PlaneDegenerate:
		plane, err := planes.NewProjective(ctx, order)
		if err != nil {
			return false, quorum.Internal("%w", err)
		}
		return true, planeFound(ctx, r, fmt.Sprintf("fpp:order=%d", order), plane, plane.Name()+", listed and checked")
	case bounds.PlaneExcludedByTheorem:
		r.Verdict = search.ProvenAbsent
		r.LowerBy = fmt.Sprintf("Bruck and Ryser 1949: %d = %d (mod 4) is no sum of two squares", order, order%4)
		return true, nil
	}
	return false, nil
}

// planeFound completes the result of a plane.
func planeFound(ctx context.Context, r *search.Result, name string, plane *planes.Plane, by string) error {
	if err := plane.Verify(ctx); err != nil {
		return quorum.Internal("%w", err)
	}
	b, err := quorum.NewFamilyBuilder(plane.Points())
	if err != nil {
		return quorum.Internal("%w", err)
	}
	b.Grow(plane.Lines(), plane.Lines()*plane.LineSize())
	for _, line := range plane.AllLines() {
		if err := b.AddSorted(line); err != nil {
			return quorum.Internal("%w", err)
		}
	}
	family := b.Family()
	sites, err := family.AssignSites(ctx)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return quorum.Internal("%w", err)
	}
	system, err := quorum.NewSystem(name, family, quorum.SystemOptions{Sites: sites})
	if err != nil {
		return quorum.Internal("%w", err)
	}
	if err := planeCheck(ctx, system); err != nil {
		return err
	}
	r.Verdict, r.System, r.UpperBy = search.Found, quorum.KnownOf(system), by
	return nil
}

// planeCheck lets package quorum judge a system of lines: every property that its kind can
// have must hold. The error is the cause of ctx if that ends first.
func planeCheck(ctx context.Context, system quorum.Structure) error {
	for _, v := range quorum.Check(ctx, system, quorum.Options{}).Properties {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := session.Judge(ctx, v, system.Name()); err != nil {
			return err
		}
	}
	return nil
}

// planeAsk puts the question to a solver.
func planeAsk(ctx context.Context, s *session.Session, order int) error {
	if clauses := planeClauses(order); clauses > planeMaxClauses {
		s.StoppedBy = planeTooLong(clauses)
		return nil
	}
	f := newPlaneFormula(ctx, order, planeStandard)
	if f == nil {
		return context.Cause(ctx)
	}
	answer, err := s.Ask(ctx, session.Question{
		Words: s.Question, CNF: f.cnf, Cases: f.cases, Theorems: session.Theorems{"plane-standard-form"}, Known: planeExists(order),
	})
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	switch answer.Verdict {
	case sat.Unsat:
		s.Verdict = search.ProvenAbsent
		s.LowerBy = fmt.Sprintf("no model of: %s (%s)", s.Question, answer.By)
	case sat.Sat:
		name := fmt.Sprintf("projective plane of order %d", order)
		plane, err := planes.FromLines(ctx, name, order*order+order+1, f.decode(answer.Model))
		if err != nil {
			return quorum.Internal("%w", err)
		}
		return planeFound(ctx, s.Result, name, plane, fmt.Sprintf("lines found by SAT (%s) and checked", answer.By))
	}
	return nil
}

// planeExists says which plane of an order a field has.
func planeExists(order int) session.Known {
	return func(ctx context.Context) (string, error) {
		if !bounds.PlaneOrder(order).Exists() {
			return "", nil
		}
		plane, err := planes.NewProjective(ctx, order)
		if err != nil {
			return "", quorum.Internal("%w", err)
		}
		return plane.Name() + ", listed and checked", plane.Verify(ctx)
	}
}

func planeTooLong(clauses int) string {
	return fmt.Sprintf("the formula would have %d clauses, more than %d", clauses, planeMaxClauses)
}
