package construct

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"coterie/quorum"
)

func lifted(name string, s *quorum.System, m int) (*quorum.GroupSystem, error) {
	cartels := make([]quorum.Family, m)
	for i := range cartels {
		cartels[i] = s.Family() // immutable: the cartels share its memory
	}
	return quorum.NewGroupSystem(name, cartels, s.Names())
}

func liftPlan(of *Instance, m int) (*plan, error) {
	if err := checkRange("lift", "m", m, 2, maxGroups); err != nil {
		return nil, err
	}
	if of.Kind() != quorum.KindSystem {
		return nil, &ParamError{
			Family: "lift", Key: "of", Value: "(" + of.Spec() + ")",
			Problem: NotASpec, Legal: fmt.Sprintf("the spec of an ordinary quorum system, not of a %s", of.Kind()),
		}
	}
	var entries counter
	if of.plan.entries != nil {
		entries = timesCounted(m, of.plan.entries)
	}
	return &plan{
		parts:    []*Instance{of},
		settings: []setting{intSetting("m", m), specSetting("of", of)},
		n:        of.N(),
		groups:   m,
		quorums:  timesCounted(m, of.plan.quorums),
		largest:  of.plan.largest,
		entries:  entries,
		shape:    func(ctx context.Context) (Shape, error) { return liftShape(ctx, of, m) },
		formulas: func() []quorum.Formula {
			if f := of.Formulas(); f != nil {
				return slices.Repeat(f, m)
			}
			return nil
		},
		build: func(ctx context.Context, name string, limit int) (quorum.Structure, error) {
			s, err := of.List(ctx, of.Spec(), limit/m)
			switch {
			case errors.As(err, new(*quorum.TooManyError)):
				return nil, errMore
			case err != nil:
				return nil, err
			}
			return structure(lifted(name, s.(*quorum.System), m))
		},
	}, nil
}

// liftShape returns the figures of m copies of an ordinary system.
func liftShape(ctx context.Context, of *Instance, m int) (Shape, error) {
	s, err := listedShape(ctx, of)
	if err != nil {
		return Shape{}, err
	}
	s.Degree = 1
	if s.Unknown != "" {
		return s, nil
	}
	s.MinResponsibility, s.MaxResponsibility = times(m, s.MinResponsibility), times(m, s.MaxResponsibility)
	return s, nil
}

// timesCounted returns a counter of m times as many quorums.
func timesCounted(m int, count counter) counter {
	return func(ctx context.Context) (*big.Int, error) {
		v, err := count(ctx)
		return times(m, v), err
	}
}

// times returns m·v, or nil if v is not known.
func times(m int, v *big.Int) *big.Int {
	if v == nil {
		return nil
	}
	return new(big.Int).Mul(bigOf(m), v)
}

// liftFamily is the family of T_m(C) = (C, ..., C), the group quorum system of m cartels that an
// ordinary quorum system C is, in the manner of Joung (2003), section 3: any algorithm for groups
// runs over it.
//
// It exists for 2 <= m <= 65536 (else the error is a *ParamError). Sites are dropped, names kept.
// Quorums of different cartels meet as any two of C do. A cartel is an antichain if and only if C
// is one, which Joung's definition of a quorum system asks for: where two quorums of C are equal or
// nested, as the S_i of very small grids are, they are kept, and quorum.Check says that cartel
// minimality fails.
//
// The degree is 1: any two quorums of C meet, so no two are disjoint, and there is one. (For sets
// out of a file that do not all meet, and so are no quorum system, Shape.Degree is too small.)
// Responsibilities are m times the number of listed quorums of C that a node is in.
func liftFamily() Family {
	return Family{
		Name:    "lift",
		Kind:    quorum.KindGroupSystem,
		Summary: "an ordinary system as m equal cartels: T_m(C), degree 1",
		Params: []Param{
			{Name: "m", Doc: "number of cartels, at least 2"},
			{Name: "of", Doc: "the spec of an ordinary system, or a file that holds one, in parentheses"},
		},
		Exists: "the n of the system lifted",
		Source: "Joung 2003, section 3 (the transformation T_m)",
		resolve: func(a *args) (*plan, error) {
			m := a.int("m")
			of := a.spec("of")
			return liftPlan(of, m)
		},
		usage:     "lift:m=M,of=(SPEC)",
		noDefault: "it lifts an ordinary system of your choice: lift:m=M,of=(SPEC)",
	}
}
