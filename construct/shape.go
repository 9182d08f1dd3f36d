package construct

import (
	"cmp"
	"context"
	"math/big"

	"coterie/internal/solve/composed"
)

// Shape holds the figures of a system that are known without listing its quorums. If Unknown is not
// empty, some are missing: then Quorums and the responsibilities are nil, and MaxQuorum and
// MinQuorum may be 0.
type Shape struct {
	N      int
	Groups int // number of cartels, or of groups of processes; 1 for an ordinary system

	// Quorums is the number of listed quorums, over all cartels.
	Quorums *big.Int

	// MinQuorum and MaxQuorum are the least and the greatest quorum size (K where they agree); with
	// a site assignment, the sizes of the S_i.
	MinQuorum, MaxQuorum int

	// MinResponsibility and MaxResponsibility are the least and the greatest number of quorums
	// that a node is in: of the S_i where the family assigns sites, of the listed quorums where
	// it does not, over all cartels in a group system and over all families in a sharing structure.
	MinResponsibility, MaxResponsibility *big.Int

	// Degree is, for a group family, the degree of the system: the least over the cartels of the
	// greatest number of pairwise disjoint quorums. Proved for the family, or found by an exact
	// search; 0 where the search was given up, which Method says, and for an ordinary system.
	Degree int

	// Method says how the figures were found: "closed form", or by which count.
	Method string

	// Unknown says why figures are missing; empty if none is.
	Unknown string
}

// ClosedForm is the Method of a Shape whose figures are formulas.
const ClosedForm = composed.ClosedForm

// Shape returns the figures of the system. Where the family has closed forms, the cost is some
// big-number products, and there is no error. Otherwise cost and errors are those of Build. The
// error is the cause of ctx if ctx ends first.
func (i *Instance) Shape(ctx context.Context) (Shape, error) {
	if ctx.Err() != nil {
		return Shape{}, context.Cause(ctx)
	}
	s, err := i.plan.shape(ctx)
	if err != nil {
		return Shape{}, err
	}
	if s.Quorums, err = i.plan.quorums(ctx); err != nil {
		return Shape{}, err
	}
	s.N, s.Groups = i.N(), i.Groups()
	s.Method = cmp.Or(s.Method, ClosedForm)
	if (s.Quorums == nil) != (s.Unknown != "") {
		panic("construct: the figures of " + i.Spec() + " are neither whole nor said to be missing")
	}
	return s, nil
}

// bigOf returns v as a *big.Int.
func bigOf(v int) *big.Int { return big.NewInt(int64(v)) }

// take extends the range of responsibilities to r.
func (s *Shape) take(r *big.Int) { (*composed.Figures)(s).Take(r) }

// uniformShape is a plan's shape for systems whose quorums have one size and whose nodes have
// one responsibility.
func uniformShape(size, responsibility int) func(context.Context) (Shape, error) {
	return rangedShape(size, size, responsibility, responsibility)
}

// rangedShape is a plan's shape for systems whose quorum sizes and responsibilities are known by
// the least and the greatest.
func rangedShape(minQuorum, maxQuorum, minResponsibility, maxResponsibility int) func(context.Context) (Shape, error) {
	return func(context.Context) (Shape, error) {
		return Shape{
			MinQuorum: minQuorum, MaxQuorum: maxQuorum,
			MinResponsibility: bigOf(minResponsibility), MaxResponsibility: bigOf(maxResponsibility),
		}, nil
	}
}

// ofFigures returns the number of quorums and the shape of a plan whose figures are found at once;
// the numbers are the caller's own. Where Quorums is nil, Unknown says why.
func ofFigures(figures func(context.Context) (Shape, error)) (quorums counter, shape func(context.Context) (Shape, error)) {
	quorums = countFound(figures, func(s Shape) *big.Int { return times(1, s.Quorums) })
	shape = func(ctx context.Context) (Shape, error) {
		s, err := figures(ctx)
		s.MinResponsibility, s.MaxResponsibility = times(1, s.MinResponsibility), times(1, s.MaxResponsibility)
		return s, err
	}
	return quorums, shape
}
