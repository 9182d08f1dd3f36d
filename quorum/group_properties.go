package quorum

import "context"

// JudgeCrossIntersection judges whether quorums of different cartels meet (Joung
// 2003, Definition 3.1, intersection); the witness is the first disjoint pair, by
// cartel and then by quorum. Cost O(m_i m_j K / 64) word operations for each two
// cartels, or O(2^n n / 64) where that is less.
func JudgeCrossIntersection(ctx context.Context, g *GroupSystem, opts Options) Verdict {
	for a := range g.cartels {
		for b := a + 1; b < len(g.cartels); b++ {
			p, err := disjointAcross(ctx, g.cartels[a], g.cartels[b], opts)
			if err != nil {
				return stopped(ctx, CrossIntersection)
			}
			if p.i < 0 {
				continue
			}
			s, t := g.cartels[a].Set(p.i), g.cartels[b].Set(p.j)
			return fails(CrossIntersection,
				Witness{
					Cartels: []Index{Index(a), Index(b)},
					Quorums: []Index{Index(p.i), Index(p.j)},
					Sets:    []Set{s, t},
				})
		}
	}
	return holds(CrossIntersection, "")
}

func disjointAcross(ctx context.Context, f, g Family, opts Options) (pair, error) {
	if f.Len() == 0 || g.Len() == 0 {
		return noPair, nil
	}
	leastF, _ := f.Sizes()
	leastG, _ := g.Sizes()
	if leastF+leastG > f.n {
		return noPair, nil
	}
	if f.Equal(g) {
		// C against itself, as in Joung's T_m(C): no quorum misses itself, and the
		// first pair across is the first pair within.
		p, _, err := disjointPair(ctx, f, opts)
		return p, err
	}
	if worthUpset(f) && worthUpset(g) {
		return newUpset(g).firstMissed(f, g), nil
	}
	return firstPair(ctx, g, opts, func(ctx context.Context, inc incidence, limit func() int) (pair, error) {
		dst := make([]uint64, inc.words)
		for i, q := range f.All() {
			if i&1023 == 0 && (ctx.Err() != nil || i > limit()) {
				return noPair, ctx.Err()
			}
			if j := inc.missed(dst, q, 0); j >= 0 {
				return pair{i, j}, nil
			}
		}
		return noPair, nil
	})
}

// JudgeCartelMinimality judges whether each cartel is an antichain without repeats
// (Joung 2003, Definition 3.1, minimality).
func JudgeCartelMinimality(ctx context.Context, g *GroupSystem, opts Options) Verdict {
	for c, f := range g.cartels {
		if v := judgeAntichain(ctx, CartelMinimality, c, f, opts); v.Holds != Holds {
			return v
		}
	}
	return holds(CartelMinimality, "")
}
