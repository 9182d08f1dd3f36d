package extend

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"coterie/internal/solve/dominating"
	"coterie/internal/solve/sat"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search"
)

// kCoterie is Find for a k-coterie: it finds one that no other k-coterie dominates, and that
// dominates c, or is c. It need not contain the quorums of c; a note says how many it keeps. The
// verdict is Unknown beyond the limits of package dominating; the system is then the last one on
// the way. Each step asks a solver for another k-coterie that dominates the last one, which has
// more live sets.
//
// Proof: docs/theorems/k-coterie-domination.md.
func kCoterie(ctx context.Context, c *quorum.KCoterie, opts Options) (*Extension, error) {
	if opts.Prefer != "" || opts.First != 0 {
		return nil, quorum.Bad("system", "of k-coteries any extension is found", "leave out the preference and the first cartel")
	}
	s := session.New(ctx, opts.Options, &search.Result{Search: "extend", Verdict: search.Unknown, System: quorum.KnownOf(c),
		Question: fmt.Sprintf("Which %d-coterie dominates the given one, and is dominated by none?", c.K())})
	best, steps := c, 0
	for {
		f, err := dominating.New(ctx, best)
		var limit *quorum.LimitError
		switch {
		case ctx.Err() != nil:
			s.StoppedBy = session.StopCause(ctx)
		case errors.As(err, &limit):
			s.StoppedBy = err.Error()
		case err != nil:
			return nil, err
		}
		if s.StoppedBy != "" {
			break
		}
		words := fmt.Sprintf("a %d-coterie on %s that dominates one of %s", c.K(), show.Count(c.N(), "node"), show.Count(best.Family().Len(), "quorum"))
		a, err := s.Ask(ctx, session.Question{Words: words, CNF: f.CNF, Theorems: session.Theorems{"k-coterie-domination"}})
		if err != nil {
			return nil, err
		}
		if a.Verdict == sat.Sat {
			if best, err = f.Decode(ctx, a.Model); err != nil {
				return nil, err
			}
			steps++
			s.System = quorum.KnownOf(best)
			continue
		}
		if s.StoppedBy = session.StopCause(ctx); a.Verdict == sat.Unsat {
			by := "no model of: " + words + " (" + a.By + ")"
			s.Verdict, s.Optimal, s.StoppedBy, s.LowerBy, s.UpperBy = search.Found, true, "", by, by
		}
		break
	}
	kept := c.Family().Len()
	if steps > 0 { // the nodes are few, then
		given := c.Family().Sets()
		kept = len(slices.DeleteFunc(best.Family().Sets(), func(p quorum.Set) bool { return !slices.ContainsFunc(given, p.Equal) }))
	}
	s.Notes = append(s.Notes, fmt.Sprintf("%d of the %s given are quorums of it; found in %s", kept, show.Count(c.Family().Len(), "quorum"), show.Count(steps, "step")))
	return &Extension{Result: s.Result}, s.Close()
}
