package billiard

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/gf"
	"coterie/internal/machine/par"
	"coterie/internal/picture/plot"
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

// propertyRow holds the results for one billiard system, from its listed quorums.
type propertyRow struct {
	Q                                                              int `csv:"q,cells" doc:"side of the modified grid"`
	N                                                              int
	Cells                                                          int `csv:"n,sites" doc:"cells, counted"`
	EvenRows                                                       int
	OddRows                                                        int // cells counted, in rows with even and odd number
	Least                                                          int
	Greatest                                                       int `csv:"k,sites" doc:"size of the quorums"` // quorum sizes
	Failing                                                        []quorum.Property
	Reason                                                         string // the first property that fails; empty if none does
	SiteOfCell, CellOfSite, Neighbours, Responsibility, PathLength exceptions
	Values                                                         int `csv:"responsibilities" doc:"different ones"`
	LeastOften                                                     int `csv:"least_responsibility,quorums" doc:"that a site is in"`
	MostOften                                                      int `csv:"greatest_responsibility,quorums" doc:"that a site is in"`
	Rings                                                          []ringRow
	Dominated                                                      bool `csv:"dominated" doc:"by this set"`
}

// ringRow holds the results for the cells at one distance from the boundary.
type ringRow struct {
	Q            int `csv:"q,cells" doc:"side of the modified grid"`
	Ring         int `csv:"ring,cells" doc:"distance from the boundary"`
	Cells        int `csv:"cells,cells" doc:"of the modified grid in the ring"`
	Least        int `csv:"least,quorums" doc:"least responsibility in the ring"`
	Greatest     int `csv:"greatest,quorums" doc:"greatest responsibility in the ring"`
	Sum          int
	LeastCell    gridCell `csv:"least_cell" doc:"first cell with the least"`
	GreatestCell gridCell `csv:"greatest_cell" doc:"first cell with the greatest"`
}

// has reports whether the system has the property.
func (r propertyRow) has(property quorum.Property) bool { return !slices.Contains(r.Failing, property) }

// dominating returns the sites of row 1 and column 1.
func (r propertyRow) dominating() quorum.Set { return Cross(r.Q, 0, 0) }

// root returns ⌈√2·√N⌉.
func (r propertyRow) root() int { return gf.FloorSqrt(2*r.N-1) + 1 }

func (r propertyRow) boundary() ringRow { return r.Rings[0] }
func (r propertyRow) centre() ringRow   { return r.Rings[len(r.Rings)-1] }

// Properties returns the study billiard-properties.
func Properties() experiments.Study {
	return experiments.NewStudy(experiments.Spec[propertyParameters]{
		Name:  "billiard-properties",
		Title: "Propositions 1 and 2 of the billiard paper, responsibilities, and what rows with columns add",
		Doc: "Agrawal, Eğecioğlu and El Abbadi 1997, sections 1, 2 and 5: every billiard system judged by the definitions; Proposition 2 and equations (1) for " +
			"every cell; who is in how many quorums, by distance from the boundary; and the remark that a row and a column of the modified grid can be " +
			"added as a quorum: which of these sets can be added, and which together, all largest families counted exactly.",
		Default: propertyParameters{Sides: 41, Extend: 7, Grids: 20, Orders: 13, Ryser: 1000},
		Full:    &propertyParameters{Sides: 61, Extend: 9, Grids: 40, Orders: 32, Ryser: 10_000},
		Declare: declareProperties,
	})
}

func declareProperties(out *experiments.Output, p propertyParameters) {
	sides := experiments.EveryFrom(3, p.Sides, 2)
	rows := experiments.Compute(out, "systems", sides, judgeSystem)
	crosses := experiments.Compute(out, "crosses", sides, judgeCrosses)
	extended := experiments.Compute(out, "extended", experiments.EveryFrom(3, p.Extend, 2), judgeExtended)
	sizes := experiments.Compute(out, "sizes", experiments.Numbers(2, max(p.Grids, p.Orders+1)), p.judgeSizes)
	if out.Err() != nil {
		return
	}
	tabulateProperties(out, sides, rows)
	tabulateCrosses(out, crosses, extended)
	tabulateSizes(out, sizes)
	foundProperties(out, rows)
	claimProperties(out, p, rows)
	claimCrosses(out, p, rows, crosses)
	claimSizes(out, p, rows, sizes)
}

// billiardSystem lists the billiard quorums of side q.
func billiardSystem(q int) *quorum.System {
	return experiments.Must(quorum.As[*quorum.System](construct.Billiard(q)))
}

// judge returns the properties that a system lacks, by the definitions, and the reason for the
// first of these.
func judge(ctx context.Context, s *quorum.System, properties ...quorum.Property) (failing []quorum.Property, reason string) {
	report := quorum.Check(ctx, s, quorum.Options{Jobs: 1})
	for _, property := range properties {
		v, _ := report.Judged(property)
		ok, why := experiments.Must2(small.Decided(ctx, v))
		if !ok {
			failing, reason = append(failing, property), cmp.Or(reason, why)
		}
	}
	return failing, reason
}

// judgeSystem lists one system and judges it by the definitions, without the closed forms.
func judgeSystem(ctx context.Context, q int) (propertyRow, error) {
	system := billiardSystem(q)
	row := propertyRow{Q: q, N: system.N()}
	row.Least, row.Greatest = system.Family().Sizes()
	row.Failing, row.Reason = judge(ctx, system,
		quorum.Intersection, quorum.Uniqueness, quorum.EqualEffort, quorum.Inclusion, quorum.Minimality)
	judgeCells(ctx, &row)
	judgeRings(&row, system.Family().Responsibilities())
	// A set smaller than every quorum contains none; if it meets all, it dominates.
	cross := row.dominating()
	row.Dominated = cross.Len() < row.Least
	for _, s := range system.Family().Sets() {
		row.Dominated = row.Dominated && s.Intersects(cross)
	}
	return row, ctx.Err()
}

// judgeCells judges Proposition 2 and equations (1) against a count of the cells row by row.
func judgeCells(ctx context.Context, row *propertyRow) {
	q := row.Q
	number := map[gridCell]int{} // 1-based, as in the paper
	for i := range q {
		for j := range q {
			if (i+j)%2 == 1 {
				row.Cells++
				number[gridCell{i, j}] = row.Cells
				row.EvenRows += i % 2
				row.OddRows += 1 - i%2
			}
		}
	}
	poll := par.NewPoll(ctx)
	for c, n := range number {
		experiments.Ensure(poll.Err())
		i, j := c.Row+1, c.Column+1
		row.SiteOfCell.unless(2*n == (i-1)*q+j && construct.BilliardSite(q, c.Row, c.Column) == n-1, "q = %d", q)
		column := 2 * n % q
		if column == 0 {
			column = q
		}
		row.CellOfSite.unless(column == j && 1+(2*n-column)/q == i && cellOf(q, n-1) == c, "q = %d", q)
		for step, add := range map[gridCell]int{{-1, 1}: -(q - 1) / 2, {1, 1}: (q + 1) / 2, {1, -1}: (q - 1) / 2, {-1, -1}: -(q + 1) / 2} {
			if neighbour, ok := number[c.plus(step)]; ok {
				row.Neighbours.unless(neighbour == n+add, "q = %d", q)
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
		cell := cellOf(q, site)
		i, j := cell.Row, cell.Column
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
	row.Values, row.LeastOften, row.MostOften = len(values), slices.Min(responsibilities), slices.Max(responsibilities)
}

func tabulateProperties(out *experiments.Output, sides []int, rows []propertyRow) {
	has := func(property quorum.Property, name, doc string) experiments.Column[propertyRow] {
		return experiments.Bools(name, "", doc, func(r propertyRow) bool { return r.has(property) })
	}
	experiments.Table(out, "billiard-properties", rows,
		"q", "n",
		has(quorum.Intersection, "intersection", "Proposition 1"),
		has(quorum.Uniqueness, "uniqueness", "Proposition 1"),
		has(quorum.EqualEffort, "equal_effort", "Proposition 1"),
		has(quorum.Inclusion, "inclusion", "Proposition 1"),
		has(quorum.Minimality, "minimality", "the quorums are a coterie"),
		"k",
		experiments.Ints("root", "sites", "⌈√2·√N⌉", propertyRow.root),
		experiments.Bools("proposition_2", "", "both maps, for every cell and site",
			func(r propertyRow) bool { return r.SiteOfCell.Count+r.CellOfSite.Count == 0 }),
		experiments.Bools("equations_1", "", "for all neighbours of all cells", func(r propertyRow) bool { return r.Neighbours.Count == 0 }),
		"least_responsibility", "greatest_responsibility", "responsibilities",
		experiments.Ints("greatest_on_boundary", "quorums", "that a site of the boundary is in", func(r propertyRow) int { return r.boundary().Greatest }),
		experiments.Ints("least_in_centre", "quorums", "that a site of the innermost ring is in", func(r propertyRow) int { return r.centre().Least }),
		experiments.Bools("formula", "", "the responsibility is q+1+2r-δ for every cell, r its distance from the boundary, δ = |i+j-q-1|",
			func(r propertyRow) bool { return r.Responsibility.Count == 0 }),
		experiments.Texts("dominating_set", "", "row 1 and column 1: fewer sites than a quorum, and it meets all of them",
			func(r propertyRow) string { return r.dominating().String() }),
		"dominated")

	rings := experiments.Table(out, "responsibility-by-ring", experiments.Flat(rows, func(r propertyRow) []ringRow { return r.Rings }),
		"q", "ring", "cells", "least",
		experiments.Floats("mean", "quorums", "mean responsibility in the ring", func(r ringRow) float64 { return float64(r.Sum) / float64(r.Cells) }),
		"greatest", "least_cell", "greatest_cell")
	q := sides[len(sides)-1]
	largest := experiments.Is("q", q)
	out.Plot("responsibility-by-ring", fmt.Sprintf("In how many of the %d billiard quorums a site is, q = %d", (q*q-1)/2, q),
		plot.Linear("distance from the boundary", "cells"), plot.Linear("responsibility", "quorums"),
		rings.Line("greatest", "ring", "greatest", largest),
		rings.Line("mean", "ring", "mean", largest),
		rings.Line("least", "ring", "least", largest))
}
