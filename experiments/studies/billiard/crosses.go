package billiard

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/table"
	"coterie/quorum"
)

// crossRow is what was found about the q² sets "row i and column j" of one modified grid.
type crossRow struct {
	Q, N, Sets        int
	Meeting           int        // sets that meet every billiard quorum
	Containing        int        // sets that contain a billiard quorum
	Contained         int        // sets that are part of one
	Nested            int        // pairs of which one set is part of the other, or equal to it
	Minimal           int        // sets that meet every billiard quorum and no longer do without any one site
	Pairs, Disjoint   int        // pairs of sets
	Rule              exceptions // pairs for which the rule of BilliardCross on disjoint pairs fails
	FirstDisjoint     string
	Families          int // families of sets that can be added together and that no further set can join
	LeastSet, MostSet int // their sizes
}

// extendedRow is what becomes of the billiard coterie when such a family is added.
type extendedRow struct {
	Q, N, Families  int
	Nondominated    int    // how many enlarged coteries are nondominated
	Before, After   int    // quorums of the first one before, and after minimising
	First           string // the first nondominated one, as its quorums
	DominatedBy     string // for the first dominated one: a set that meets all quorums and contains none
	BilliardWitness string // the same for the billiard coterie itself
}

// crossSets lists the sets, that of row i and column j, from 0, at i·q+j.
func crossSets(q int) []quorum.Set {
	sets := make([]quorum.Set, q*q)
	for c := range sets {
		sets[c] = construct.BilliardCross(q, c/q, c%q)
	}
	return sets
}

func crossName(q, c int) string { return fmt.Sprintf("row %d and column %d", c/q+1, c%q+1) }

func judgeCrosses(ctx context.Context, q int) (crossRow, error) {
	row := crossRow{Q: q, Sets: q * q}
	system, err := construct.Billiard(q)
	if err != nil {
		return row, err
	}
	row.N = system.N()
	var quorums []quorum.Set
	for i := range system.Family().Len() {
		quorums = append(quorums, system.Family().Set(i))
	}
	sets := crossSets(q)
	for _, x := range sets {
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
		if err := ctx.Err(); err != nil {
			return row, err
		}
	}
	g := newConflicts(q * q)
	for b, y := range sets {
		for a, x := range sets[:b] {
			row.Pairs++
			disjoint := !x.Intersects(y)
			if disjoint {
				row.Disjoint++
				g.add(a, b)
				if row.FirstDisjoint == "" {
					row.FirstDisjoint = fmt.Sprintf("q = %d: %s %v, %s %v are disjoint", q, crossName(q, a), x, crossName(q, b), y)
				}
			}
			i, j, k, l := a/q, a%q, b/q, b%q
			row.Rule.unless(disjoint == (i != k && j != l && (i+l)%2 == 0 && (k+j)%2 == 0), "q = %d: %s, %s", q, crossName(q, a), crossName(q, b))
			row.Nested += oneIf(x.SubsetOf(y) || y.SubsetOf(x))
		}
	}
	row.Families = 1
	for _, component := range g.components() {
		families, least, most := 0, len(component), 0
		for _, family := range g.maximalIndependent(component) {
			families++
			least, most = min(least, len(family)), max(most, len(family))
		}
		row.Families *= families
		row.LeastSet += least
		row.MostSet += most
	}
	return row, ctx.Err()
}

// oneIf counts one case.
func oneIf(holds bool) int {
	if holds {
		return 1
	}
	return 0
}

// conflicts is a graph on the sets: an edge joins two sets that are disjoint. What can be added together is
// independent in it.
type conflicts struct {
	n     int
	edges [][]uint64
}

func newConflicts(n int) conflicts {
	g := conflicts{n: n, edges: make([][]uint64, n)}
	for v := range g.edges {
		g.edges[v] = make([]uint64, (n+63)/64)
	}
	return g
}

func (g conflicts) add(a, b int) {
	g.edges[a][b/64] |= 1 << (b % 64)
	g.edges[b][a/64] |= 1 << (a % 64)
}

func (g conflicts) joined(a, b int) bool { return g.edges[a][b/64]>>(b%64)&1 == 1 }

// components lists the connected components, each ascending. A maximal independent set is one in every component.
func (g conflicts) components() [][]int {
	seen := make([]bool, g.n)
	var list [][]int
	for v := range g.n {
		if seen[v] {
			continue
		}
		seen[v] = true
		component := []int{v}
		for k := 0; k < len(component); k++ {
			for w := range g.n {
				if !seen[w] && g.joined(component[k], w) {
					seen[w] = true
					component = append(component, w)
				}
			}
		}
		slices.Sort(component)
		list = append(list, component)
	}
	return list
}

// maximalIndependent lists the maximal independent sets of a component: the maximal cliques of the complement,
// by the algorithm of Bron and Kerbosch (1973) with the pivot of Tomita, Tanaka and Takahashi (2006). Each branch
// ends in a maximal set, or in none.
func (g conflicts) maximalIndependent(component []int) [][]int {
	words := (len(component) + 63) / 64
	free := make([][]uint64, len(component)) // neighbours in the complement
	all := make([]uint64, words)
	for a := range component {
		free[a] = make([]uint64, words)
		all[a/64] |= 1 << (a % 64)
		for b := range component {
			if a != b && !g.joined(component[a], component[b]) {
				free[a][b/64] |= 1 << (b % 64)
			}
		}
	}
	var found [][]int
	var chosen []int
	var search func(candidates, excluded []uint64)
	search = func(candidates, excluded []uint64) {
		pivot, best := -1, -1
		for w := range words {
			for rest := candidates[w] | excluded[w]; rest != 0; rest &= rest - 1 {
				u := w*64 + bits.TrailingZeros64(rest)
				covered := 0
				for k := range words {
					covered += bits.OnesCount64(candidates[k] & free[u][k])
				}
				if covered > best {
					pivot, best = u, covered
				}
			}
		}
		if pivot < 0 {
			found = append(found, slices.Clone(chosen))
			return
		}
		candidates, excluded = slices.Clone(candidates), slices.Clone(excluded)
		for w := range words {
			for rest := candidates[w] &^ free[pivot][w]; rest != 0; rest &= rest - 1 {
				v := w*64 + bits.TrailingZeros64(rest)
				c, x := make([]uint64, words), make([]uint64, words)
				for k := range words {
					c[k], x[k] = candidates[k]&free[v][k], excluded[k]&free[v][k]
				}
				chosen = append(chosen, component[v])
				search(c, x)
				chosen = chosen[:len(chosen)-1]
				candidates[w] &^= 1 << (v % 64)
				excluded[w] |= 1 << (v % 64)
			}
		}
	}
	search(all, make([]uint64, words))
	return found
}

// families lists all maximal independent sets of the graph.
func (g conflicts) families() [][]int {
	list := [][]int{nil}
	for _, component := range g.components() {
		var next [][]int
		for _, part := range g.maximalIndependent(component) {
			for _, before := range list {
				next = append(next, slices.Concat(before, part))
			}
		}
		list = next
	}
	return list
}

// judgeExtended adds every largest family to the billiard coterie, takes the minimal sets, and seeks a set that
// meets all of them and contains none.
func judgeExtended(ctx context.Context, q int) (extendedRow, error) {
	row := extendedRow{Q: q}
	system, err := construct.Billiard(q)
	if err != nil {
		return row, err
	}
	row.N = system.N()
	if row.BilliardWitness, err = dominationWitness(ctx, system.Family()); err != nil {
		return row, err
	}
	sets, g := crossSets(q), newConflicts(q*q)
	for b := range sets {
		for a := range b {
			if !sets[a].Intersects(sets[b]) {
				g.add(a, b)
			}
		}
	}
	for _, family := range g.families() {
		row.Families++
		b, err := quorum.NewFamilyBuilder(row.N)
		if err != nil {
			return row, err
		}
		for i := range system.Family().Len() {
			if err := b.Add(system.Family().Set(i).Nodes()...); err != nil {
				return row, err
			}
		}
		for _, c := range family {
			if err := b.Add(sets[c].Nodes()...); err != nil {
				return row, err
			}
		}
		listed := b.Family()
		enlarged := listed.Minimized()
		witness, err := dominationWitness(ctx, enlarged)
		if err != nil {
			return row, err
		}
		if row.Families == 1 {
			row.Before, row.After = listed.Len(), enlarged.Len()
		}
		switch {
		case witness == "":
			row.Nondominated++
			if row.First == "" {
				for i := range enlarged.Len() {
					row.First += enlarged.Set(i).String()
				}
			}
		case row.DominatedBy == "":
			row.DominatedBy = witness
		}
	}
	return row, nil
}

// dominationWitness returns the first minimal transversal that contains no quorum, "" if there is none and the
// coterie is nondominated.
func dominationWitness(ctx context.Context, f quorum.Family) (string, error) {
	var quorums []quorum.Set
	for i := range f.Len() {
		quorums = append(quorums, f.Set(i))
	}
	for t := range f.MinimalTransversals() {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		if !slices.ContainsFunc(quorums, func(s quorum.Set) bool { return s.SubsetOf(t) }) {
			return t.String(), nil
		}
	}
	return "", nil
}

func crossTable(rows []crossRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("n", "sites", "N"),
		table.Ints("sets", "sets", "row i and column j, for all i and j"),
		table.Ints("meeting", "sets", "that meet every billiard quorum"),
		table.Ints("containing", "sets", "that contain a billiard quorum"),
		table.Ints("contained", "sets", "that are part of a billiard quorum"),
		table.Ints("nested_pairs", "pairs", "of these sets, one part of the other"),
		table.Ints("minimal", "sets", "that no longer meet every billiard quorum when any one site is left out"),
		table.Ints("pairs", "pairs", "of these sets"),
		table.Ints("disjoint_pairs", "pairs", "that cannot be added together"),
		table.Ints("families", "families", "of sets that can be added together, and that no further one can join"),
		table.Ints("least_family", "sets", "in the smallest of these families"),
		table.Ints("greatest_family", "sets", "in the largest of these families"),
		table.Bools("theorem", "", "8t(t+1) families of t²+3t+1 sets, q = 2t+1, and the rule for disjoint pairs (for q >= 5)"),
	)
	for _, r := range rows {
		theorem := table.Bool(r.asTheorem())
		if r.Q < 5 {
			theorem = table.Empty()
		}
		if err := t.Append(table.Int(r.Q), table.Int(r.N), table.Int(r.Sets), table.Int(r.Meeting), table.Int(r.Containing), table.Int(r.Contained), table.Int(r.Nested), table.Int(r.Minimal), table.Int(r.Pairs),
			table.Int(r.Disjoint), table.Int(r.Families), table.Int(r.LeastSet), table.Int(r.MostSet), theorem); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// asTheorem reports whether the counts are those of construct.BilliardCross.
func (r crossRow) asTheorem() bool {
	t := (r.Q - 1) / 2
	size := t*t + 3*t + 1
	return r.Families == 8*t*(t+1) && r.LeastSet == size && r.MostSet == size && r.Rule.Count == 0
}

func extendedTable(rows []extendedRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("n", "sites", "N"),
		table.Texts("billiard_dominated_by", "", "a set that meets every billiard quorum and contains none"),
		table.Ints("families", "families", "added to the billiard coterie, one at a time"),
		table.Ints("quorums", "quorums", "with the first family"),
		table.Ints("minimal_quorums", "quorums", "of these, that contain no other one"),
		table.Ints("nondominated", "families", "that make the coterie nondominated"),
		table.Texts("first", "", "the first nondominated coterie"),
		table.Texts("dominated_by", "", "for the first family that leaves it dominated: a set that meets every quorum and contains none"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Q), table.Int(r.N), table.Text(r.BilliardWitness), table.Int(r.Families), table.Int(r.Before), table.Int(r.After), table.Int(r.Nondominated), table.Text(r.First), table.Text(r.DominatedBy)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// crossClaims judges the remark of section 5 on rows and columns.
func crossClaims(p propertyParameters, systems []propertyRow, rows []crossRow) []experiments.Claim {
	over := experiments.Every(fmt.Sprintf("odd q in 3..%d", p.Sides))
	from5 := experiments.Every(fmt.Sprintf("odd q in 5..%d", p.Sides))
	claim := func(id, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{
			ID: id, Source: experiments.BilliardPaper, Section: "section 5", Statement: statement,
			Command: "coterie experiment run billiard-properties", Judgement: j,
		}
	}
	const doc = "billiard-crosses"
	addable := func(r crossRow) (bool, string) {
		return r.Meeting == r.Sets && r.Containing == 0 && r.Contained == 0,
			fmt.Sprintf("q = %d: of %d sets %d meet every quorum, %d contain one, %d are part of one", r.Q, r.Sets, r.Meeting, r.Containing, r.Contained)
	}
	together := func(r crossRow) (bool, string) { return r.Disjoint == 0, r.FirstDisjoint }
	theorem := func(r crossRow) (bool, string) {
		ok, witness := addable(r)
		return ok && r.Nested == 0 && r.asTheorem(), fmt.Sprintf("%s; %d families of %d to %d sets", witness, r.Families, r.LeastSet, r.MostSet)
	}
	return []experiments.Claim{
		claim("agrawal-dominated", "The billiard coterie is dominated.",
			experiments.Judge(over, slices.Values(systems), func(r propertyRow) (bool, string) {
				return r.Dominated, fmt.Sprintf("q = %d: %v does not show it", r.Q, r.Dominating)
			}).Proved(doc)),
		claim("agrawal-row-column-meets", "The sites in a row and a column of the modified grid meet every billiard quorum.",
			experiments.Judge(over, slices.Values(rows), func(r crossRow) (bool, string) {
				return r.Meeting == r.Sets, fmt.Sprintf("q = %d: %d of %d sets", r.Q, r.Meeting, r.Sets)
			}).Proved(doc)),
		claim("agrawal-row-column-added", "A row with a column can be added to the billiard coterie as a further quorum.",
			experiments.HoldsUnderReading("for q >= 5: for q = 3 these sets contain quorums or are part of quorums",
				experiments.Judge(over, slices.Values(rows), addable), experiments.Judge(from5, slices.Values(rows[1:]), addable).Proved(doc))),
		claim("agrawal-row-column-together", "More quorums, the sites in a row and a column, can be included and still maintain the intersection property.",
			experiments.HoldsUnderReading("for q >= 5: not all q² sets together, but exactly 8t(t+1) = 4N families of t²+3t+1 of them are maximal, q = 2t+1",
				experiments.Judge(over, slices.Values(rows), together), experiments.Judge(from5, slices.Values(rows[1:]), theorem).Proved(doc))),
	}
}
