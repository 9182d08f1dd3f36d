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

// constructionRow is a sharing structure of one process per group, with the quorum size of the
// components and the results for the families that the construction makes from it.
type constructionRow struct {
	Alpha                []uint8 // the resources of each group, as bits, ascending
	Spec                 string  `csv:"spec" doc:"the sharing structure, one process per group, with its components: size 1 singletons, size 2 all pairs of 2k+1 arbiters"`
	Groups               int     `csv:"groups,groups" doc:"number of groups"`
	Resources            int     `csv:"resources,resources" doc:"greatest resource named"`
	Size                 int     `csv:"size,arbiters" doc:"quorum size of the components"`
	N                    int     `csv:"n,arbiters" doc:"number of arbiters"`
	Quorum               int     `csv:"quorum,arbiters" doc:"quorum size"`
	Quorums              int     `csv:"quorums,quorums" doc:"number of quorums, over all groups"`
	Coteries, ConditionC string  // the violations of Corollary 1 and of Theorem 3; empty if there are none
}

// constructions lists the cases: all sets of groups, with singletons first.
func constructions(p parameters) (cases []constructionRow) {
	for size, groups := range []int{p.Groups, p.PairGroups} {
		for _, alpha := range experiments.Keep(sharedResources(groups, p.Resources), distinct) {
			cases = append(cases, constructionRow{Alpha: alpha, Size: size + 1})
		}
	}
	return cases
}

// distinct reports whether no two processes have the same resources, and all resources up to the
// greatest are used.
func distinct(alpha []uint8) bool {
	s := structure{Alpha: alpha}
	used := s.union(s.everyone())
	return groupsIn(alpha) == len(alpha) && used&(used+1) == 0
}

// alphaOf returns α as package construct takes it.
func alphaOf(masks []uint8) [][]int {
	alpha := make([][]int, len(masks))
	for u, own := range masks {
		alpha[u] = quorum.SetOfMask(own).Nodes()
	}
	return alpha
}

func judgeConstruction(ctx context.Context, row constructionRow) (constructionRow, error) {
	s := experiments.Must(quorum.As[*quorum.SharingStructure](construct.Sharing(alphaOf(row.Alpha), row.Size)))
	row.Spec, row.Groups, row.Resources, row.N = s.Name(), len(row.Alpha), s.Resources(), s.N()
	for _, gf := range s.Families() {
		row.Quorums += gf.Family.Len()
		_, greatest := gf.Family.Sizes()
		row.Quorum = max(row.Quorum, greatest)
	}
	row.judge(ctx, s)
	return row, nil
}

func (r *constructionRow) judge(ctx context.Context, s *quorum.SharingStructure) {
	r.Coteries = groupsAreCoteries(ctx, s)
	_, r.ConditionC = experiments.Must2(satisfiesC(ctx, s))
}

// satisfiesC judges condition C with package quorum.
func satisfiesC(ctx context.Context, s *quorum.SharingStructure) (ok bool, reason string, err error) {
	return small.Decided(ctx, quorum.JudgeConditionC(ctx, s, quorum.Options{Jobs: 1}))
}

// groupsAreCoteries returns the reason why some group's family is not a k-coterie for its k
// resources, "" if all are.
func groupsAreCoteries(ctx context.Context, s *quorum.SharingStructure) (reason string) {
	for _, gf := range s.Families() {
		if ok, reason := experiments.Must2(small.IsKCoterie(ctx, len(s.Alpha(gf.Group[0])), gf.Family)); !ok {
			return fmt.Sprintf("the group of process %v: %s", quorum.Index(gf.Group[0]), reason)
		}
	}
	return ""
}

func tabulateConstructions(out *experiments.Output, rows []constructionRow) {
	experiments.Table(out, "constructions", rows,
		"spec", "groups", "resources", "size", "n", "quorum", "quorums",
		experiments.Bools("corollary_1", "", "the family of each group is a |α(G)|-coterie", func(r constructionRow) bool { return r.Coteries == "" }),
		experiments.Bools("condition_c", "", "condition C holds (Theorem 3)", func(r constructionRow) bool { return r.ConditionC == "" }))
}

// claimConstruction judges Lemma 1 on all pairs of k-coteries, and the construction as listed and
// from all small k-coteries.
func claimConstruction(out *experiments.Output, p parameters, on func(n int) []antichain, built []constructionRow) {
	coteries := experiments.Keep(on(p.Product), func(a antichain) bool { return a.KCoterie })
	products := experiments.Compute(out, "products", experiments.Numbers(0, len(coteries)-1), func(ctx context.Context, i int) ([]string, error) {
		return judgeProducts(ctx, coteries[i], coteries[i:]), nil
	})
	claim(out, "miyamoto-lemma-1", "Lemma 1", "The product of a k-coterie and a k'-coterie on disjoint nodes is a min(k,k')-coterie.",
		experiments.ForAll(fmt.Sprintf("all pairs of k-coteries on %d nodes each, for all k", p.Product), slices.Concat(products...),
			func(reason string) (bool, string) { return reason == "", reason }).Proved("product"))

	chosen := experiments.Compute(out, "choices", experiments.Keep(sharedResources(p.AnyGroups, p.Resources), distinct),
		func(ctx context.Context, alpha []uint8) ([]constructionRow, error) {
			return constructedFromAll(ctx, alpha, on(p.Resources)), nil
		})
	rows := slices.Concat(built, slices.Concat(chosen...))
	over := fmt.Sprintf("all sharing structures of at most %d resources, each of some process: at most %d groups with components of singletons, %d with pairs of 2k+1 arbiters, "+
		"%d with every choice of k-coteries on %d arbiters", p.Resources, p.Groups, p.PairGroups, p.AnyGroups, p.Resources)
	claim(out, "miyamoto-corollary-1", "Corollary 1", "In the construction of section 3.2.2 the family Q*_G of each group is a |α(G)|-coterie.",
		experiments.ForAll(over, rows, func(r constructionRow) (bool, string) {
			return r.Coteries == "", r.Spec + ": " + r.Coteries
		}).Proved("sharing-construction"))
	claim(out, "miyamoto-theorem-3", "Theorem 3",
		"In that construction the union of the families of any groups (at least one) is a k-coterie for the k resources that they share: condition C holds.",
		experiments.ForAll(over, rows, func(r constructionRow) (bool, string) {
			return r.ConditionC == "", r.Spec + ": " + r.ConditionC
		}).Proved("sharing-construction"))
}

// judgeProducts returns, for each b of the list, the reason why its product with a is not a
// k-coterie for the smaller k, "" if it is one.
func judgeProducts(ctx context.Context, a antichain, list []antichain) []string {
	reasons := make([]string, len(list))
	first := experiments.Must(quorum.FamilyOfMasks(a.N, a.Quorums))
	for i, b := range list {
		second := experiments.Must(quorum.FamilyOfMasks(b.N, b.Quorums))
		product := experiments.Must(quorum.Product(first, second))
		ok, reason := experiments.Must2(small.IsKCoterie(ctx, min(a.Most, b.Most), product))
		if !ok {
			reasons[i] = fmt.Sprintf("%v ⊕ %v: %s", a, b, reason)
		}
	}
	return reasons
}

// constructedFromAll makes the construction with every choice of components among the k-coteries of
// the list.
func constructedFromAll(ctx context.Context, alpha []uint8, list []antichain) []constructionRow {
	choices := [][]antichain{nil} // for each set of groups, by the bits of its index + 1
	for set := 1; set < 1<<len(alpha); set++ {
		var next [][]antichain
		for _, chosen := range choices {
			for _, c := range coteriesFor(structure{Alpha: alpha}.resources(uint(set)), list) {
				next = append(next, append(slices.Clone(chosen), c))
			}
		}
		choices = next
	}
	rows := make([]constructionRow, len(choices))
	for i, chosen := range choices {
		rows[i].Spec = maskFamily(alpha)
		for _, c := range chosen {
			rows[i].Spec += " " + c.String()
		}
		s := experiments.Must(construct.SharingOf(ctx, rows[i].Spec, 8, alphaOf(alpha), func(groups []int, _ int) (quorum.Family, error) {
			index := -1
			for _, g := range groups {
				index += 1 << g
			}
			return quorum.FamilyOfMasks(chosen[index].N, chosen[index].Quorums)
		}))
		rows[i].judge(ctx, s)
	}
	return rows
}
