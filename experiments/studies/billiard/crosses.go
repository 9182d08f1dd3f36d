package billiard

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// crossRow holds the results for the q² sets "row i and column j" of one modified grid.
type crossRow struct {
	Q             int        `csv:"q,cells" doc:"side of the modified grid"`
	N             int        `csv:"n,sites" doc:"N"`
	Sets          int        `csv:"sets,sets" doc:"row i and column j, for all i and j"`
	Meeting       int        `csv:"meeting,sets" doc:"that meet every billiard quorum"`
	Containing    int        `csv:"containing,sets" doc:"that contain a billiard quorum"`
	Contained     int        `csv:"contained,sets" doc:"that are part of a billiard quorum"`
	Nested        int        `csv:"nested_pairs,pairs" doc:"of these sets, one part of the other"`
	Minimal       int        `csv:"minimal,sets" doc:"that no longer meet every billiard quorum when any one site is left out"`
	Pairs         int        `csv:"pairs,pairs" doc:"of these sets"`
	Disjoint      int        `csv:"disjoint_pairs,pairs" doc:"that cannot be added together"`
	Rule          exceptions // pairs for which the rule of Cross on disjoint pairs fails
	FirstDisjoint string
	Families      int `csv:"families,families" doc:"of sets that can be added together, and that no further one can join"`
	LeastSet      int `csv:"least_family,sets" doc:"in the smallest of these families"`
	MostSet       int `csv:"greatest_family,sets" doc:"in the largest of these families"`
}

// asTheorem reports whether the counts are those of Cross.
func (r crossRow) asTheorem() bool {
	t := (r.Q - 1) / 2
	size := t*t + 3*t + 1
	return r.Families == 8*t*(t+1) && r.LeastSet == size && r.MostSet == size && r.Rule.Count == 0
}

// crossesOf lists the sets. The set of row i and column j, counted from 0, is at i·q+j.
func crossesOf(q int) []quorum.Set {
	crosses := make([]quorum.Set, q*q)
	for c := range crosses {
		crosses[c] = Cross(q, c/q, c%q)
	}
	return crosses
}

func crossName(q, c int) string { return fmt.Sprintf("row %d and column %d", c/q+1, c%q+1) }

func judgeCrosses(ctx context.Context, q int) (crossRow, error) {
	system, crosses := billiardSystem(q), crossesOf(q)
	row := crossRow{Q: q, N: system.N(), Sets: q * q}
	quorums := system.Family().Sets()
	for _, x := range crosses {
		meets, contains, contained := true, false, false
		alone := map[int]bool{} // sites that are all that some quorum has of x
		for _, s := range quorums {
			shared := s.Intersect(x)
			meets = meets && !shared.Empty()
			contains = contains || s.SubsetOf(x)
			contained = contained || x.SubsetOf(s)
			if shared.Len() == 1 {
				alone[shared.Nodes()[0]] = true
			}
		}
		row.Meeting += oneIf(meets)
		row.Containing += oneIf(contains)
		row.Contained += oneIf(contained)
		row.Minimal += oneIf(meets && len(alone) == x.Len())
		experiments.Ensure(ctx.Err())
	}
	conflicts := conflictsOf(crosses)
	for b, y := range crosses {
		experiments.Ensure(ctx.Err())
		for a, x := range crosses[:b] {
			row.Pairs++
			disjoint := conflicts.Row(a).Has(b)
			row.Disjoint += oneIf(disjoint)
			if disjoint && row.FirstDisjoint == "" {
				row.FirstDisjoint = fmt.Sprintf("q = %d: %s %v, %s %v are disjoint", q, crossName(q, a), x, crossName(q, b), y)
			}
			i, j, k, l := a/q, a%q, b/q, b%q
			row.Rule.unless(disjoint == (i != k && j != l && (i+l)%2 == 0 && (k+j)%2 == 0), "q = %d: %s, %s", q, crossName(q, a), crossName(q, b))
			row.Nested += oneIf(x.SubsetOf(y) || y.SubsetOf(x))
		}
	}
	row.LeastSet = row.Sets
	for _, family := range maximalIndependent(conflicts, row.Sets) {
		row.Families++
		row.LeastSet, row.MostSet = min(row.LeastSet, family.Len()), max(row.MostSet, family.Len())
	}
	return row, ctx.Err()
}

// extendedRow describes the billiard coterie after such a family is added.
type extendedRow struct {
	Q               int    `csv:"q,cells" doc:"side of the modified grid"`
	N               int    `csv:"n,sites" doc:"N"`
	Families        int    `csv:"families,families" doc:"added to the billiard coterie, one at a time"`
	Nondominated    int    `csv:"nondominated,families" doc:"that make the coterie nondominated"`
	Before          int    `csv:"quorums,quorums" doc:"with the first family"`
	After           int    `csv:"minimal_quorums,quorums" doc:"of these, that contain no other one"`
	First           string `csv:"first" doc:"the first nondominated coterie"`
	DominatedBy     string `csv:"dominated_by" doc:"for the first family that leaves it dominated: a set that meets every quorum and contains none"`
	BilliardWitness string `csv:"billiard_dominated_by" doc:"a set that meets every billiard quorum and contains none"`
}

// judgeExtended adds every largest family to the billiard coterie, in lexicographic order, takes
// the minimal sets, and seeks a set that meets all of them and contains none.
func judgeExtended(ctx context.Context, q int) (extendedRow, error) {
	system := billiardSystem(q)
	row := extendedRow{Q: q, N: system.N()}
	row.BilliardWitness = experiments.Must(dominationWitness(ctx, system.Family()))
	crosses := crossesOf(q)
	var families [][]int
	for _, family := range maximalIndependent(conflictsOf(crosses), len(crosses)) {
		families = append(families, slices.Collect(family.All()))
	}
	slices.SortFunc(families, slices.Compare)
	for _, family := range families {
		row.Families++
		added := make([][]int, len(family))
		for i, c := range family {
			added[i] = crosses[c].Nodes()
		}
		listed := quorum.Concat(system.Family(), experiments.Must(quorum.NewFamily(row.N, added)))
		enlarged := listed.Minimized()
		witness := experiments.Must(dominationWitness(ctx, enlarged))
		if row.Families == 1 {
			row.Before, row.After = listed.Len(), enlarged.Len()
		}
		row.Nondominated += oneIf(witness == "")
		switch {
		case witness != "":
			row.DominatedBy = cmp.Or(row.DominatedBy, witness)
		case row.First == "":
			row.First = show.Join(enlarged.Sets(), "", quorum.Set.String)
		}
	}
	return row, nil
}

// dominationWitness returns the first minimal transversal that contains no quorum, "" if there is
// none and the coterie is nondominated.
func dominationWitness(ctx context.Context, f quorum.Family) (string, error) {
	for t, err := range f.MinimalTransversals(ctx) {
		if err != nil {
			return "", err
		}
		if !small.ContainsQuorum(t, f) {
			return t.String(), nil
		}
	}
	return "", nil
}

func tabulateCrosses(out *experiments.Output, rows []crossRow, extended []extendedRow) {
	experiments.Table(out, "row-and-column", rows,
		"q", "n", "sets", "meeting", "containing", "contained", "nested_pairs", "minimal", "pairs",
		"disjoint_pairs", "families", "least_family", "greatest_family",
		experiments.Bools("theorem", "", "8t(t+1) families of t²+3t+1 sets, q = 2t+1, and the rule for disjoint pairs (for q >= 5)",
			crossRow.asTheorem).If(func(r crossRow) bool { return r.Q >= 5 }))

	experiments.Table(out, "extended", extended,
		"q", "n", "billiard_dominated_by", "families", "quorums", "minimal_quorums", "nondominated",
		"first", "dominated_by")
}

// claimCrosses judges the remark of section 5 on rows and columns.
func claimCrosses(out *experiments.Output, p propertyParameters, systems []propertyRow, rows []crossRow) {
	over, over5 := fmt.Sprintf("odd q in 3..%d", p.Sides), fmt.Sprintf("odd q in 5..%d", p.Sides)
	rows5 := experiments.Keep(rows, func(r crossRow) bool { return r.Q >= 5 })
	addable := func(r crossRow) (bool, string) {
		return r.Meeting == r.Sets && r.Containing == 0 && r.Contained == 0,
			fmt.Sprintf("q = %d: of %d sets %d meet every quorum, %d contain one, %d are part of one", r.Q, r.Sets, r.Meeting, r.Containing, r.Contained)
	}
	const section, doc = "section 5", "billiard-crosses"
	claim(out, "agrawal-dominated", section, "The billiard coterie is dominated.",
		experiments.ForAll(over, systems, func(r propertyRow) (bool, string) {
			return r.Dominated, fmt.Sprintf("q = %d: %v does not show it", r.Q, r.dominating())
		}).Proved(doc))
	out.ClaimAgain("agrawal-row-column-added", "agrawal-row-column-meets", experiments.BilliardPaper, section, "The sites in a row and a column of the modified grid meet every billiard quorum.",
		experiments.ForAll(over, rows, func(r crossRow) (bool, string) {
			return r.Meeting == r.Sets, fmt.Sprintf("q = %d: %d of %d sets", r.Q, r.Meeting, r.Sets)
		}).Proved(doc))
	claim(out, "agrawal-row-column-added", section, "A row with a column can be added to the billiard coterie as a further quorum.",
		experiments.ButFor("q = 3", func(r crossRow) bool { return r.Q == 3 }, "for q >= 5: for q = 3 these sets contain quorums or are part of quorums",
			experiments.Every(over), experiments.Every(over5), rows, addable).Proved(doc))
	out.Claim("ours-row-column-together", experiments.BeyondThePaper, "after Agrawal, Eğecioğlu, El Abbadi 1997, section 5",
		"All sets of a row and a column can be added to the billiard coterie together.",
		experiments.HoldsUnderReading("for q >= 5: not all q² sets together, but exactly 8t(t+1) = 4N families of t²+3t+1 of them are maximal, q = 2t+1",
			experiments.ForAll(over, rows, func(r crossRow) (bool, string) { return r.Disjoint == 0, r.FirstDisjoint }),
			experiments.ForAll(over5, rows5, func(r crossRow) (bool, string) {
				ok, witness := addable(r)
				return ok && r.Nested == 0 && r.asTheorem(), fmt.Sprintf("%s; %d families of %d to %d sets", witness, r.Families, r.LeastSet, r.MostSet)
			}).Proved(doc)))
}
