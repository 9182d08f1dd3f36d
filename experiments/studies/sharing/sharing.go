package sharing

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

// parameters holds the parameters of the study sharing-structures.
type parameters struct {
	Definition   int `json:"definition"`    // the definition of k-coteries on all antichains of at most this many nodes
	Product      int `json:"product"`       // Lemma 1 on all pairs of k-coteries on this many nodes
	Groups       int `json:"groups"`        // the construction for at most this many groups, components of singletons
	PairGroups   int `json:"pair_groups"`   // the same with components whose quorums are pairs
	AnyGroups    int `json:"any_groups"`    // the same with all k-coteries as components
	Resources    int `json:"resources"`     // of at most this many resources
	Processes    int `json:"processes"`     // locks of at most this many processes
	Arbiters     int `json:"arbiters"`      // with all families on this many arbiters
	OnlyArbiters int `json:"only_arbiters"` // and on this many where there is one group
}

// Study returns the study sharing-structures.
func Study() experiments.Study {
	return experiments.NewStudy(experiments.Spec[parameters]{
		Name:  "sharing-structures",
		Title: "Sharing structures: condition C, and the construction that satisfies it",
		Doc: "A sharing structure (U, R, α) gives every process the resources that it may use; condition C asks that for every set of groups of processes " +
			"the union of their quorum families is a k-coterie for the k resources that they share. k-coteries.csv counts what the printed definition of a " +
			"k-coterie (there exist h disjoint quorums that extend) admits beyond the one that the proofs use (every h disjoint quorums extend); " +
			"constructions.csv lists the construction of section 3.2.2 for every small sharing structure and judges it; the claims try the theorems on all " +
			"ways to lock quorums. How protocol P behaves in time is no part of this study.",
		Default: parameters{
			Definition: 5, Product: 4, Groups: 3, PairGroups: 2, AnyGroups: 2, Resources: 3, Processes: 3, Arbiters: 3, OnlyArbiters: 4,
		},
		Declare: declare,
	})
}

func declare(out *experiments.Output, p parameters) {
	lists := experiments.Compute(out, "antichains",
		experiments.Numbers(1, max(p.Definition, p.Product, p.Resources, p.Arbiters, p.OnlyArbiters)), antichainsOn)
	built := experiments.Compute(out, "constructions", constructions(p), judgeConstruction)
	if out.Err() != nil {
		return
	}
	tabulateDefinition(out, lists[:p.Definition])
	tabulateConstructions(out, built)

	on := func(n int) []antichain { return lists[n-1] }
	claimDefinitions(out, p, on)
	claimTheorem1(out, p, on)
	claimTheorem2(out, p, on)
	claimNecessity(out, p, on)
	claimConstruction(out, p, on, built)
}

// antichain is a family of quorums, as bits, in which no quorum contains another.
type antichain struct {
	N           int // nodes
	Quorums     []uint8
	Least, Most int  // sizes of the maximal sets of pairwise disjoint quorums
	KCoterie    bool // for k = Most, as package quorum judges it: it is a k-coterie for no other k
}

func (a antichain) String() string { return maskFamily(a.Quorums) }

// completes reports whether any pairwise disjoint quorums extend to Most of them.
func (a antichain) completes() bool { return a.Least == a.Most }

// antichainsOn lists all non-empty antichains on n nodes, those of few quorums first, among them
// those of small quorums.
func antichainsOn(ctx context.Context, n int) ([]antichain, error) {
	families := small.Antichains(n)
	incidences := func(f []uint8) (sum int) {
		for _, q := range f {
			sum += bits.OnesCount8(q)
		}
		return sum
	}
	slices.SortStableFunc(families, func(a, b []uint8) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(incidences(a), incidences(b)))
	})
	list := make([]antichain, len(families))
	for i, f := range families {
		least, most := packingSizes(f)
		family := experiments.Must(quorum.FamilyOfMasks(n, f))
		ok, _ := experiments.Must2(small.IsKCoterie(ctx, most, family))
		list[i] = antichain{n, f, least, most, ok}
	}
	return list, nil
}

// coteriesFor returns the k-coteries in the list for this k.
func coteriesFor(k int, list []antichain) []antichain {
	return experiments.Keep(list, func(a antichain) bool { return a.KCoterie && a.Most == k })
}

// definition is a line of k-coteries.csv: the k-coteries on n nodes by the printed definition.
type definition struct {
	n       int `csv:"n,nodes" doc:"number of nodes"`
	k       int `csv:"k" doc:"k of the k-coteries"`
	printed []antichain
}

func tabulateDefinition(out *experiments.Output, lists [][]antichain) {
	var rows []definition
	for i, list := range lists {
		for k := range i + 1 {
			rows = append(rows, definition{i + 1, k + 1, experiments.Keep(list, func(a antichain) bool { return a.Most == k+1 })})
		}
	}
	experiments.Table(out, "k-coteries", rows,
		"n", "k",
		experiments.Ints("printed", "families",
			"k-coteries by the definition as printed: for each h < k there exist h disjoint quorums that extend by one disjoint from all",
			func(d definition) int { return len(d.printed) }),
		experiments.Ints("k_coteries", "families", "k-coteries as the proofs use the word: every h < k disjoint quorums extend",
			func(d definition) int { return len(experiments.Keep(d.printed, antichain.completes)) }),
		experiments.Texts("only_printed", "", "a family of fewest quorums, and of smallest ones, that only the printed definition admits",
			func(d definition) string {
				for _, a := range d.printed {
					if !a.completes() {
						return a.String()
					}
				}
				return ""
			}))
	foundDefinition(out, rows)
}

// forAll is [experiments.ForAll] that stops if the run ends. Its results are then not used.
func forAll[T any](out *experiments.Output, every string, cases []T, holds func(T) (bool, string)) experiments.Judgement {
	return experiments.Judge(experiments.Every(every), func(yield func(T) bool) {
		for _, c := range cases {
			if out.Context().Err() != nil || !yield(c) {
				return
			}
		}
	}, holds)
}

func claim(out *experiments.Output, id, section, statement string, j experiments.Judgement) {
	out.Claim(id, "Miyamoto, Kakugawa, Yamashita 1994", section, statement, j)
}
