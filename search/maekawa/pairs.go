package maekawa

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/solve/session"
	"coterie/quorum"
	"coterie/search"
)

// pair decides whether sets within two limits exist.
func (s *run) pair(ctx context.Context) error {
	c := s.goal
	if !s.plain() {
		if by := forbidden(c); by != "" {
			s.Verdict, s.LowerBy = search.ProvenAbsent, by
			return nil
		}
		if s.opts.Symmetry.kind == 0 {
			if done, err := s.constructedPair(ctx); done || err != nil {
				return err
			}
			if c.n > formulaNodes {
				s.StoppedBy = fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes)
				return nil
			}
			if found, err := s.hopeful(ctx, c); found || err != nil {
				return err
			}
		}
	}
	found, by, err := s.exists(ctx, c)
	if err != nil {
		return err
	}
	if !found {
		s.absent()
		s.LowerBy = by
	}
	return nil
}

// constructedPair tries constructions and cyclic covers for a pair of limits.
func (s *run) constructedPair(ctx context.Context) (done bool, err error) {
	c := s.goal
	k := min(c.size, c.responsibility)
	built, err := forPair(ctx, c)
	if err != nil {
		return false, internal(ctx, err)
	}
	if built != nil {
		return true, s.accept(ctx, c, built.system, built.by)
	}
	if lower, _ := session.LeastSize(c.n); k < lower || c.n > coverNodes {
		return false, nil
	}
	return s.cover(ctx, c)
}

// forPair returns a system within both limits, if one of the constructions has one: the best for
// the smaller limit, filled up if exact, the star, or a plane whose lines are shared by all sites.
func forPair(ctx context.Context, c limits) (*construction, error) {
	built, err := constructed(ctx, c.n, c.exact, c.unique)
	if err != nil {
		return nil, err
	}
	k := min(c.size, c.responsibility)
	if built != nil && built.k <= k {
		if !c.exact || built.k == k {
			return built, nil
		}
		sets, ok := regular(ctx, k, setsOf(built.system))
		if ok {
			system, err := system(fmt.Sprintf("maekawa n=%d, K=%d, R=%d", c.n, k, k), sets)
			if err != nil {
				return nil, err
			}
			if !c.unique || quorum.JudgeUniqueness(ctx, system).Holds == quorum.Holds {
				return &construction{k, built.by + ", filled up", system}, nil
			}
		}
	}
	if c.exact {
		return nil, nil
	}
	for q := 0; q+1 <= c.size; q++ {
		if q > 1 && !bounds.PlaneOrder(q).Exists() {
			continue
		}
		sets, err := shared(c.n, q)
		if err != nil {
			return nil, err
		}
		if sets == nil {
			break
		}
		sizes, responsibilities := degrees(c.n, sets)
		if slices.Max(sizes) > c.size || slices.Max(responsibilities) > c.responsibility {
			continue
		}
		system, err := system(fmt.Sprintf("shared plane of order %d, n=%d", q, c.n), sets)
		if err != nil {
			return nil, err
		}
		if c.unique && quorum.JudgeUniqueness(ctx, system).Holds != quorum.Holds {
			continue
		}
		by := fmt.Sprintf("the lines of the plane of order %d, each shared by several sites", q)
		if q == 0 {
			by = "the star {1, i}"
		}
		return &construction{slices.Max(sizes), by, system}, nil
	}
	return nil, nil
}

// shared returns sets on n nodes from the plane of order q, of p <= n points (q = 0: one point,
// which is a line): the lines for the first p sites, and for each further site i a line and {i},
// each line in turn. Nil if p > n.
func shared(n, q int) ([][]int, error) {
	lines := [][]int{{0}}
	if q > 0 {
		if bounds.PlanePoints(q) > n {
			return nil, nil
		}
		plane, err := quorum.As[*quorum.System](construct.FPP(q))
		if err != nil {
			return nil, err
		}
		lines = setsOf(plane)
	}
	sets := slices.Clone(lines)
	for i := len(lines); i < n; i++ {
		sets = append(sets, append(slices.Clone(lines[i%len(lines)]), i))
	}
	return sets, nil
}
