package extend

import (
	"context"
	"errors"
	"fmt"

	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/measure"
	"coterie/quorum"
	"coterie/search"
)

// KCoterie finds a k-coterie that no other k-coterie dominates, and that dominates c, or is c. It
// need not contain the quorums of c; a note says how many it keeps. Result.Verdict is found with
// the proof in UpperBy, or unknown where measure.DominatingKCoterie has no answer; the system is
// then the last one on the way. The error is a *quorum.InputError if c is no k-coterie, or a check
// that failed.
//
// Each step asks a solver for another k-coterie that dominates the last one. Its live sets are more
// each time, so that there are at most 2^n steps, and a few in practice.
//
// Proof: docs/theorems/k-coterie-domination.md.
func KCoterie(ctx context.Context, c *quorum.KCoterie, opts search.Options) (*search.Result, error) {
	s := session.New(ctx, opts, &search.Result{Search: "extend", Verdict: search.Unknown,
		Question: fmt.Sprintf("Which %d-coterie dominates the given one, and is dominated by none?", c.K())})
	if c.N() > measure.MaxDominatedNodes {
		return nil, quorum.Bad("system", fmt.Sprintf("k-coteries are extended up to %d nodes, not %d", measure.MaxDominatedNodes, c.N()), "a search for k-coteries finds good ones for more nodes")
	}
	judged := quorum.Check(ctx, c, quorum.Options{Jobs: opts.Jobs})
	for _, p := range []quorum.Property{quorum.KIntersection, quorum.KNonIntersection, quorum.Minimality} {
		if v, _ := judged.Judged(p); v.Holds == quorum.Fails {
			return nil, quorum.Bad("system", fmt.Sprintf("it is no %d-coterie: %s", c.K(), v.Reason), "every property of its kind must hold")
		}
	}
	best, steps := c, 0
	for {
		s.At(fmt.Sprintf("k-coteries that dominate one of %s", show.Count(best.Family().Len(), "quorum")))
		other, dominated, err := measure.DominatingKCoterie(ctx, best, measure.DominationOptions{Seed: opts.Seed})
		var limit *quorum.LimitError
		switch {
		case err != nil && (ctx.Err() != nil || errors.As(err, &limit)):
			s.StoppedBy = session.StopCause(ctx)
			if limit != nil {
				s.StoppedBy = err.Error()
			}
		case err != nil:
			return nil, err
		case dominated:
			steps++
			if best, err = quorum.NewKCoterie("extension of "+c.Name(), c.K(), other, c.Names()); err != nil {
				return nil, quorum.Internal("%w", err)
			}
			continue
		default:
			s.Verdict, s.Optimal, s.UpperBy, s.LowerBy = search.Found, true, measure.NoDominatingKCoterie, measure.NoDominatingKCoterie
		}
		break
	}
	kept := 0
	for _, q := range c.Family().Sets() {
		for _, p := range best.Family().Sets() {
			if q.Equal(p) {
				kept++
			}
		}
	}
	s.System = quorum.KnownOf(best)
	s.Notes = append(s.Notes, fmt.Sprintf("%d of the %s given are quorums of it; found in %s", kept, show.Count(c.Family().Len(), "quorum"), show.Count(steps, "step")))
	return s.Result, s.Close()
}
