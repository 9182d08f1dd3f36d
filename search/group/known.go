package group

import (
	"context"

	"coterie/quorum"
	"coterie/search"
)

// known says which construction has d symbols.
func (g *run) known(d int) search.Known {
	return func(context.Context) (string, error) {
		b, ok := g.constructed(d)
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
