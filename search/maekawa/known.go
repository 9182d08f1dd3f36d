package maekawa

import (
	"context"

	"coterie/internal/solve/session"
	"coterie/search/cyclic"
)

// known says which construction is within the limits.
func (s *run) known(c limits) session.Known {
	return func(ctx context.Context) (string, error) {
		built, err := forPair(ctx, c)
		if err != nil {
			return "", internal(ctx, err)
		}
		if built == nil {
			built = coverWithin(ctx, c)
		}
		if built == nil {
			return "", nil
		}
		// What the constructions have is meant for limits that arithmetic leaves.
		if flaw, err := c.judge(ctx, built.system, s.opts.Jobs); flaw != "" || err != nil {
			return "", err
		}
		return built.by, nil
	}
}

// knownOf says which construction within the limits has an automorphism: the translates of a cover,
// where no node is fixed, or sets that hold all nodes, or all but one.
func (s *run) knownOf(c limits, a action) session.Known {
	return func(ctx context.Context) (string, error) {
		few := min(c.size, c.responsibility)
		switch {
		case !c.unique && few >= c.n:
			return "every set holds all nodes", nil
		case c.n >= 3 && few >= c.n-1 && (!c.exact || c.size == c.n-1 && c.responsibility == c.n-1) && (a.fixed != 1 || few >= c.n):
			// S_i lacks g(i), and of two fixed nodes and more each set lacks the next; one alone
			// lacks none.
			return "every set holds all nodes but one", nil
		}
		if a.fixed > 0 {
			return "", nil
		}
		// The shift by n/length has orbits of that length.
		if built := coverWithin(ctx, c); built != nil {
			return built.by, nil
		}
		return "", nil
	}
}

// coverWithin returns the translates of a difference cover that is constructed, if they are within
// the limits: nil otherwise.
func coverWithin(ctx context.Context, c limits) *construction {
	k := min(c.size, c.responsibility)
	if c.exact && c.size != c.responsibility {
		return nil
	}
	cover, _ := cyclic.Constructed(c.n)
	if len(cover) > k {
		return nil
	}
	if c.exact {
		cover, _ = cyclic.Cover(ctx, c.n, k, 1) // the constructed one, and further residues
	}
	if built, err := translates(c.n, cover); err == nil && !(c.unique && periodic(c.n, cover)) {
		return built
	}
	return nil
}
