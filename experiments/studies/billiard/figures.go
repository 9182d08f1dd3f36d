package billiard

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/table"
	"coterie/quorum"
)

// figureParameters holds the parameters of the study billiard-figures.
type figureParameters struct {
	Unit     int    `json:"unit"`     // of the points of Figures 1 and 2: coordinates in 1/unit
	Above    [2]int `json:"above"`    // s
	Below    [2]int `json:"below"`    // s'
	Denoms   int    `json:"denoms"`   // continuous statements: points in multiples of 1/d, d = 1..denoms
	Ordinary int    `json:"ordinary"` // Figure 3: ordinary grids of side 3..ordinary
	Sides    int    `json:"sides"`    // Figure 6: odd q from 3 to this
}

// printedBilliard is Figures 4, 5 and 7 and the examples of the text, from testdata/papers.
type printedBilliard struct {
	Source string `json:"source"`
	Grids  []struct {
		Q       int          `json:"q"`
		Quorums []quorum.Set `json:"quorums"`
	} `json:"grids"`
	Text  []printedPath `json:"text"`
	Cells []struct {
		Q    int         `json:"q"`
		Site quorum.Node `json:"site"`
		Cell [2]int      `json:"cell"` // from 1
	} `json:"cells"`
	Figure4 [][]int `json:"figure_4"` // the numbers in the grid, 0 where a cell is left out
}

// printedPath is a path of Figure 5.
type printedPath struct {
	Q      int           `json:"q"`
	Site   quorum.Node   `json:"site"`
	Cell   [2]int        `json:"cell"` // from 1
	Path   []quorum.Node `json:"path"`
	Quorum quorum.Set    `json:"quorum"`
}

// printedStart is the first site of a path.
type printedStart struct {
	Q    int         `json:"q"`
	Site quorum.Node `json:"site"`
	X1   quorum.Node `json:"x_1"`
}

// printedText is more of the text, from testdata/papers.
type printedText struct {
	Source  string `json:"source"`
	Figure3 int    `json:"figure_3_side"`
	Pieces  []struct {
		Q      int             `json:"q"`
		Site   quorum.Node     `json:"site"`
		Pieces [][]quorum.Node `json:"pieces"`
	} `json:"pieces"`
	Starts  []printedStart `json:"starts"`
	Example struct {
		Q int `json:"q"`
		N int `json:"n"`
	} `json:"example"`
}

// printedSite is one printed quorum.
type printedSite struct {
	q, site int
	set     quorum.Set
}

// sets lists all printed quorums: Figure 7, then the text.
func (p printedBilliard) sets() []printedSite {
	var list []printedSite
	for _, g := range p.Grids {
		for site, set := range g.Quorums {
			list = append(list, printedSite{g.Q, site, set})
		}
	}
	for _, e := range p.Text {
		list = append(list, printedSite{e.Q, int(e.Site), e.Quorum})
	}
	return list
}

// generateRow compares procedure generate with the geometric path, for all sites of one grid.
type generateRow struct {
	Q, Sites                      int
	Agree, Library                int // sites for which the printed procedure agrees with the walk, and with construct
	Starts                        int // sites for which x_1 is in the cell that the comments name, and on the side that the text names
	LeastAdditions, MostAdditions int
	First                         string // first disagreement
}

func Figures() experiments.Study {
	full := figureParameters{Unit: 20, Above: [2]int{5, 13}, Below: [2]int{14, 6}, Denoms: 28, Ordinary: 23, Sides: 101}
	return experiments.NewStudy(experiments.Spec[figureParameters]{
		Name:  "billiard-figures",
		Title: "Figures 1 to 7 of the billiard paper, computed beside printed",
		Doc: "Agrawal, Eğecioğlu and El Abbadi 1997, sections 3 to 5: row and column, billiard and broken billiard paths in the unit square with exact " +
			"coordinates, and what is claimed of them, judged on all points with small denominators; pairs of sites of the ordinary q × q grid whose " +
			"broken paths cross without a common cell (Figure 3); the modified grid, both paths of Figure 5, procedure generate against a walk that " +
			"knows no site numbers, and every set of Figure 7.",
		Default: figureParameters{Unit: 20, Above: [2]int{5, 13}, Below: [2]int{14, 6}, Denoms: 16, Ordinary: 13, Sides: 41},
		Full:    &full,
		Run:     runBilliardFigures,
	})
}

func runBilliardFigures(ctx context.Context, env experiments.Env, p figureParameters, out *experiments.Output) error {
	printed, err := experiments.ReadPaper[printedBilliard](env, "billiard-figure-7.json")
	if err != nil {
		return err
	}
	text, err := experiments.ReadPaper[printedText](env, "billiard-text.json")
	if err != nil {
		return err
	}
	for e, pieces := range text.Pieces {
		if e >= len(printed.Text) || pieces.Site != printed.Text[e].Site || len(text.Pieces) != len(printed.Text) {
			return fmt.Errorf("the pieces of S_%v stand beside another quorum of the text", pieces.Site)
		}
	}
	continuous, err := experiments.Rows(ctx, env, "continuous", experiments.EveryFrom(1, p.Denoms, 1), func(_ context.Context, unit int) (continuousRow, error) {
		return judgeContinuous(unit), nil
	})
	if err != nil {
		return err
	}
	ordinary, err := experiments.Rows(ctx, env, "ordinary", experiments.EveryFrom(3, max(p.Ordinary, text.Figure3), 1), func(_ context.Context, q int) (ordinaryRow, error) {
		row, _ := ordinaryGrid(q)
		return row, nil
	})
	if err != nil {
		return err
	}
	generate, err := experiments.Rows(ctx, env, "generate", experiments.EveryFrom(3, p.Sides, 2), func(_ context.Context, q int) (generateRow, error) {
		return judgeGenerate(q), nil
	})
	if err != nil {
		return err
	}
	tables := map[string]*table.Table{}
	for _, emit := range []struct {
		name  string
		table func() (*table.Table, error)
	}{
		{"figure-1-2.csv", func() (*table.Table, error) { return continuousPictures(p) }},
		{"continuous.csv", func() (*table.Table, error) { return continuousTable(continuous) }},
		{"ordinary-grid.csv", func() (*table.Table, error) { return ordinaryTable(ordinary) }},
		{"figure-3.csv", func() (*table.Table, error) { return figureThree(text.Figure3) }},
		{"figure-3-paths.csv", func() (*table.Table, error) { return figureThreePaths(text.Figure3) }},
		{"figure-4.csv", func() (*table.Table, error) { return figureFour(printed) }},
		{"figure-5.csv", func() (*table.Table, error) { return figureFive(printed, text) }},
		{"figure-6.csv", func() (*table.Table, error) { return figureSix(generate) }},
		{"figure-7.csv", func() (*table.Table, error) { return figureSeven(printed) }},
	} {
		t, err := emit.table()
		if err != nil {
			return fmt.Errorf("%s: %w", emit.name, err)
		}
		if err := out.Table(emit.name, t); err != nil {
			return err
		}
		tables[emit.name] = t
	}
	if err := plotBilliardFigures(out, tables); err != nil {
		return err
	}
	if err := out.Claims(continuousClaims(p, continuous)...); err != nil {
		return err
	}
	return out.Claims(figureClaims(p, printed, text, ordinary, generate)...)
}

func judgeGenerate(q int) generateRow {
	row := generateRow{Q: q, Sites: (q*q - 1) / 2, LeastAdditions: q * q}
	for site := range row.Sites {
		x, additions := generated(q, quorum.Node(site).Ordinal())
		row.LeastAdditions, row.MostAdditions = min(row.LeastAdditions, additions), max(row.MostAdditions, additions)
		i, j := construct.BilliardCell(q, site)
		cell := gridCell{i, j}
		walk := brokenWalk(q, cell, interchanged)
		want, ok := sitesOf(q, walk)
		agree, library := ok, true
		for k, v := range construct.BilliardPath(q, site) {
			agree = agree && quorum.Node(want[k]).Ordinal() == x[k+1]
			library = library && quorum.Node(v).Ordinal() == x[k+1]
		}
		if agree {
			row.Agree++
		} else if row.First == "" {
			row.First = fmt.Sprintf("q = %d, site %v: generate %v, walk %s", q, quorum.Node(site), x[1:], cellsText(walk))
		}
		if library {
			row.Library++
		}
		// The comments of Figure 6 and the text after it, 1-based.
		start := gridCell{i + j, 0}
		onSide := walk[0].Column == 0
		if i+1+j+1 > q+1 {
			start = gridCell{q - 1, i + j + 1 - q}
			onSide = walk[0].Row == q-1
		}
		if quorum.Node(construct.BilliardSite(q, start.Row, start.Column)).Ordinal() == x[1] && walk[0] == start && onSide {
			row.Starts++
		}
	}
	return row
}

func continuousTable(rows []continuousRow) (*table.Table, error) {
	t := table.New(
		table.Ints("denominator", "", "coordinates are multiples of 1/denominator"),
		table.Ints("points", "points", "of the unit square"),
		table.Ints("pairs", "pairs", "of two of these points"),
		table.Ints("grid_disjoint", "pairs", "with disjoint row-and-column quorums"),
		table.Ints("grid_same", "pairs", "with the same row-and-column quorum"),
		table.Ints("slope_1_pairs", "pairs", "on a line of slope 1"),
		table.Ints("slope_1_differ", "pairs", "of these, with different billiard paths"),
		table.Ints("broken_disjoint", "pairs", "with disjoint broken billiard paths"),
		table.Ints("broken_same", "pairs", "with the same broken billiard path"),
		table.Ints("broken_same_unexplained", "pairs", "of different points where the rule of equal paths fails: both on y = x, or the corners (0,1) and (1,0)"),
		table.Ints("other_length", "points", "with a broken billiard path of another length than √2"),
		table.Ints("no_peak", "points", "off y = x without the peak that the text promises"),
		table.Ints("rotated_outside", "points", "off y = x whose path leaves the square if the rest is rotated by 90° literally"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Unit), table.Int(r.Points), table.Int(r.Pairs), table.Int(r.GridMeetings.Count), table.Int(r.GridSame.Count), table.Int(r.SlopePairs), table.Int(r.SlopeOne.Count),
			table.Int(r.BrokenMeetings.Count), table.Int(r.BrokenSame.Count), table.Int(r.OtherSame.Count), table.Int(r.BrokenLengths.Count), table.Int(r.Peaks.Count), table.Int(r.RotatedOutside)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func ordinaryTable(rows []ordinaryRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the ordinary grid"),
		table.Ints("sites", "sites", "cells"),
		table.Ints("paths", "paths", "different broken billiard paths"),
		table.Ints("pairs", "pairs", "of two sites"),
		table.Ints("disjoint", "pairs", "whose broken paths share no cell"),
		table.Ints("disjoint_equal_parity", "pairs", "of these, with row + column of equal parity: steps keep the parity, so all pairs of unequal parity are disjoint, and no others"),
		table.Ints("disjoint_uncrossed", "pairs", "of these, whose paths do not cross in a block of 2 × 2 cells either"),
		table.Texts("first", "", "the first such pair, cells (row,column)"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Q), table.Int(r.Sites), table.Int(r.Paths), table.Int(r.Pairs), table.Int(r.Disjoint), table.Int(r.SameParity), table.Int(r.Uncrossed), table.Text(r.First)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// figureThree lists all pairs of sites whose paths are disjoint, on the grid of Figure 3.
func figureThree(q int) (*table.Table, error) {
	t := table.New(
		table.Ints("pair", "", "number of the pair"),
		table.Texts("s", "", "cell of s, (row,column) from 1 as in the paper"),
		table.Texts("other", "", "cell of s'"),
		table.Texts("path_s", "", "cells of the broken path of s, in order"),
		table.Texts("path_other", "", "cells of the broken path of s'"),
		table.Ints("turns_s", "turns", "of the path of s"),
		table.Ints("turns_other", "turns", "of the path of s'"),
		table.Texts("crossings", "", "upper left cells of the 2 × 2 blocks in which the paths cross along different diagonals"),
		table.Bools("continuous_meet", "", "whether the paths through the centres of s and s' meet in the unit square"),
	)
	for i, p := range figureThreePairs(q) {
		a, b := brokenWalk(q, p.s, interchanged), brokenWalk(q, p.t, interchanged)
		if err := t.Append(table.Int(i+1), table.Text(p.s.String()), table.Text(p.t.String()), table.Text(cellsText(a)), table.Text(cellsText(b)), table.Int(turns(a)), table.Int(turns(b)),
			table.Text(cellsText(crossings(a, b))), table.Bool(continuousMeet(q, p))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// figureThreePaths lists the cells of the first pair: what a picture of Figure 3 needs. The paper's text does not
// name its sites s and s'.
func figureThreePaths(q int) (*table.Table, error) {
	t := table.New(
		table.Texts("point", "", "s as in part (a), s' as in part (b)"),
		table.Ints("k", "", "place on the path, from the left or the bottom side"),
		table.Ints("row", "", "i, from the top"),
		table.Ints("column", "", "j, from the left"),
		table.Bools("is_point", "", "whether the cell is the site itself"),
	)
	pairs := figureThreePairs(q)
	if len(pairs) == 0 {
		return t, nil
	}
	for _, s := range []struct {
		name string
		cell gridCell
	}{{"s", pairs[0].s}, {"s'", pairs[0].t}} {
		for k, c := range brokenWalk(q, s.cell, interchanged) {
			if err := t.Append(table.Text(s.name), table.Int(k+1), table.Int(c.Row+1), table.Int(c.Column+1), table.Bool(c == s.cell)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// figureThreePairs lists the pairs of sites with disjoint paths, those first that look most like the figure: both
// paths with two turns, one site above the diagonal and one below.
func figureThreePairs(q int) []disjointPair {
	_, pairs := ordinaryGrid(q)
	plain := func(p disjointPair) (missing int) {
		missing = 4 - turns(brokenWalk(q, p.s, interchanged)) - turns(brokenWalk(q, p.t, interchanged))
		if (p.s.Row+p.s.Column < q-1) == (p.t.Row+p.t.Column < q-1) {
			missing++
		}
		return missing
	}
	slices.SortStableFunc(pairs, func(a, b disjointPair) int { return plain(a) - plain(b) })
	return pairs
}

// continuousMeet reports whether the broken paths through the centres of two cells meet in the unit square.
func continuousMeet(q int, p disjointPair) bool {
	path := func(c gridCell) polyline { return construct.ContinuousBrokenPath(2*q, 2*c.Column+1, 2*(q-c.Row)-1) }
	return path(p.s).meets(path(p.t))
}

func figureFour(printed printedBilliard) (*table.Table, error) {
	t := table.New(
		table.Ints("row", "", "i"),
		table.Ints("column", "", "j"),
		table.Ints("site", "", "computed, by Proposition 2; empty: no cell of the modified grid"),
		table.Ints("printed", "", "in Figure 4; empty: none"),
		table.Bools("agrees", "", "computed equals printed"),
	)
	q := len(printed.Figure4)
	for i, cells := range printed.Figure4 {
		for j, number := range cells {
			site, paper := table.Empty(), table.Empty()
			if (i+j)%2 == 1 {
				site = table.Int(quorum.Node(construct.BilliardSite(q, i, j)).Ordinal())
			}
			if number > 0 {
				paper = table.Int(number)
			}
			if err := t.Append(table.Int(i+1), table.Int(j+1), site, paper, table.Bool(site == paper)); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

func figureFive(printed printedBilliard, text printedText) (*table.Table, error) {
	t := table.New(
		table.Ints("site", "", "s"),
		table.Ints("piece", "", "which of the three pieces, as printed"),
		table.Ints("k", "", "place on the path, from the left or the bottom side"),
		table.Ints("row", "", "i, by the walk"),
		table.Ints("column", "", "j, by the walk"),
		table.Ints("computed", "", "x_k by procedure generate"),
		table.Ints("printed", "", "x_k as the union in section 4 lists it"),
		table.Bools("agrees", "", "walk, procedure and print agree"),
	)
	for e, example := range printed.Text {
		q, site := example.Q, int(example.Site)
		i, j := construct.BilliardCell(q, site)
		walk := brokenWalk(q, gridCell{i, j}, interchanged)
		numbers, ok := sitesOf(q, walk)
		x, _ := generated(q, example.Site.Ordinal())
		k := 0
		for piece, nodes := range text.Pieces[e].Pieces {
			for _, v := range nodes {
				if k >= q {
					return nil, fmt.Errorf("the pieces of S_%v have more than %d sites", example.Site, q)
				}
				agrees := ok && numbers[k] == int(v) && x[k+1] == v.Ordinal() && example.Path[k] == v
				if err := t.Append(table.Int(example.Site.Ordinal()), table.Int(piece+1), table.Int(k+1), table.Int(walk[k].Row+1), table.Int(walk[k].Column+1),
					table.Int(x[k+1]), table.Int(v.Ordinal()), table.Bool(agrees)); err != nil {
					return nil, err
				}
				k++
			}
		}
	}
	return t, nil
}

func figureSix(rows []generateRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("sites", "sites", "N"),
		table.Ints("agree", "sites", "for which the procedure as printed gives the walked path, in order"),
		table.Ints("construct_agrees", "sites", "for which the library does"),
		table.Ints("starts", "sites", "for which x_1 is in the cell and on the side that comments and text name"),
		table.Ints("least_additions", "additions", "to x in one run of the procedure"),
		table.Ints("most_additions", "additions", "to x in one run of the procedure"),
	)
	for _, r := range rows {
		if err := t.Append(table.Int(r.Q), table.Int(r.Sites), table.Int(r.Agree), table.Int(r.Library), table.Int(r.Starts), table.Int(r.LeastAdditions), table.Int(r.MostAdditions)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func figureSeven(printed printedBilliard) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("site", "", "i"),
		table.Texts("computed", "", "S_i"),
		table.Texts("printed", "", "S_i in Figure 7, or in the text for q = 9"),
		table.Bools("agrees", "", "computed equals printed"),
	)
	for _, s := range printed.sets() {
		computed := quorum.SetOf(construct.BilliardPath(s.q, s.site)...)
		if err := t.Append(table.Int(s.q), table.Int(quorum.Node(s.site).Ordinal()), table.Text(computed.String()), table.Text(s.set.String()), table.Bool(computed.Equal(s.set))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// cells lists the sites whose cell the paper prints, with the cell.
func (p printedBilliard) cells() []printedCell {
	var sites []printedCell
	for _, c := range p.Cells {
		sites = append(sites, printedCell{c.Q, int(c.Site), gridCell{c.Cell[0] - 1, c.Cell[1] - 1}})
	}
	for _, c := range p.Text {
		sites = append(sites, printedCell{c.Q, int(c.Site), gridCell{c.Cell[0] - 1, c.Cell[1] - 1}})
	}
	return sites
}

type printedCell struct {
	q, site int
	cell    gridCell
}
