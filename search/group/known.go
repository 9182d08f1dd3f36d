package group

import (
	"context"

	"coterie/internal/solve/session"
	"coterie/quorum"
)

// known says what has d symbols: a construction, or an array that the search without a solver would
// have found, which whoever names one skips.
func (g *run) known(d int) session.Known {
	return func(ctx context.Context) (string, error) {
		b, ok := g.constructed(d)
		if !ok && len(g.opts.Solver) > 0 && g.opts.Responsibility == 0 && g.m > 1 {
			b.array, _, _ = exhaust(ctx, g.n, g.m, d)
			b.by, ok = "exhaustive search over covering arrays", b.array != nil
		}
		if !ok {
			return "", nil
		}
		if flaw := b.array.flaw(); flaw != "" {
			return "", quorum.Internal("%s: %s", b.by, flaw)
		}
		return b.by, nil
	}
}

// constructed returns an array of d symbols as direct constructions have it.
func (g *run) constructed(d int) (built, bool) {
	if g.opts.Responsibility == 0 {
		return build(g.n, g.m, d)
	}
	if g.opts.Responsibility == 1 {
		return built{}, false
	}
	if g.designs == nil {
		g.designs = designsFor(g.m, g.opts.Responsibility)
	}
	return blocks(g.designs, g.n, g.m, d, g.opts.Responsibility)
}
