package groups

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"strings"

	"coterie/construct"
	"coterie/experiments"
	"coterie/internal/plot"
	"coterie/internal/table"
)

// responsibilitiesTable says, for each m and each responsibility R from 2 to m, what a degree costs at least, and where a
// design meets that. Whether there is one is judged by the instance of degree 1, which needs no orthogonal array.
func responsibilitiesTable(p tradeoffParameters) (*table.Table, error) {
	t := table.New(
		table.Ints("m", "groups", "number of cartels"),
		table.Ints("responsibility", "quorums", "R: greatest number of quorums that a node is in"),
		table.Ratios("nodes_per_d2", "nodes", "m(m-1)/(R(R-1)): n/d² is at least so much (bounds.DegreeRadicand)"),
		table.Floats("k_per_root_n", "", "K/√n where the bound is met: √(R(m-1)/(m(R-1)))"),
		table.Bools("design_divides", "", "m-1 is a multiple of R-1 and m(m-1) of R(R-1), as a design of blocks of R on m cartels needs"),
		table.Ints("least_divided_degree", "quorums", "least d for which R-1 divides d(m-1) and R(R-1) divides d²·m(m-1), as any system that meets the bound needs"),
		table.Texts("design", "", "designs that there are, the bound being met for the degrees with an orthogonal array; empty if none is built"),
	)
	for _, m := range p.Groups {
		designs := map[int][]string{}
		for _, design := range tradeoffDesigns() {
			i, err := tradeoffInstance(design, m, 1)
			if err != nil {
				return nil, err
			}
			if i == nil {
				continue
			}
			shape, err := i.Shape()
			if err != nil {
				return nil, err
			}
			r := int(shape.MaxResponsibility.Int64())
			designs[r] = append(designs[r], string(design))
		}
		for r := 2; r <= m; r++ {
			divides := func(d int) bool { return d*(m-1)%(r-1) == 0 && d*d*m*(m-1)%(r*(r-1)) == 0 }
			degree := 1
			for !divides(degree) { // ends: r(r-1) is a multiple of both
				degree++
			}
			if err := t.Append(table.Int(m), table.Int(r), table.Ratio(big.NewRat(int64(m*(m-1)), int64(r*(r-1)))), table.Float(sizePerRoot(m, float64(r))),
				table.Bool(divides(1)), table.Int(degree), table.Text(strings.Join(designs[r], " "))); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// sizePerRoot returns K/√n where the bound is met: K = d(m-1)/(R-1) and n = d²·m(m-1)/(R(R-1)).
func sizePerRoot(m int, r float64) float64 {
	return math.Sqrt(r * float64(m-1) / (float64(m) * (r - 1)))
}

// tradeoffFigures yields n/d² and K/√n against R, the bounds as curves and the listed systems as marks, those of one
// design and different degrees in one place.
func tradeoffFigures(p tradeoffParameters, t *table.Table) iter.Seq2[string, plot.Figure] {
	greatest := slices.Max(p.Figure)
	looks := map[construct.BlockDesign]int{
		construct.PairsDesign: experiments.FamilyLook("surficial"), construct.TriplesDesign: experiments.FamilyLook("triangle"), construct.AffineDesign: experiments.FamilyLook("affine"),
		construct.ProjectiveDesign: experiments.FamilyLook("fpp"), construct.OneDesign: experiments.FamilyLook("net"),
	}
	names := map[construct.BlockDesign]string{
		construct.PairsDesign: "all pairs (surficial)", construct.TriplesDesign: "Steiner triples", construct.AffineDesign: "lines of AG(2,q)",
		construct.ProjectiveDesign: "lines of PG(2,q)", construct.OneDesign: "one block (net)",
	}
	figure := func(title string, y plot.Axis, column string, curve func(m int, r float64) float64) plot.Figure {
		f := plot.Figure{
			Title: title,
			X:     plot.Axis{Label: "responsibility R", Unit: "quorums of a node", Log: true, From: 1.8, To: float64(greatest) * 1.15},
			Y:     y,
		}
		for _, m := range p.Figure {
			f.Series = append(f.Series, plot.Series{Name: fmt.Sprintf("m = %d", m), Kind: plot.Guide,
				Points: plot.Curve(2, float64(m), 300, func(r float64) float64 { return curve(m, r) })})
		}
		for _, design := range tradeoffDesigns() {
			points := t.Points("responsibility", column, func(row int) bool {
				return slices.Contains(p.Figure, experiments.CountAt(t, row, "m")) && t.At(row, "design") == table.Text(string(design))
			})
			slices.SortFunc(points, func(a, b table.Point) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
			points = slices.Compact(points)
			if len(points) > 0 {
				f.Series = append(f.Series, plot.Series{Name: names[design], Points: points, Look: looks[design]})
			}
		}
		return f
	}
	return func(yield func(string, plot.Figure) bool) {
		_ = yield("nodes", figure("Nodes that a degree costs, against responsibility",
			plot.Axis{Label: "n/d²", Unit: "nodes", Log: true}, "nodes_per_d2",
			func(m int, r float64) float64 { return float64(m*(m-1)) / (r * (r - 1)) })) &&
			yield("sizes", figure("Quorum size where the degree is greatest, against responsibility",
				plot.Axis{Label: "K/√n (and load·√n)", Unit: plot.NoUnit}, "k_per_root_n", sizePerRoot))
	}
}
