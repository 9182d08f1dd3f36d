package construct

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/solve/composed"
	"coterie/quorum"
)

// figures multiplies the figures of the parts where this is enough. Otherwise it counts on the
// listed outer quorums.
func (c *composing) figures(ctx context.Context) (Shape, error) {
	of, err := c.systems(ctx)
	if err != nil {
		return Shape{}, err
	}
	counted, err := of.Figures(ctx)
	many := (*quorum.TooManyError)(nil)
	if !errors.As(err, &many) {
		return Shape(counted), err
	}
	f := Shape{Unknown: unknownFigures(many)}
	if c.everywhere && c.part == nil && c.ordinary() {
		f.MinQuorum, f.MaxQuorum = of.Outer.MinQuorum*of.Inner[0].MinQuorum, of.Outer.MaxQuorum*of.Inner[0].MaxQuorum
	}
	if c.kind == quorum.KindGroupSystem && c.ordinary() {
		f.Degree = of.Outer.Degree
	}
	return f, nil
}

// systems returns the parts with their figures.
func (c *composing) systems(ctx context.Context) (*composed.Composition, error) {
	of := &composed.Composition{At: c.at, Everywhere: c.everywhere, Group: c.kind == quorum.KindGroupSystem, Groups: c.groups}
	for _, i := range append([]*Instance{c.outer}, c.inner...) {
		s, err := listedShape(ctx, i)
		if err != nil {
			return nil, err
		}
		of.Inner = append(of.Inner, composed.Part{
			Figures: composed.Figures(s), Nodes: i.N(), Group: i.Kind() == quorum.KindGroupSystem, Chooses: i.plan.chooses,
			Cartels: func(ctx context.Context) ([]quorum.Family, error) { return listCartels(ctx, i) },
		})
	}
	of.Outer, of.Inner = of.Inner[0], of.Inner[1:]
	return of, nil
}

func unknownFigures(many *quorum.TooManyError) string {
	return fmt.Sprintf("they are counted on the quorums of %s, which has more than the %d that are gone through", many.Spec, countedLimit)
}
