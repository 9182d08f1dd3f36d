package sharing

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

// lemma1Claims tries all pairs of k-coteries.
func lemma1Claims(ctx context.Context, p sharingParameters) ([]experiments.Claim, error) {
	coteries, err := kCoteries(ctx, p.Product)
	if err != nil {
		return nil, err
	}
	type pair struct{ a, b coterieMasks }
	pairs := func(yield func(pair) bool) {
		for i, a := range coteries {
			for _, b := range coteries[i:] {
				if !yield(pair{a, b}) {
					return
				}
			}
		}
	}
	var failure error
	j := experiments.Judge(experiments.Every(fmt.Sprintf("all pairs of k-coteries on %d nodes each, for all k", p.Product)), untilStopped(ctx, pairs), func(c pair) (bool, string) {
		product, err := quorum.Product(c.a.made, c.b.made)
		ok, reason := false, ""
		if err == nil {
			ok, reason, err = small.IsKCoterie(ctx, min(c.a.k, c.b.k), product)
		}
		if err != nil {
			failure = err
		}
		return ok, fmt.Sprintf("%s ⊕ %s: %s", maskFamily(c.a.f), maskFamily(c.b.f), reason)
	})
	return []experiments.Claim{miyamotoClaim("lemma-1", "Lemma 1",
		"The product of a k-coterie and a k'-coterie on disjoint nodes is a min(k,k')-coterie.", j.Proved("product"))}, failure
}

// constructionClaims judges the listed constructions, and those from all small k-coteries.
func constructionClaims(ctx context.Context, p sharingParameters, built []constructionRow) ([]experiments.Claim, error) {
	rows := slices.Clone(built)
	coteries, err := kCoteries(ctx, p.Resources)
	if err != nil {
		return nil, err
	}
	for alpha := range sharedResources(p.AnyGroups, p.Resources) {
		if groupsIn(alpha) < len(alpha) {
			continue
		}
		more, err := constructedFromAll(ctx, alpha, p.Resources, coteries)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	over := experiments.Every(fmt.Sprintf("all sharing structures of at most %d resources: at most %d groups with components of singletons, %d with pairs of 2k+1 arbiters, %d with every choice of k-coteries on %d arbiters",
		p.Resources, p.Groups, p.PairGroups, p.AnyGroups, p.Resources))
	return []experiments.Claim{
		miyamotoClaim("corollary-1", "Corollary 1",
			"In the construction of section 3.2.2 the family Q*_G of each group is a |α(G)|-coterie.",
			experiments.Judge(over, slices.Values(rows), func(r constructionRow) (bool, string) {
				return r.Coteries, r.Spec + ": " + r.ReasonCoteries
			}).Proved("sharing-construction")),
		miyamotoClaim("theorem-3", "Theorem 3",
			"In that construction the union of the families of any groups (at least one) is a k-coterie for the k resources that they share: condition C holds.",
			experiments.Judge(over, slices.Values(rows), func(r constructionRow) (bool, string) {
				return r.ConditionC, r.Spec + ": " + r.ReasonC
			}).Proved("sharing-construction")),
	}, nil
}

// constructedFromAll makes the construction with every choice of components among the k-coteries on n arbiters.
func constructedFromAll(ctx context.Context, alpha []uint8, n int, coteries []coterieMasks) ([]constructionRow, error) {
	var rows []constructionRow
	sets := 1<<len(alpha) - 1
	chosen := make([]coterieMasks, sets) // for each set of groups, by the bits of its index + 1
	var choose func(set int) error
	choose = func(set int) error {
		if set == sets {
			spec := maskFamily(alpha)
			for _, c := range chosen {
				spec += " " + maskFamily(c.f)
			}
			s, err := construct.SharingOf(ctx, spec, 8, alphaOf(alpha), func(groups []int, _ int) (quorum.Family, error) {
				index := -1
				for _, g := range groups {
					index += 1 << g
				}
				return chosen[index].made, nil
			})
			if err != nil {
				return err
			}
			row := constructionRow{Spec: spec}
			if row.Coteries, row.ReasonCoteries, err = groupsAreCoteries(ctx, s); err != nil {
				return err
			}
			row.ConditionC, row.ReasonC, err = satisfiesC(ctx, s)
			rows = append(rows, row)
			return err
		}
		k := sharedQuorums{alpha: alpha}.resources(uint(set + 1))
		for _, c := range coteries {
			if c.k != k {
				continue
			}
			chosen[set] = c
			if err := choose(set + 1); err != nil {
				return err
			}
		}
		return nil
	}
	err := choose(0)
	return rows, err
}
