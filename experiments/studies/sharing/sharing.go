package sharing

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/table"
	"coterie/quorum"
)

// sharingParameters holds the parameters of the study sharing-structures.
type sharingParameters struct {
	Definition   int `json:"definition"`    // the definition of k-coteries on all antichains of at most so many nodes
	Product      int `json:"product"`       // Lemma 1 on all pairs of k-coteries on so many nodes
	Groups       int `json:"groups"`        // the construction for at most so many groups, components of singletons
	PairGroups   int `json:"pair_groups"`   // the same with components whose quorums are pairs
	AnyGroups    int `json:"any_groups"`    // the same with all k-coteries as components
	Resources    int `json:"resources"`     // of at most so many resources
	Processes    int `json:"processes"`     // locks of at most so many processes
	Arbiters     int `json:"arbiters"`      // with all families on so many arbiters
	OnlyArbiters int `json:"only_arbiters"` // and on so many where there is one group
}

func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[sharingParameters]{
		Name:  "sharing-structures",
		Title: "Sharing structures: condition C, and the construction that satisfies it",
		Doc: "A sharing structure (U, R, α) gives every process the resources that it may use; condition C asks that for every set of groups of processes " +
			"the union of their quorum families is a k-coterie for the k resources that they share. k-coteries.csv counts what the printed definition of a " +
			"k-coterie (there exist h disjoint quorums that extend) admits beyond the one that the proofs use (every h disjoint quorums extend); " +
			"constructions.csv lists the construction of section 3.2.2 for every small sharing structure and judges it; the claims try the theorems on all " +
			"ways to lock quorums. How protocol P behaves in time is no part of this study.",
		Default: sharingParameters{
			Definition: 5, Product: 4, Groups: 3, PairGroups: 2, AnyGroups: 2, Resources: 3, Processes: 3, Arbiters: 3, OnlyArbiters: 4,
		},
		Run: runSharing,
	})
}

func runSharing(ctx context.Context, env experiments.Env, p sharingParameters, out *experiments.Output) error {
	definition, err := definitionTable(ctx, env, p)
	if err != nil {
		return err
	}
	built, err := experiments.Rows(ctx, env, "constructions", constructions(p), judgeConstruction)
	if err != nil {
		return err
	}
	t, err := constructionTable(built)
	if err != nil {
		return err
	}
	claims, err := sharingClaims(ctx, p, built)
	if err != nil {
		return err
	}
	if err := out.Table("k-coteries.csv", definition); err != nil {
		return err
	}
	if err := out.Table("constructions.csv", t); err != nil {
		return err
	}
	return out.Claims(claims...)
}

// sortedAntichains returns all non-empty antichains on n nodes, those of few quorums first, among them those of
// small quorums.
func sortedAntichains(n int) [][]uint8 {
	all := small.Antichains(n)
	incidences := func(f []uint8) int {
		sum := 0
		for _, q := range f {
			sum += bits.OnesCount8(q)
		}
		return sum
	}
	slices.SortStableFunc(all, func(a, b []uint8) int {
		return slices.Compare([]int{len(a), incidences(a)}, []int{len(b), incidences(b)})
	})
	return all
}

// definitionRow counts antichains on n nodes.
type definitionRow struct {
	N, K            int
	Printed, Proofs int
	Least           string // the first that only the printed definition admits
}

func definitionTable(ctx context.Context, env experiments.Env, p sharingParameters) (*table.Table, error) {
	type at struct{ N, K int }
	var params []at
	for n := 1; n <= p.Definition; n++ {
		for k := 1; k <= n; k++ {
			params = append(params, at{n, k})
		}
	}
	rows, err := experiments.Rows(ctx, env, "k-coteries", params, func(ctx context.Context, c at) (definitionRow, error) {
		row := definitionRow{N: c.N, K: c.K}
		for _, f := range sortedAntichains(c.N) {
			if ctx.Err() != nil {
				return row, experiments.ContextError(ctx)
			}
			least, greatest := packingSizes(f)
			if greatest != c.K {
				continue // no k disjoint quorums, or k+1
			}
			row.Printed++
			if least == c.K {
				row.Proofs++
			} else if row.Least == "" {
				row.Least = maskFamily(f)
			}
		}
		return row, nil
	})
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("k", "", "k of the k-coteries"),
		table.Ints("printed", "families", "k-coteries by the definition as printed: for each h < k there exist h disjoint quorums that extend by one disjoint from all"),
		table.Ints("k_coteries", "families", "k-coteries as the proofs use the word: every h < k disjoint quorums extend"),
		table.Texts("only_printed", "", "a family of fewest quorums, and of smallest ones, that only the printed definition admits"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.N), table.Int(r.K), table.Int(r.Printed), table.Int(r.Proofs), table.Text(r.Least)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// constructionCase is a sharing structure of one process per group, with the quorum size of the components.
type constructionCase struct {
	Alpha []uint8 // the resources of each group, as bits, ascending
	Size  int
}

// constructionRow is what was found about the families that the construction makes of it.
type constructionRow struct {
	Spec           string
	Groups         int
	Resources      int
	Size           int
	N              int
	Quorum         int
	Quorums        int
	Coteries       bool // Corollary 1: each family is a k-coterie for the resources of its group
	ConditionC     bool // Theorem 3
	ReasonCoteries string
	ReasonC        string
}

// constructions lists the cases: all sets of groups, with singletons first.
func constructions(p sharingParameters) []constructionCase {
	var cases []constructionCase
	for size, groups := range []int{p.Groups, p.PairGroups} {
		for alpha := range sharedResources(groups, p.Resources) {
			if len(slices.Compact(slices.Clone(alpha))) == len(alpha) {
				cases = append(cases, constructionCase{alpha, size + 1})
			}
		}
	}
	return cases
}

// alphaOf returns α as package construct takes it.
func alphaOf(masks []uint8) [][]int {
	alpha := make([][]int, len(masks))
	for u, own := range masks {
		alpha[u] = quorum.SetOfMask(own).Nodes()
	}
	return alpha
}

func judgeConstruction(ctx context.Context, c constructionCase) (constructionRow, error) {
	s, err := construct.Sharing(alphaOf(c.Alpha), c.Size)
	if err != nil {
		return constructionRow{}, err
	}
	row := constructionRow{Spec: s.Name(), Groups: len(c.Alpha), Resources: s.Resources(), Size: c.Size, N: s.N()}
	for _, gf := range s.Families() {
		row.Quorums += gf.Family.Len()
		_, greatest := gf.Family.Sizes()
		row.Quorum = max(row.Quorum, greatest)
	}
	if row.Coteries, row.ReasonCoteries, err = groupsAreCoteries(ctx, s); err != nil {
		return row, err
	}
	row.ConditionC, row.ReasonC, err = satisfiesC(ctx, s)
	return row, err
}

// satisfiesC judges condition C with package quorum.
func satisfiesC(ctx context.Context, s *quorum.SharingStructure) (ok bool, reason string, err error) {
	v := quorum.JudgeConditionC(ctx, s, quorum.Options{Jobs: 1})
	return small.Decided(ctx, v)
}

// groupsAreCoteries judges whether the family of each group is a k-coterie for its k resources.
func groupsAreCoteries(ctx context.Context, s *quorum.SharingStructure) (ok bool, reason string, err error) {
	for _, gf := range s.Families() {
		ok, reason, err = small.IsKCoterie(ctx, len(s.Alpha(gf.Group[0])), gf.Family)
		if !ok || err != nil {
			return false, fmt.Sprintf("the group of process %v: %s", quorum.Index(gf.Group[0]), reason), err
		}
	}
	return true, "", nil
}

func constructionTable(rows []constructionRow) (*table.Table, error) {
	t := table.New(
		table.Texts("spec", "", "the sharing structure, one process per group, with its components: size 1 singletons, size 2 all pairs of 2k+1 arbiters"),
		table.Ints("groups", "groups", "number of groups"),
		table.Ints("resources", "resources", "greatest resource named"),
		table.Ints("size", "arbiters", "quorum size of the components"),
		table.Ints("n", "arbiters", "number of arbiters"),
		table.Ints("quorum", "arbiters", "quorum size"),
		table.Ints("quorums", "quorums", "number of quorums, over all groups"),
		table.Bools("corollary_1", "", "the family of each group is a |α(G)|-coterie"),
		table.Bools("condition_c", "", "condition C holds (Theorem 3)"),
	)
	for _, r := range rows {
		if err := t.Append(table.Text(r.Spec), table.Int(r.Groups), table.Int(r.Resources), table.Int(r.Size), table.Int(r.N), table.Int(r.Quorum), table.Int(r.Quorums),
			table.Bool(r.Coteries), table.Bool(r.ConditionC)); err != nil {
			return nil, err
		}
	}
	return t, nil
}
