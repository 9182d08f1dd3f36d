package maekawa

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/internal/sat"
	"coterie/quorum"
	"coterie/search/cyclic"
)

// forPair returns a system within both limits, if one of the constructions has one: the
// best for the smaller limit, filled up if exact, the star, or a plane whose lines are shared by all
// sites.
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
			if !c.unique || quorum.JudgeUniqueness(system).Holds == quorum.Holds {
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
		if c.unique && quorum.JudgeUniqueness(system).Holds != quorum.Holds {
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
		plane, err := construct.FPP(q)
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

// existsCyclic decides by exhaustive search whether translates of one set will do: |D| residues make
// every size and responsibility |D|, and adding residues keeps a cover one. Beyond the reach of that
// search it is errGaveUp where neither counting nor a construction answers, and StoppedBy says so.
func (s *run) existsCyclic(ctx context.Context, c limits) (found bool, by string, err error) {
	k := min(c.size, c.responsibility)
	absent := fmt.Sprintf("exhaustive search over covers of Z_%d by %d residues", c.n, k)
	if bounds.MaekawaNodes(k) < c.n { // cyclicCover then searches nothing
		absent = fmt.Sprintf("counting, K(K-1)+1 >= n: %d < %d", bounds.MaekawaNodes(k), c.n)
	}
	if c.exact && c.size != c.responsibility {
		return false, "translates of D have size and responsibility |D|", nil
	}
	s.At(fmt.Sprintf("a difference cover of Z_%d by %d residues", c.n, k))
	cover, decided := cyclic.Cover(ctx, c.n, k, s.opts.Workers())
	switch {
	case !decided && ctx.Err() != nil:
		return false, "", context.Cause(ctx)
	case !decided:
		s.beyond(fmt.Sprintf("beyond n = %d no search decides whether there is a cover of Z_%d by %d residues", cyclic.MaxNodes, c.n, k))
		return false, "", errGaveUp
	case cover == nil:
		return false, absent, nil
	case c.unique && periodic(c.n, cover):
		if other := ruler(c.n, true); !c.exact && len(other) <= k && !periodic(c.n, other) {
			cover = other
			break
		}
		if c.n > formulaNodes {
			s.beyond(fmt.Sprintf("beyond n = %d no formula is asked", formulaNodes))
			return false, "", errGaveUp
		}
		return s.existsCyclicSAT(ctx, c)
	}
	built, err := translates(c.n, cover)
	if err != nil {
		return false, "", quorum.Internal("%w", err)
	}
	return true, "", s.accept(ctx, c, built.system, built.by)
}

// beyond notes why a question is left without an answer, the first of several.
func (s *run) beyond(why string) {
	if s.result.StoppedBy == "" {
		s.result.StoppedBy = why
	}
}

// existsCyclicSAT decides the same by SAT: the orbit of length n.
func (s *run) existsCyclicSAT(ctx context.Context, c limits) (found bool, by string, err error) {
	a := action{n: c.n, length: c.n}
	f := symmetric(c, a)
	words := c.words() + s.symmetryWords()
	answer, err := s.decide(ctx, words, f.cnf)
	if err != nil || answer.Verdict == sat.Unsat {
		return false, noModel(words, answer.By), err
	}
	return true, "", s.acceptSets(ctx, c, f.sets(answer.Model), "a model of "+answer.By)
}
