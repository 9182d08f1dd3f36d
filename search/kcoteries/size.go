package kcoteries

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/internal/solve/session"
	"coterie/internal/words/show"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/known"
)

// Least looks for the least K for which n sites can have sets S_1..S_n, i ∈ S_i, that are the
// quorums of a k-coterie, with |S_i| <= K and every node in at most K of the S_i, 1 <= k <= n <=
// MaxNodes. For k = 1 these are Maekawa's conditions.
//
// Lower is the least K with n <= k(K(K-1)+1), or one more where only k planes that do not exist
// would have that. Upper is that of k coteries on parts of the nodes,
// each of the least K known. For 2 <= k <= 5 they meet up to 40 nodes, and for most n to 150. The
// errors are a *quorum.InputError, or a check that failed.
//
// Proof: docs/theorems/k-coterie-sites.md.
func Least(ctx context.Context, n, k int, opts search.Options) (*search.Result, error) {
	return answer(ctx, n, k, opts, "K", "What is the least K for which there are sets S_i with i in S_i that make a %d-coterie on %s, every size and every responsibility at most K?", func(s *run) error {
		s.Raise(bounds.KCoterieSize(n, k), "counting, k(K(K-1)+1) >= n")
		if n%k == 0 && n/k == bounds.MaekawaNodes(s.LowerOr(0)) { // only k planes could be so small
			s.Raise(session.LeastSize(n / k))
		}
		if k == 1 { // Maekawa's conditions, without minimality
			r, err := known.Size(ctx, n)
			if err != nil {
				return err
			}
			if least, ok := r.Lower.Int(); ok {
				s.Raise(least, r.LowerBy)
			}
		}
		if err := s.byParts(ctx); err != nil {
			return err
		}
		if !s.Met() {
			s.StoppedBy = "no search looks between the two bounds"
		}
		return nil
	})
}

// near is how far the sizes of parts may be from n/k where n is above 100.
const near = 12

// byParts takes k coteries on parts of the nodes. The greatest K of the parts is made least, by a
// table of which sums of sizes can be had from parts of at most this K.
func (s *run) byParts(ctx context.Context) error {
	most := s.n - s.k + 1
	systems := make([]*search.Result, most+1)
	sizes := make([]int, most+1)
	for m := 1; m <= most; m++ {
		if s.n > 100 && (m < s.n/s.k-near || m > s.n/s.k+near) {
			continue
		}
		r, err := known.Size(ctx, m)
		if err != nil {
			return err
		}
		if f, ok := r.System.List(); ok && len(distinct(f.Sets())) == f.Minimized().Len() { // no set is a part of another
			systems[m] = r
			sizes[m], _ = r.Value.Int()
		}
	}
	for limit := 1; limit <= s.n; limit++ {
		chosen := split(s.n, s.k, func(m int) bool { return sizes[m] > 0 && sizes[m] <= limit }, most)
		if chosen == nil {
			continue
		}
		var sets []quorum.Set
		var families []quorum.Family
		first := 0
		for _, m := range chosen {
			system, ok := systems[m].System.Structure.(*quorum.System)
			if !ok {
				return quorum.Internal("the best sets for %d nodes have no sites", m)
			}
			for _, q := range system.Sites() {
				sets = append(sets, moved(system.Family().Set(q), first))
			}
			first += m
			families = append(families, system.Family())
		}
		by := fmt.Sprintf("%s of the least K known, on parts of at most %s", show.Count(s.k, "coterie"), show.Count(slices.Max(chosen), "node"))
		return s.takeSites(ctx, limit, sets, families, by)
	}
	return nil
}

// distinct returns each of the sets once.
func distinct(sets []quorum.Set) []quorum.Set {
	sorted := slices.SortedFunc(slices.Values(sets), quorum.Set.Compare)
	return slices.CompactFunc(sorted, quorum.Set.Equal)
}

// split returns k sizes with a sum of n that all may be, the most equal ones first, or nil.
func split(n, k int, may func(int) bool, most int) []int {
	if k == 0 {
		if n == 0 {
			return []int{}
		}
		return nil
	}
	middle := n / k
	for away := range n + 1 {
		for _, m := range []int{middle - away, middle + away} {
			if m >= 1 && m <= min(most, n-k+1) && may(m) {
				if rest := split(n-m, k-1, may, most); rest != nil {
					return append([]int{m}, rest...)
				}
			}
		}
	}
	return nil
}

// takeSites judges sets of sites by the definition, and makes them the best so far.
func (s *run) takeSites(ctx context.Context, limit int, sets []quorum.Set, families []quorum.Family, by string) error {
	responsibility := make([]int, s.n)
	for i, set := range sets {
		for v := range set.All() {
			responsibility[v]++
		}
		if !set.Has(i) || set.Len() > limit {
			return quorum.Internal("%s: S_%d = %v", by, i+1, set)
		}
	}
	if slices.Max(responsibility) > limit {
		return quorum.Internal("%s: responsibilities %v", by, responsibility)
	}
	quorums := distinct(sets)
	family, err := quorum.FamilyOfSets(s.n, quorums)
	if err != nil {
		return quorum.Internal("%w", err)
	}
	c, err := quorum.NewKCoterie(fmt.Sprintf("k-coterie n=%d, k=%d, K=%d", s.n, s.k, limit), s.k, family, nil)
	if err != nil {
		return quorum.Internal("%w", err)
	}
	s.Notes = []string{sitesNote(quorums, sets)}
	return s.take(ctx, c, families, bounds.Integer(limit), by)
}
