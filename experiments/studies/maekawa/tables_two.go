package maekawa

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/sets"
	"coterie/internal/table"
	"coterie/quorum"
)

// tableTwo computes Table II from the printed sets of Figure 1 by Method 1 taken literally, lists those sets,
// and lists what the other choices of the method give.
//
// A choice is which d numbers are removed, together with their sets S_i, and by which of the others each of them
// is replaced, a different one each. A set loses one member for each removed number r whose substitute is in the
// same set; two points are on one line only, so each r shrinks one set, which may be among the removed. So the
// mean size is q+1 - (d - x)/n, where x counts the r whose shrunken set is removed, and the printed figure only
// tells x.
func tableTwo(ctx context.Context, env experiments.Env, out *experiments.Output) ([]experiments.Claim, error) {
	printed, err := experiments.ReadPaper[printedCounts](env, "maekawa-table-2.json")
	if err != nil {
		return nil, err
	}
	figure, err := experiments.ReadPaper[figureOne](env, "maekawa-figure-1.json")
	if err != nil {
		return nil, err
	}
	t := table.New(
		table.Ints("n", "nodes", "N"),
		table.Texts("figure", "", "the printed sets from which the method starts"),
		table.Texts("removed", "", "the numbers removed, with their sets"),
		table.Texts("by", "", "the numbers that replace them, in the same order"),
		table.Ratios("mean", "messages", "3(|S_i| - 1), mean over the sites of the sets that result"),
		table.Texts("rounded", "messages", "the mean with as many decimals as printed"),
		table.Texts("printed", "messages", "as printed"),
		table.Texts("default_spec", "", "the program's own sets"),
		table.Ratios("default_mean", "messages", "the mean over these"),
		table.Ratios("ricart", "messages", "2(N - 1), counted on the sets of all nodes"),
		table.Texts("ricart_printed", "messages", "as printed"),
	)
	sets := table.New(
		table.Ints("n", "nodes", "N"),
		table.Ints("site", "", "i"),
		table.Texts("literal", "", "S_i by Method 1 on the printed sets"),
		table.Ints("literal_size", "nodes", "|S_i|"),
		table.Texts("default", "", "S_i of degenerate-fpp"),
		table.Ints("default_size", "nodes", "|S_i|"),
	)
	choices := table.New(
		table.Ints("n", "nodes", "N"),
		table.Texts("removed", "", "which numbers may be removed: those above N, or any"),
		table.Ints("dropped", "sets", "how many of the sets that shrink are among the removed ones"),
		table.Ints("choices", "choices", "how many choices of removed numbers and of different substitutes"),
		table.Ratios("mean", "messages", "3(|S_i| - 1), mean over the sites"),
		table.Texts("rounded", "messages", "the mean with as many decimals as printed"),
		table.Bools("printed", "", "that is the printed figure"),
	)
	var claims []experiments.Claim
	for _, row := range printed.Rows {
		d, err := degenerationOf(figure, row.N)
		if err != nil {
			return nil, err
		}
		literal, err := d.literal()
		if err != nil {
			return nil, err
		}
		own, err := construct.DegenerateFPP(row.N, 0)
		if err != nil {
			return nil, err
		}
		all, err := everyone(row.N)
		if err != nil {
			return nil, err
		}
		mean, ricart := timesRat(3, meanAsked(literal)), timesRat(2, meanAsked(all))
		if row.N == printed.Sets.N {
			for i, set := range printed.Sets.Quorums {
				if !set.Equal(literal.SiteFamily().Set(i)) {
					return nil, fmt.Errorf("set %v for N = %d is printed as %v, and the literal rule makes %v", quorum.Node(i), row.N, set, literal.SiteFamily().Set(i))
				}
			}
		}
		removed, by := d.literalReplacement()
		if err := t.Append(table.Int(row.N), table.Text("1("+d.part+")"), table.Text(removed.String()), table.Text(by.String()), table.Ratio(mean), table.Text(asPrinted(mean, row.Proposed)),
			table.Text(row.Proposed), table.Text(own.Name()), table.Ratio(timesRat(3, meanAsked(own))), table.Ratio(ricart), table.Text(row.Ricart)); err != nil {
			return nil, err
		}
		for i := range row.N {
			ours, theirs := literal.SiteFamily().Set(i), own.SiteFamily().Set(i)
			if err := sets.Append(table.Int(row.N), table.Int(quorum.Node(i).Ordinal()), table.Text(ours.String()), table.Int(ours.Len()), table.Text(theirs.String()), table.Int(theirs.Len())); err != nil {
				return nil, err
			}
		}
		if err := d.appendChoices(ctx, choices, row.Proposed); err != nil {
			return nil, err
		}
		meets := quorum.JudgeIntersection(ctx, literal.SiteFamily(), quorum.Options{Jobs: 1}).Holds == quorum.Holds
		holds := meets && asPrinted(mean, row.Proposed) == row.Proposed && asPrinted(ricart, row.Ricart) == row.Ricart
		claims = append(claims, experiments.Claim{
			ID: fmt.Sprintf("maekawa-table-2-n%d", row.N), Source: "Maekawa 1985", Section: fmt.Sprintf("Table II, N = %d", row.N),
			Statement: fmt.Sprintf("For N = %d the degenerate sets take %s messages on average and the algorithm of Ricart and Agrawala %s.", row.N, row.Proposed, row.Ricart),
			Command:   tablesCommand,
			Judgement: experiments.JudgeOnce(experiments.Every("the printed row, on the sets that Method 1 makes of Figure 1"), holds,
				fmt.Sprintf("printed %s and %s, computed %s and %s, with %v replaced by %v in Figure 1(%s)", row.Proposed, row.Ricart,
					mean.RatString(), ricart.RatString(), removed, by, d.part)),
		})
	}
	if err := out.Table("table-2.csv", t); err != nil {
		return nil, err
	}
	if err := out.Table("table-2-sets.csv", sets); err != nil {
		return nil, err
	}
	return claims, out.Table("table-2-choices.csv", choices)
}

// printedDegeneration is Method 1 on a part of Figure 1, for n nodes.
type printedDegeneration struct {
	part  string
	n     int
	plane *quorum.System
	line  [][]int // the site whose set holds both of two numbers
}

// degenerationOf starts from the smallest printed sets with at least n sites.
func degenerationOf(figure figureOne, n int) (*printedDegeneration, error) {
	best := -1
	for i, part := range figure.Figures {
		if part.N >= n && (best < 0 || part.N < figure.Figures[best].N) {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("Figure 1 has no sets for %d sites", n)
	}
	plane, err := figure.Figures[best].system()
	if err != nil {
		return nil, err
	}
	d := &printedDegeneration{part: figure.Figures[best].Part, n: n, plane: plane, line: make([][]int, plane.N())}
	for a := range d.line {
		d.line[a] = make([]int, plane.N())
	}
	for site, set := range plane.SiteFamily().All() {
		for _, a := range set {
			for _, b := range set {
				d.line[a][b] = site
			}
		}
	}
	return d, nil
}

// nodeList is a list of nodes in the order given, where a quorum.Set would sort them.
type nodeList []quorum.Node

func (l nodeList) String() string {
	text := ""
	for i, v := range l {
		if i > 0 {
			text += " "
		}
		text += v.String()
	}
	return text
}

// literalReplacement removes the numbers above n, and replaces them by the last of the others in the same order,
// as in the printed example.
func (d *printedDegeneration) literalReplacement() (removed, by nodeList) {
	gone := d.plane.N() - d.n
	for v := d.n; v < d.plane.N(); v++ {
		removed, by = append(removed, quorum.Node(v)), append(by, quorum.Node(v-gone))
	}
	return removed, by
}

func (d *printedDegeneration) literal() (*quorum.System, error) {
	removed, by := d.literalReplacement()
	replacement := map[int]int{}
	for i, v := range removed {
		replacement[int(v)] = int(by[i])
	}
	return construct.ReplaceNodes("", d.plane, replacement)
}

// appendChoices tries every choice: with the numbers above n removed, and with any.
func (d *printedDegeneration) appendChoices(ctx context.Context, t *table.Table, printed string) error {
	gone := d.plane.N() - d.n
	above := make([]int, gone)
	for i := range above {
		above[i] = d.n + i
	}
	for _, c := range []struct {
		words string
		from  iter.Seq[[]int]
	}{
		{"above N", slices.Values([][]int{above})},
		{"any", sets.Combinations[int](d.plane.N(), gone)},
	} {
		counts := make([]int, gone+1)
		for removed := range c.from {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			d.countDropped(removed, counts)
		}
		for dropped, count := range counts {
			if count == 0 {
				continue
			}
			mean := timesRat(3, d.meanSize(gone, dropped))
			mean.Sub(mean, big.NewRat(3, 1))
			rounded := asPrinted(mean, printed)
			if err := t.Append(table.Int(d.n), table.Text(c.words), table.Int(dropped), table.Int(count), table.Ratio(mean), table.Text(rounded), table.Bool(rounded == printed)); err != nil {
				return err
			}
		}
	}
	return nil
}

// meanSize is q+1 - (d-x)/n.
func (d *printedDegeneration) meanSize(gone, dropped int) *big.Rat {
	_, k := d.plane.Family().Sizes()
	return new(big.Rat).Sub(big.NewRat(int64(k), 1), big.NewRat(int64(gone-dropped), int64(d.n)))
}

// countDropped adds to counts[x] how many ways there are to replace the removed numbers by different others such
// that x of the sets that shrink are removed.
func (d *printedDegeneration) countDropped(removed []int, counts []int) {
	gone, used := make([]bool, d.plane.N()), make([]bool, d.plane.N())
	for _, v := range removed {
		gone[v] = true
	}
	var replace func(i, dropped int)
	replace = func(i, dropped int) {
		if i == len(removed) {
			counts[dropped]++
			return
		}
		for w := range used {
			if used[w] || gone[w] {
				continue
			}
			used[w] = true
			if gone[d.line[removed[i]][w]] {
				replace(i+1, dropped+1)
			} else {
				replace(i+1, dropped)
			}
			used[w] = false
		}
	}
	replace(0, 0)
}
