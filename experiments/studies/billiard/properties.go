package billiard

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/quorum"
)

// propertyParameters holds the parameters of the study billiard-properties.
type propertyParameters struct {
	Sides  int `json:"sides"`  // odd q from 3 to this
	Extend int `json:"extend"` // odd q up to this: are the enlarged coteries nondominated?
	Grids  int `json:"grids"`  // section 1: grids of up to grids × grids sites
	Orders int `json:"orders"` // sections 1 and 2: planes of orders up to this
	Ryser  int `json:"ryser"`  // section 2: orders up to this against the theorem of Bruck and Ryser
}

// ringRow is what was found about the cells of one distance from the boundary.
type ringRow struct {
	Q, Ring, Cells, Least, Greatest, Sum int
	LeastCell, GreatestCell              gridCell
}

// propertyRow is what was found about one billiard system, on the listed quorums.
type propertyRow struct {
	Q, N, Cells, EvenRows, OddRows                                 int // cells counted, in rows with even and odd number
	Least, Greatest                                                int // quorum sizes
	Intersection, Uniqueness, EqualEffort, Inclusion, Minimality   bool
	EqualResponsibility                                            bool
	SiteOfCell, CellOfSite, Neighbours, Responsibility, PathLength exceptions
	Values                                                         int // different responsibilities
	Rings                                                          []ringRow
	Reason                                                         string // what breaks first in Proposition 1; empty if nothing does
	Dominating                                                     quorum.Set
	Dominated                                                      bool // by that set
}

func Properties() experiments.Study {
	full := propertyParameters{Sides: 61, Extend: 9, Grids: 40, Orders: 32, Ryser: 10_000}
	return experiments.NewStudy(experiments.Spec[propertyParameters]{
		Name:  "billiard-properties",
		Title: "Propositions 1 and 2 of the billiard paper, responsibilities, and what rows with columns add",
		Doc: "Agrawal, Eğecioğlu and El Abbadi 1997, sections 1, 2 and 5: every billiard system judged by the definitions; Proposition 2 and equations (1) for " +
			"every cell; who is in how many quorums, by distance from the boundary; and the remark that a row and a column of the modified grid can be " +
			"added as a quorum: which of these sets can be added, and which together, all largest families counted exactly.",
		Default: propertyParameters{Sides: 41, Extend: 7, Grids: 20, Orders: 13, Ryser: 1000},
		Full:    &full,
		Run:     runBilliardProperties,
	})
}

func runBilliardProperties(ctx context.Context, env experiments.Env, p propertyParameters, out *experiments.Output) error {
	sides := experiments.EveryFrom(3, p.Sides, 2)
	rows, err := experiments.Rows(ctx, env, "systems", sides, judgeBilliard)
	if err != nil {
		return err
	}
	crosses, err := experiments.Rows(ctx, env, "crosses", sides, judgeCrosses)
	if err != nil {
		return err
	}
	extended, err := experiments.Rows(ctx, env, "extended", experiments.EveryFrom(3, p.Extend, 2), judgeExtended)
	if err != nil {
		return err
	}
	sizes, err := experiments.Rows(ctx, env, "sizes", experiments.Numbers(2, max(p.Grids, p.Orders+1)), func(ctx context.Context, k int) (sizeRow, error) {
		return judgeSizes(ctx, p, k)
	})
	if err != nil {
		return err
	}
	t, err := propertyTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table("billiard-properties.csv", t); err != nil {
		return err
	}
	rings, err := ringTable(rows)
	if err != nil {
		return err
	}
	if err := out.Table("responsibility-by-ring.csv", rings); err != nil {
		return err
	}
	largest := func(row int) bool { return rings.At(row, "q") == table.Int(sides[len(sides)-1]) }
	figure := plot.Figure{
		Title: fmt.Sprintf("In how many of the %d billiard quorums a site is, q = %d", rows[len(rows)-1].N, sides[len(sides)-1]),
		X:     plot.Axis{Label: "distance from the boundary", Unit: "cells"}, Y: plot.Axis{Label: "responsibility", Unit: "quorums"},
		Series: []plot.Series{
			{Name: "greatest", Kind: plot.Line, Points: rings.Points("ring", "greatest", largest)},
			{Name: "mean", Kind: plot.Line, Points: rings.Points("ring", "mean", largest)},
			{Name: "least", Kind: plot.Line, Points: rings.Points("ring", "least", largest)},
		},
	}
	if err := experiments.PlotBoth(out, "responsibility-by-ring", figure, "responsibility-by-ring.csv"); err != nil {
		return err
	}
	if t, err = crossTable(crosses); err != nil {
		return err
	}
	if err := out.Table("row-and-column.csv", t); err != nil {
		return err
	}
	if t, err = extendedTable(extended); err != nil {
		return err
	}
	if err := out.Table("extended.csv", t); err != nil {
		return err
	}
	if t, err = sizeTable(sizes); err != nil {
		return err
	}
	if err := out.Table("sizes.csv", t); err != nil {
		return err
	}
	if err := out.Claims(propertyClaims(p, rows)...); err != nil {
		return err
	}
	if err := out.Claims(crossClaims(p, rows, crosses)...); err != nil {
		return err
	}
	return out.Claims(sizeClaims(p, rows, sizes)...)
}

// judgeBilliard lists one system and judges it by the definitions, without the closed forms.
func judgeBilliard(ctx context.Context, q int) (propertyRow, error) {
	row := propertyRow{Q: q}
	system, err := construct.Billiard(q)
	if err != nil {
		return row, err
	}
	row.N = system.N()
	row.Least, row.Greatest = system.Family().Sizes()
	report := quorum.Check(ctx, system, quorum.Options{Jobs: 1})
	for _, v := range []struct {
		property quorum.Property
		holds    *bool
	}{
		{quorum.Intersection, &row.Intersection}, {quorum.Uniqueness, &row.Uniqueness}, {quorum.EqualEffort, &row.EqualEffort},
		{quorum.Inclusion, &row.Inclusion}, {quorum.Minimality, &row.Minimality}, {quorum.EqualResponsibility, &row.EqualResponsibility},
	} {
		verdict, _ := report.Judged(v.property)
		if verdict.Limit {
			return row, experiments.ContextError(ctx)
		}
		*v.holds = verdict.Holds == quorum.Holds
		if !*v.holds && v.property != quorum.EqualResponsibility && row.Reason == "" {
			row.Reason = fmt.Sprintf("%s: %s", v.property, verdict.Reason)
		}
	}
	judgeCells(&row)
	judgeRings(&row, system.Family().Responsibilities())
	// A set smaller than every quorum contains none; if it meets all, it dominates.
	row.Dominating = construct.BilliardCross(q, 0, 0)
	row.Dominated = row.Dominating.Len() < row.Least
	for i := range system.Family().Len() {
		row.Dominated = row.Dominated && system.Family().Set(i).Intersects(row.Dominating)
	}
	return row, ctx.Err()
}

// judgeCells judges Proposition 2 and equations (1) against a count of the cells row by row.
func judgeCells(row *propertyRow) {
	q := row.Q
	number := map[gridCell]int{} // 1-based, as in the paper
	for i := range q {
		for j := range q {
			if (i+j)%2 == 1 {
				row.Cells++
				number[gridCell{i, j}] = row.Cells
				if i%2 == 1 {
					row.EvenRows++
				} else {
					row.OddRows++
				}
			}
		}
	}
	for c, n := range number {
		i, j := c.Row+1, c.Column+1
		row.SiteOfCell.unless(2*n == (i-1)*q+j && construct.BilliardSite(q, c.Row, c.Column) == n-1, "q = %d", q)
		column := 2 * n % q
		if column == 0 {
			column = q
		}
		r, k := construct.BilliardCell(q, n-1)
		row.CellOfSite.unless(column == j && 1+(2*n-column)/q == i && gridCell{r, k} == c, "q = %d", q)
		for _, e := range []struct {
			step gridCell
			add  int
		}{{gridCell{-1, 1}, -(q - 1) / 2}, {gridCell{1, 1}, (q + 1) / 2}, {gridCell{1, -1}, (q - 1) / 2}, {gridCell{-1, -1}, -(q + 1) / 2}} {
			if neighbour, ok := number[c.plus(e.step)]; ok {
				row.Neighbours.unless(neighbour == n+e.add, "q = %d", q)
			}
		}
		row.PathLength.unless(len(brokenWalk(q, c, interchanged)) == q, "q = %d", q)
	}
}

// judgeRings sorts cells by their distance from the boundary.
func judgeRings(row *propertyRow, responsibilities []int) {
	q := row.Q
	values := map[int]bool{}
	row.Rings = make([]ringRow, (q-1)/2)
	for site, r := range responsibilities {
		i, j := construct.BilliardCell(q, site)
		cell := gridCell{i, j}
		values[r] = true
		ring := min(i, j, q-1-i, q-1-j)
		row.Responsibility.unless(r == q+1+2*ring-magnitude(i+j+1-q), "q = %d, cell %v: %d", q, cell, r)
		at := &row.Rings[ring]
		if at.Cells == 0 {
			*at = ringRow{Q: q, Ring: ring, Least: r, Greatest: r, LeastCell: cell, GreatestCell: cell}
		}
		at.Cells++
		at.Sum += r
		if r < at.Least {
			at.Least, at.LeastCell = r, cell
		}
		if r > at.Greatest {
			at.Greatest, at.GreatestCell = r, cell
		}
	}
	row.Values = len(values)
}

func propertyTable(rows []propertyRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("n", "sites", "cells, counted"),
		table.Bools("intersection", "", "Proposition 1"),
		table.Bools("uniqueness", "", "Proposition 1"),
		table.Bools("equal_effort", "", "Proposition 1"),
		table.Bools("inclusion", "", "Proposition 1"),
		table.Bools("minimality", "", "the quorums are a coterie"),
		table.Ints("k", "sites", "size of the quorums"),
		table.Ints("root", "sites", "⌈√2·√N⌉"),
		table.Bools("proposition_2", "", "both maps, for every cell and site"),
		table.Bools("equations_1", "", "for all neighbours of all cells"),
		table.Ints("least_responsibility", "quorums", "that a site is in"),
		table.Ints("greatest_responsibility", "quorums", "that a site is in"),
		table.Ints("responsibilities", "", "different ones"),
		table.Ints("greatest_on_boundary", "quorums", "that a site of the boundary is in"),
		table.Ints("least_in_centre", "quorums", "that a site of the innermost ring is in"),
		table.Bools("formula", "", "the responsibility is q+1+2r-δ for every cell, r its distance from the boundary, δ = |i+j-q-1|"),
		table.Texts("dominating_set", "", "row 1 and column 1: fewer sites than a quorum, and it meets all of them"),
		table.Bools("dominated", "", "by this set"),
	)
	for _, r := range rows {
		first, last := r.Rings[0], r.Rings[len(r.Rings)-1]
		if err := t.Append(table.Int(r.Q), table.Int(r.Cells), table.Bool(r.Intersection), table.Bool(r.Uniqueness), table.Bool(r.EqualEffort), table.Bool(r.Inclusion), table.Bool(r.Minimality),
			table.Int(r.Greatest), table.Int(gf.FloorSqrt(2*r.N-1)+1), table.Bool(r.SiteOfCell.Count+r.CellOfSite.Count == 0), table.Bool(r.Neighbours.Count == 0),
			table.Int(leastOf(r.Rings)), table.Int(greatestOf(r.Rings)), table.Int(r.Values), table.Int(first.Greatest), table.Int(last.Least), table.Bool(r.Responsibility.Count == 0),
			table.Text(r.Dominating.String()), table.Bool(r.Dominated)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func leastOf(rings []ringRow) int {
	return slices.MinFunc(rings, func(a, b ringRow) int { return a.Least - b.Least }).Least
}

func greatestOf(rings []ringRow) int {
	return slices.MaxFunc(rings, func(a, b ringRow) int { return a.Greatest - b.Greatest }).Greatest
}

func ringTable(rows []propertyRow) (*table.Table, error) {
	t := table.New(
		table.Ints("q", "cells", "side of the modified grid"),
		table.Ints("ring", "cells", "distance from the boundary"),
		table.Ints("cells", "cells", "of the modified grid in the ring"),
		table.Ints("least", "quorums", "least responsibility in the ring"),
		table.Floats("mean", "quorums", "mean responsibility in the ring"),
		table.Ints("greatest", "quorums", "greatest responsibility in the ring"),
		table.Texts("least_cell", "", "first cell with the least"),
		table.Texts("greatest_cell", "", "first cell with the greatest"),
	)
	for _, r := range rows {
		for _, ring := range r.Rings {
			if err := t.Append(table.Int(r.Q), table.Int(ring.Ring), table.Int(ring.Cells), table.Int(ring.Least), table.Float(float64(ring.Sum)/float64(ring.Cells)), table.Int(ring.Greatest),
				table.Text(ring.LeastCell.String()), table.Text(ring.GreatestCell.String())); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// propertyClaims judges section 5 up to Proposition 2, without the remark on rows and columns.
func propertyClaims(p propertyParameters, rows []propertyRow) []experiments.Claim {
	over := experiments.Every(fmt.Sprintf("odd q in 3..%d", p.Sides))
	claim := func(id, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{
			ID: id, Source: experiments.BilliardPaper, Section: section, Statement: statement,
			Command: "coterie experiment run billiard-properties", Judgement: j,
		}
	}
	each := func(holds func(propertyRow) (bool, string)) experiments.Judgement {
		return experiments.Judge(over, slices.Values(rows), holds)
	}
	property := func(holds func(propertyRow) bool) experiments.Judgement {
		return each(func(r propertyRow) (bool, string) { return holds(r), fmt.Sprintf("q = %d: %s", r.Q, r.Reason) })
	}
	none := func(e func(propertyRow) exceptions) experiments.Judgement {
		return each(func(r propertyRow) (bool, string) { return e(r).Count == 0, e(r).First })
	}
	const doc = "billiard-quorums"
	return []experiments.Claim{
		claim("agrawal-odd-side", "section 5", "q is required to be odd to maintain symmetry.",
			experiments.Judge(experiments.Every(fmt.Sprintf("q in 3..%d: the cells with i+j odd are symmetric if and only if q is odd", p.Sides)), slices.Values(experiments.Numbers(3, p.Sides)), func(q int) (bool, string) {
				broken, where := asymmetric(q)
				return broken == (q%2 == 0), where
			})),
		claim("agrawal-path-cells", "section 5", "Each broken billiard path in the q × q modified grid contains q sites.",
			none(func(r propertyRow) exceptions { return r.PathLength })),
		claim("agrawal-site-count", "section 5", "The modified grid of side q = 2t+1 contains N = t(t+1) + (t+1)t = 2t(t+1) = (q²-1)/2 cells, by counting alternate rows.",
			each(func(r propertyRow) (bool, string) {
				t := (r.Q - 1) / 2
				return r.OddRows == (t+1)*t && r.EvenRows == t*(t+1) && r.Cells == 2*t*(t+1) && 2*r.Cells == r.Q*r.Q-1 && r.Cells == r.N,
					fmt.Sprintf("q = %d: %d + %d cells", r.Q, r.OddRows, r.EvenRows)
			})),
		claim("agrawal-quorum-size", "section 5 and Proposition 1", "N = (q²-1)/2 implies q = ⌈√2·√N⌉, the size of the billiard quorums.",
			each(func(r propertyRow) (bool, string) {
				root := gf.FloorSqrt(2*r.N-1) + 1
				return r.Least == r.Q && r.Greatest == r.Q && root == r.Q, fmt.Sprintf("q = %d: sizes %d to %d, ⌈√2·√N⌉ = %d", r.Q, r.Least, r.Greatest, root)
			}).Proved(doc)),
		claim("agrawal-proposition-1-intersection", "section 5 and Proposition 1", "Any two of the billiard quorums intersect.",
			property(func(r propertyRow) bool { return r.Intersection }).Proved(doc)),
		claim("agrawal-proposition-1-uniqueness", "section 5 and Proposition 1", "Each site is assigned a unique billiard quorum.",
			property(func(r propertyRow) bool { return r.Uniqueness }).Proved(doc)),
		claim("agrawal-proposition-1-equal-effort", "Proposition 1", "Billiard quorums satisfy the equal effort property.",
			property(func(r propertyRow) bool { return r.EqualEffort }).Proved(doc)),
		claim("agrawal-proposition-1-inclusion", "Proposition 1", "Billiard quorums satisfy the inclusion property.",
			property(func(r propertyRow) bool { return r.Inclusion }).Proved(doc)),
		claim("agrawal-coterie", "section 5", "The billiard quorums are a coterie.",
			property(func(r propertyRow) bool { return r.Intersection && r.Minimality }).Proved(doc)),
		claim("agrawal-boundary-responsibility", "section 5",
			"Sites near the boundary participate in fewer quorums than sites close to the center.",
			experiments.HoldsUnderReading("ring by ring: the least, the mean and the greatest responsibility of the sites at one distance from the boundary grow with that distance; single sites need not",
				each(nearerIsFewer), each(ringsGrow).Proved(doc))),
		claim("agrawal-boundary-centre", "section 5", "Every site of the boundary participates in fewer quorums than every site of the innermost ring.",
			experiments.HoldsUnderReading("for q >= 5: the sites of the grid of side 3 are all in one ring",
				each(boundaryBelowCentre),
				experiments.Judge(experiments.Every(fmt.Sprintf("odd q in 5..%d", p.Sides)), slices.Values(rows[1:]), boundaryBelowCentre).Proved(doc))),
		claim("agrawal-proposition-2-1", "Proposition 2.1", "The site assigned to cell (i,j) is n = ((i-1)q+j)/2.",
			none(func(r propertyRow) exceptions { return r.SiteOfCell }).Proved("billiard-sites")),
		claim("agrawal-proposition-2-2", "Proposition 2.2", "Site n is at (i,j) with j = 2n (mod q), q instead of 0, and i = 1+(2n-j)/q.",
			none(func(r propertyRow) exceptions { return r.CellOfSite }).Proved("billiard-sites")),
		claim("agrawal-equations-1", "section 5, equations (1)", "The neighbours of a cell to the NE, SE, SW and NW have its site number less (q-1)/2, plus (q+1)/2, plus (q-1)/2, less (q+1)/2.",
			none(func(r propertyRow) exceptions { return r.Neighbours }).Proved("billiard-sites")),
	}
}

// asymmetric reports whether some symmetry of the square moves a cell with i+j odd, from 0, to one that is left
// out, and which.
func asymmetric(q int) (broken bool, where string) {
	for i := range q {
		for j := range q {
			if (i+j)%2 == 0 {
				continue
			}
			for _, image := range []gridCell{{i, q - 1 - j}, {q - 1 - i, j}, {j, i}, {q - 1 - j, q - 1 - i}, {j, q - 1 - i}, {q - 1 - j, i}, {q - 1 - i, q - 1 - j}} {
				if (image.Row+image.Column)%2 == 0 {
					return true, fmt.Sprintf("q = %d: cell %v goes to %v", q, gridCell{i, j}, image)
				}
			}
		}
	}
	return false, fmt.Sprintf("q = %d: symmetric", q)
}

// nearerIsFewer judges the words: of two sites the one nearer to the boundary is in fewer quorums.
func nearerIsFewer(r propertyRow) (bool, string) {
	for k := range len(r.Rings) - 1 {
		if a, b := r.Rings[k], r.Rings[k+1]; a.Greatest >= b.Least {
			return false, fmt.Sprintf("q = %d: cell %v at distance %d is in %d quorums, cell %v at distance %d in %d",
				r.Q, a.GreatestCell, a.Ring, a.Greatest, b.LeastCell, b.Ring, b.Least)
		}
	}
	return true, ""
}

func ringsGrow(r propertyRow) (bool, string) {
	for k := range len(r.Rings) - 1 {
		a, b := r.Rings[k], r.Rings[k+1]
		if a.Least >= b.Least || a.Greatest >= b.Greatest || a.Sum*b.Cells >= b.Sum*a.Cells {
			return false, fmt.Sprintf("q = %d: rings %d and %d", r.Q, a.Ring, b.Ring)
		}
	}
	return true, ""
}

func boundaryBelowCentre(r propertyRow) (bool, string) {
	first, last := r.Rings[0], r.Rings[len(r.Rings)-1]
	return first.Greatest < last.Least, fmt.Sprintf("q = %d: %d on the boundary, %d in the innermost ring", r.Q, first.Greatest, last.Least)
}
