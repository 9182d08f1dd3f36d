package construct

import (
	"context"

	"coterie/internal/solve/composed"
	"coterie/quorum"
)

// countedLimit is the number of quorums up to which figures without a closed form are counted on
// the list of the system that they rest on.
const countedLimit = 100_000

// cartelsOf returns the families of a structure: its cartels, or its one family. It panics on a
// sharing structure.
func cartelsOf(s quorum.Structure) []quorum.Family {
	switch s := s.(type) {
	case *quorum.System:
		return []quorum.Family{s.Family()}
	case *quorum.KCoterie:
		return []quorum.Family{s.Family()}
	case *quorum.GroupSystem:
		cartels := make([]quorum.Family, s.Groups())
		for i := range cartels {
			cartels[i] = s.Cartel(i)
		}
		return cartels
	}
	panic("construct: a structure without quorums of its own")
}

// countedShape returns the figures of a listed system, without regard to sites.
func countedShape(method string, s quorum.Structure) Shape {
	cartels := cartelsOf(s)
	sizes, _ := quorum.SizesOf(context.Background(), cartels...) // no error: that context does not end
	shape := Shape{
		Method: method, Quorums: sizes.Quorums, MinQuorum: *sizes.MinQuorum, MaxQuorum: *sizes.MaxQuorum,
		MinResponsibility: sizes.MinResponsibility, MaxResponsibility: sizes.MaxResponsibility,
	}
	if s.Kind() == quorum.KindGroupSystem {
		(*composed.Figures)(&shape).SetDegree(composed.LeastPacking(cartels, func(int) []int { return nil }))
	}
	return shape
}

// listedShape is Shape with the responsibilities counted on the listed quorums, where an assignment
// of sites may count otherwise. Sites of the families are a bijection to the quorums, unless they
// all share a single one.
func listedShape(ctx context.Context, i *Instance) (Shape, error) {
	s, err := i.Shape(ctx)
	if err != nil || s.Unknown != "" || s.Quorums.Cmp(bigOf(1)) != 0 {
		return s, err
	}
	s.MaxResponsibility, s.MinResponsibility = bigOf(1), bigOf(0)
	if s.MinQuorum == s.N {
		s.MinResponsibility = bigOf(1)
	}
	return s, nil
}

// listCartels lists the families of an instance under the limit for counting.
func listCartels(ctx context.Context, i *Instance) ([]quorum.Family, error) {
	s, err := i.List(ctx, i.Spec(), countedLimit)
	if err != nil {
		return nil, err
	}
	return cartelsOf(s), nil
}
