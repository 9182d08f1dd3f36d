package compare

import (
	"context"
	"errors"
	"fmt"

	"coterie/measure"
	"coterie/quorum"
)

// dominationOfK judges small k-coteries that are listed among each other.
func (f *filling) dominationOfK(ctx context.Context) error {
	const most = 10 // nodes: some tenths of a second
	if f.lists == nil || f.known.N() > most {
		return fmt.Errorf("domination between k-coteries is judged for listed ones on at most %d nodes", most)
	}
	c, err := quorum.NewKCoterie("", f.known.K, f.lists[0], nil)
	if err != nil {
		return err
	}
	other, err := measure.DominatingKCoterie(ctx, c, measure.DominationOptions{Seed: f.opts.Seed, SATRounds: dominationRounds})
	var input *quorum.InputError
	switch {
	case errors.As(err, &input):
		return fmt.Errorf("it is no %d-coterie", f.known.K)
	case err != nil:
		return err
	}
	if f.Nondominated = quorum.Holds; other != nil {
		f.Nondominated = quorum.Fails
	}
	return nil
}

func (f *filling) domination(ctx context.Context) error {
	switch {
	case f.known.Kind == quorum.KindKCoterie:
		return f.dominationOfK(ctx)
	case f.Meets == quorum.Fails:
		return errors.New(f.Aside)
	case f.known.Kind == quorum.KindGroupSystem && len(f.cartels) < 2:
		return errors.New("domination of group systems is defined for two cartels or more")
	case f.closed != nil:
		return f.closed
	}
	if f.live != nil && f.known.Kind == quorum.KindSystem && f.Meets == quorum.Holds {
		if f.Nondominated = quorum.Fails; f.live[0].Nondominated() {
			f.Nondominated = quorum.Holds
		}
		return nil
	}
	d, err := measure.JudgeDomination(ctx, f.cartels, measure.DominationOptions{
		Seed: f.opts.Seed, Jobs: 1, SATRounds: dominationRounds, SATLiterals: dominationLiteral, DiagramNodes: dominationNodes})
	if input := (*quorum.InputError)(nil); errors.As(err, &input) {
		return errors.New(input.Why)
	} else if err != nil {
		return err
	}
	if f.Nondominated = quorum.Holds; d.Dominated() {
		f.Nondominated = quorum.Fails
	}
	return nil
}
