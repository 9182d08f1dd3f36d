package maekawa

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"coterie/construct"
	"coterie/construct/degenerate"
	"coterie/experiments"
	"coterie/internal/solve/sets"
	"coterie/internal/words/show"
	"coterie/quorum"
)

// tableTwoRow is a row of Table II: Method 1 on the printed sets of Figure 1, beside our own sets.
type tableTwoRow struct {
	countRow
	Part         string
	Removed      string `csv:"removed" doc:"the numbers removed, with their sets"`
	By           string `csv:"by" doc:"the numbers that replace them, in the same order"` // Part says in which part of the figure
	Meets        bool   // the sets that result
	Literal, Own []quorum.Set
	OwnSpec      string   `csv:"default_spec" doc:"the program's own sets"`
	OwnMean      *big.Rat `csv:"default_mean,messages" doc:"the mean over these"`
	Choices      []methodChoice
	Site         int // one site, in the table of the sets
}

// methodChoice counts choices of the method with one mean. A choice removes d numbers together with
// their sets S_i, and replaces each by a different one of the other numbers. A set loses one member
// for each removed number r whose substitute is in the same set. Two points are on one line only,
// so each r shrinks one set, which may be a removed one. So the mean size is q+1 - (d - x)/n, where
// x counts the r whose shrunken set is removed. The printed figure determines only x.
type methodChoice struct {
	N       int      `csv:"n,nodes" doc:"N"`
	Removed string   `csv:"removed" doc:"which numbers may be removed: those above N, or any"`
	Dropped int      `csv:"dropped,sets" doc:"how many of the sets that shrink are among the removed ones"`
	Count   int      `csv:"choices,choices" doc:"how many choices of removed numbers and of different substitutes"`
	Mean    *big.Rat `csv:"mean,messages" doc:"3(|S_i| - 1), mean over the sites"`
	Printed string
}

// nodes returns N.
func (r tableTwoRow) nodes() int { return r.Printed.N }

// sites returns the row for each site.
func (r tableTwoRow) sites() (list []tableTwoRow) {
	for r.Site = range r.Literal {
		list = append(list, r)
	}
	return list
}

func declareTableTwo(out *experiments.Output) {
	printed := experiments.Printed[printedCounts](out, "maekawa-table-2.json")
	figure := readFigureOne(out)
	rows := experiments.Compute(out, "table-2", printed.Rows, func(ctx context.Context, row printedCount) (tableTwoRow, error) {
		return tableTwoAt(ctx, figure, row)
	})
	for _, r := range rows {
		if r.Printed.N != printed.Sets.N {
			continue
		}
		for i, set := range printed.Sets.Quorums {
			if !set.Equal(r.Literal[i]) {
				out.Fail(fmt.Errorf("set %v for N = %d is printed as %v, and the literal rule makes %v", quorum.Node(i), r.Printed.N, set, r.Literal[i]))
				return
			}
		}
	}
	experiments.Table(out, "table-2", rows,
		experiments.Ints("n", "nodes", "N", tableTwoRow.nodes),
		experiments.Texts("figure", "", "the printed sets from which the method starts", func(r tableTwoRow) string { return "1(" + r.Part + ")" }),
		"removed", "by", "mean",
		experiments.Texts("rounded", "messages", "the mean with as many decimals as printed",
			func(r tableTwoRow) string { return asPrinted(r.Mean, r.Printed.Proposed) }),
		experiments.Texts("printed", "messages", "as printed", func(r tableTwoRow) string { return r.Printed.Proposed }),
		"default_spec", "default_mean", "ricart",
		experiments.Texts("ricart_printed", "messages", "as printed", func(r tableTwoRow) string { return r.Printed.Ricart }))
	experiments.Table(out, "table-2-sets", experiments.Flat(rows, tableTwoRow.sites),
		experiments.Ints("n", "nodes", "N", tableTwoRow.nodes),
		experiments.Ints("site", "", "i", func(r tableTwoRow) int { return quorum.Node(r.Site).Ordinal() }),
		experiments.Texts("literal", "", "S_i by Method 1 on the printed sets", func(r tableTwoRow) string { return r.Literal[r.Site].String() }),
		experiments.Ints("literal_size", "nodes", "|S_i|", func(r tableTwoRow) int { return r.Literal[r.Site].Len() }),
		experiments.Texts("default", "", "S_i of degenerate-fpp", func(r tableTwoRow) string { return r.Own[r.Site].String() }),
		experiments.Ints("default_size", "nodes", "|S_i|", func(r tableTwoRow) int { return r.Own[r.Site].Len() }))
	rounded := func(c methodChoice) string { return asPrinted(c.Mean, c.Printed) }
	experiments.Table(out, "table-2-choices", experiments.Flat(rows, func(r tableTwoRow) []methodChoice { return r.Choices }),
		"n", "removed", "dropped", "choices", "mean",
		experiments.Texts("rounded", "messages", "the mean with as many decimals as printed", rounded),
		experiments.Bools("printed", "", "that is the printed figure", func(c methodChoice) bool { return rounded(c) == c.Printed }))
	for _, r := range rows {
		n := r.Printed.N
		out.Claim(fmt.Sprintf("maekawa-table-2-n%d", n), paper, fmt.Sprintf("Table II, N = %d", n),
			fmt.Sprintf("For N = %d the degenerate sets take %s messages on average and the algorithm of Ricart and Agrawala %s.",
				n, r.Printed.Proposed, r.Printed.Ricart),
			experiments.JudgeOnce(experiments.Every("the printed row, on the sets that Method 1 makes of Figure 1"), r.Meets && r.reached(),
				fmt.Sprintf("%v, with %s replaced by %s in Figure 1(%s)", r.countRow, r.Removed, r.By, r.Part)))
	}
}

// tableTwoAt carries out Method 1, taken literally, and lists the results of the other choices of
// the method.
func tableTwoAt(ctx context.Context, figure []printedPlane, printed printedCount) (row tableTwoRow, err error) {
	d := experiments.Must(degenerationOf(ctx, figure, printed.N))
	own := experiments.Must(quorum.As[*quorum.System](construct.DegenerateFPP(printed.N, 0)))
	row.countRow = count(printed, d.literal)
	row.Part, row.Removed, row.By = d.part, nodeNames(d.removed), nodeNames(d.by)
	row.Meets = judgeSites(d.literal).Intersection
	for i := range printed.N {
		row.Literal, row.Own = append(row.Literal, d.literal.SiteFamily().Set(i)), append(row.Own, own.SiteFamily().Set(i))
	}
	row.OwnSpec, row.OwnMean = own.Name(), light(proposed, own)
	row.Choices, err = d.choices(ctx, printed.Proposed)
	return row, err
}

// printedDegeneration is Method 1 on a part of Figure 1, for n nodes. Taken literally, as in the
// printed example, it removes the numbers above n, and replaces them by the last of the others in
// the same order.
type printedDegeneration struct {
	part        string
	n           int
	plane       *quorum.System
	line        [][]int // the site whose set holds both of two numbers
	removed, by []int
	literal     *quorum.System
}

// degenerationOf starts from the smallest printed sets with at least n sites.
func degenerationOf(ctx context.Context, figure []printedPlane, n int) (*printedDegeneration, error) {
	enough := slices.DeleteFunc(slices.Clone(figure), func(p printedPlane) bool { return p.N < n })
	if len(enough) == 0 {
		return nil, fmt.Errorf("no sets for %d sites in Figure 1", n)
	}
	least := slices.MinFunc(enough, func(p, q printedPlane) int { return p.N - q.N })
	plane := experiments.Must(least.system())
	d := &printedDegeneration{part: least.Part, n: n, plane: plane, line: make([][]int, plane.N())}
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
	replacement := map[int]int{}
	for v := n; v < plane.N(); v++ {
		d.removed, d.by = append(d.removed, v), append(d.by, v-(plane.N()-n))
		replacement[v] = v - (plane.N() - n)
	}
	d.literal = experiments.Must(degenerate.ReplaceNodes(ctx, "", plane, replacement))
	return d, nil
}

// nodeNames lists nodes in the given order. A quorum.Set would sort them.
func nodeNames(list []int) string {
	return show.Join(list, " ", func(v int) string { return quorum.Node(v).String() })
}

// choices tries every choice: with the numbers above n removed, and with any.
func (d *printedDegeneration) choices(ctx context.Context, printed string) (list []methodChoice, err error) {
	for _, c := range []struct {
		words string
		from  iter.Seq[[]int]
	}{
		{"above N", slices.Values([][]int{d.removed})},
		{"any", sets.Combinations[int](d.plane.N(), len(d.removed))},
	} {
		counts := make([]int, len(d.removed)+1)
		for removed := range c.from {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			d.countDropped(removed, counts)
		}
		for dropped, count := range counts {
			if count > 0 {
				mean := d.meanSize(len(d.removed), dropped)
				mean.Sub(mean, big.NewRat(1, 1)).Mul(mean, big.NewRat(3, 1))
				list = append(list, methodChoice{d.n, c.words, dropped, count, mean, printed})
			}
		}
	}
	return list, nil
}

// meanSize returns q+1 - (d-x)/n.
func (d *printedDegeneration) meanSize(gone, dropped int) *big.Rat {
	_, k := d.plane.Family().Sizes()
	return new(big.Rat).Sub(big.NewRat(int64(k), 1), big.NewRat(int64(gone-dropped), int64(d.n)))
}

// countDropped adds to counts[x] the number of ways to replace the removed numbers by different
// others such that x of the shrunken sets are removed.
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
