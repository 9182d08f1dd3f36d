package total

import (
	"context"

	"coterie/internal/solve/session"
)

// known says which construction has the sets that a formula asks for: what is there with i in S_i
// is there without.
func (t *run) known(q formula) session.Known {
	return func(ctx context.Context) (string, error) {
		if q.n == 1 {
			return "the only set, {1}", nil
		}
		for c, by := range candidates(ctx, q.n, q.r, t.opts.Seed) {
			sets, ok := c.assign(q.unique)
			if !ok {
				continue
			}
			built := q
			built.total = 0
			for _, s := range sets {
				built.total += len(s)
			}
			if q.total > 0 && built.total > q.total {
				continue
			}
			if _, err := system(ctx, sets, built); err != nil {
				return "", err
			}
			return by, nil
		}
		return "", nil
	}
}
