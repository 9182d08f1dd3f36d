package loads

import (
	"context"
	"errors"
	"fmt"

	"coterie/bounds"
	"coterie/internal/solve/lp"
	"coterie/quorum"
)

// findMixed is FindMixed; with mix nil, Find of the only cartel. Every certificate that it
// returns has passed CheckMixed.
func findMixed(ctx context.Context, cartels []quorum.Family, mix []bounds.Fraction, opts Options) (Mixed, error) {
	in, err := newInput(cartels, mix)
	if err != nil {
		return Mixed{}, err
	}
	pivots := opts.maxPivots()
	if !opts.Sparse {
		c, err := in.refined(ctx)
		if err != nil {
			return stoppedEarly(ctx, in, err)
		}
		l, err := solveProgram(ctx, in, c, opts, &pivots, func() (Mixed, bool) {
			if c.Discrete || in.n > sparseNodes {
				return Mixed{}, false
			}
			l, err := solveSingletons(ctx, in, opts, &pivots)
			return l, err == nil
		})
		if !errors.Is(err, lp.ErrRefused) {
			return l, err
		}
	}
	l, err := solveSingletons(ctx, in, opts, &pivots)
	if errors.Is(err, lp.ErrRefused) {
		err = quorum.Internal("an exact optimum fails its check")
	}
	return l, err
}

// solveSingletons solves the program without classes.
func solveSingletons(ctx context.Context, in *input, opts Options, pivots *int) (Mixed, error) {
	c, err := in.singletons(ctx)
	if err != nil {
		return stoppedEarly(ctx, in, err)
	}
	return solveProgram(ctx, in, c, opts, pivots, nil)
}

// spreadLimit bounds the quorums of a strategy that gives equal weights to all quorums of a class.
// A longer one is of little use to a reader, and the program without classes has a short one.
const spreadLimit = 2000

// sparseNodes bounds the nodes for which a shorter strategy is looked for: without classes the
// program has a row for each, and the time grows with the third power of their number or more.
const sparseNodes = 300

// errRows is the cause of a quorum.LimitError for a program that is too large.
var errRows = errors.New("too many rows")

// solveProgram returns the checked certificate of an optimal solution of the program of the
// classes. The error is lp.ErrRefused where an optimum for the classes is not an optimum for the
// nodes: the hashes of two different colours were equal.
//
// Where sparser is not nil and the strategy would have more than spreadLimit quorums, sparser is
// asked once for another certificate.
func solveProgram(ctx context.Context, in *input, of *lp.Classes, opts Options, pivots *int, sparser func() (Mixed, bool)) (Mixed, error) {
	p, err := newProgram(ctx, in, of, opts.maxRows())
	if err != nil {
		return p.stopped(ctx, err, nil, nil)
	}
	if p.Rows() > opts.maxRows() {
		return p.stopped(ctx, fmt.Errorf("%w: more than %d rows in the linear program (%d)", errRows, opts.maxRows(), p.Rows()), nil, nil)
	}
	var found Mixed
	var large error // the reason for refusing a solution, if its strategy does not fit
	v, y, err := p.Solve(ctx, pivots, opts.maxExact(), func(s *lp.Solution, how string) bool {
		if sparser != nil && p.support(s) > spreadLimit {
			l, ok := sparser()
			sparser = nil
			if ok {
				found = l
				return true
			}
		}
		if large = in.fits(ctx, p.support(s)); large != nil {
			return true // another optimum has a strategy that is no shorter
		}
		l, ok := p.certificate(ctx, s)
		if !ok || CheckMixed(ctx, p.in.cartels, l) != nil {
			return false
		}
		l.Method = p.method(how)
		found = l
		return true
	})
	if large != nil {
		return p.stopped(ctx, large, nil, nil)
	}
	if err != nil && !errors.Is(err, lp.ErrRefused) {
		return p.stopped(ctx, err, v, y)
	}
	return found, err
}
