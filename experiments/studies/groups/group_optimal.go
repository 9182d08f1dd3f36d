package groups

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
	"coterie/internal/table"
	"coterie/quorum"
	"coterie/search"
	"coterie/search/group"
)

// groupOptimalParameters holds the parameters of the study group-optimal.
type groupOptimalParameters struct {
	To     int   `json:"to"`     // n from 1 to this
	Groups []int `json:"groups"` // m
	Search int   `json:"search"` // n up to which what arguments leave open is searched for

	ResponsibilityTo     int   `json:"responsibility_to"`     // n from 1 to this, with a limit of responsibility
	ResponsibilityGroups []int `json:"responsibility_groups"` // m

	Certified int `json:"certified"` // n up to which systems are kept as certificates
}

// groupOptimalRow is what is known of the greatest degree for n nodes, m groups and responsibility at most R (0: any).
type groupOptimalRow struct {
	N, M, R          int
	Lower, Upper     int // Lower 0: no system is known
	LowerBy, UpperBy string
	Cartels          []string // of a system of degree Lower, as in groupOptimalSystem; nil where none is kept
}

func (r groupOptimalRow) status() string {
	switch {
	case r.Upper == 0:
		return "no system"
	case r.Lower == r.Upper:
		return "optimal"
	}
	return "open"
}

// groupOptimalFamilies are those whose degrees stand beside the greatest, by the names of their columns. The systems over
// designs have no default: designs of blocks between pairs and one block are gone through.
func groupOptimalFamilies() []string {
	return []string{"surficial", groupOptimalDesigns, "affine", "net"}
}

const groupOptimalDesigns = "design_surficial"

// groupOptimalInstance returns the system of a family, by the name of its column, for n nodes and m groups; nil if
// there is none.
func groupOptimalInstance(family string, n, m int) (*construct.Instance, error) {
	if family != groupOptimalDesigns {
		f, ok := construct.Lookup(family)
		if !ok {
			return nil, fmt.Errorf("there is no family %q", family)
		}
		i, err := f.ForN(n, m)
		var none *construct.NoSystemError
		if errors.As(err, &none) {
			return nil, nil
		}
		return i, err
	}
	for _, design := range []construct.BlockDesign{construct.TriplesDesign, construct.AffineDesign, construct.ProjectiveDesign} {
		d, err := tradeoffInstance(design, m, 1)
		if err != nil {
			return nil, err
		}
		if d == nil {
			continue
		}
		side := gf.FloorSqrt(n / d.N()) // as many nodes in each block as are needed
		if d.N()*side*side != n || side < 1 {
			continue
		}
		if i, err := tradeoffInstance(design, m, side); i != nil || err != nil {
			return i, err
		}
	}
	return nil, nil
}

func Optimal() experiments.Study {
	full := groupOptimalParameters{
		To: 100, Groups: []int{2, 3, 4, 5, 6, 7, 8, 9}, Search: 18,
		ResponsibilityTo: 24, ResponsibilityGroups: []int{3, 4, 5}, Certified: 100,
	}
	return experiments.NewStudy(experiments.Spec[groupOptimalParameters]{
		Name:  "group-optimal",
		Title: "The greatest degree of group quorum systems, by n and m",
		Doc: "The greatest degree that any m-group quorum system on n nodes has, with what proves it from either side, beside the degree of the best " +
			"surficial, design-surficial, affine and net system on at most n nodes. The search is for covering arrays of strength two, with which the question is " +
			"equivalent (Katona 1973; Kleitman and Spencer 1973; Colbourn and others 2010 for the arguments). A second table limits the responsibility of a node. " +
			"Rows that arguments and constructions leave open, and that are not searched, say so.",
		Default: groupOptimalParameters{
			To: 36, Groups: []int{2, 3, 4, 5, 6, 7}, Search: 18,
			ResponsibilityTo: 16, ResponsibilityGroups: []int{3, 4, 5}, Certified: 36,
		},
		Full:   &full,
		Run:    runGroupOptimal,
		Verify: verifyGroupOptimal,
	})
}

func runGroupOptimal(ctx context.Context, env experiments.Env, p groupOptimalParameters, out *experiments.Output) error {
	type at struct{ N, M, R int }
	compute := func(stage string, params []at) ([]groupOptimalRow, error) {
		return experiments.Rows(ctx, env, stage, params, func(ctx context.Context, c at) (groupOptimalRow, error) {
			return groupOptimalAt(ctx, p, c.N, c.M, c.R)
		})
	}
	var params, limited []at
	for _, m := range p.Groups {
		for n := 1; n <= p.To; n++ {
			params = append(params, at{n, m, 0})
		}
	}
	for _, m := range p.ResponsibilityGroups {
		for r := 2; r < m; r++ { // with 1 there is none
			for n := 1; n <= p.ResponsibilityTo; n++ {
				limited = append(limited, at{n, m, r})
			}
		}
	}
	rows, err := compute("degrees", params)
	if err != nil {
		return err
	}
	byResponsibility, err := compute("responsibilities", limited)
	if err != nil {
		return err
	}
	reached, err := groupOptimalReached(ctx, p)
	if err != nil {
		return err
	}
	t, err := groupOptimalTable(rows, reached)
	if err != nil {
		return err
	}
	if err := out.Table("group-optimal.csv", t); err != nil {
		return err
	}
	responsibilities, err := groupOptimalResponsibilities(byResponsibility)
	if err != nil {
		return err
	}
	if err := out.Table("by-responsibility.csv", responsibilities); err != nil {
		return err
	}
	for _, m := range p.Groups {
		if err := experiments.PlotBoth(out, fmt.Sprintf("degree-m%d", m), groupOptimalFigure(p, t, m), "group-optimal.csv"); err != nil {
			return err
		}
	}
	if err := out.Certificate("systems.json", groupOptimalSystems(slices.Concat(rows, byResponsibility))); err != nil {
		return err
	}
	return out.Claims(groupOptimalClaims(p, rows, byResponsibility, reached)...)
}

// groupOptimalAt asks for one greatest degree. No clock ends the search; beyond p.Search there is none.
func groupOptimalAt(ctx context.Context, p groupOptimalParameters, n, m, responsibility int) (groupOptimalRow, error) {
	row := groupOptimalRow{N: n, M: m, R: responsibility}
	method := search.Auto
	if n > p.Search {
		method = search.Bounds
	}
	result, err := group.Find(ctx, n, m, group.Options{Options: search.Options{Jobs: 1}, Responsibility: responsibility, Method: method})
	if err != nil {
		return row, err
	}
	if ctx.Err() != nil {
		return row, experiments.ContextError(ctx)
	}
	row.Upper, _ = result.Upper.Int()
	row.UpperBy = result.UpperBy
	if result.System == nil {
		return row, nil
	}
	row.Lower, _ = result.Value.Int()
	row.LowerBy = result.LowerBy
	if n <= p.Certified {
		row.Cartels = groupOptimalText(result.System.(*quorum.GroupSystem))
	}
	return row, nil
}

// groupOptimalReached returns, by family and m, the greatest degree of the family's systems on at most n nodes, at
// index n.
func groupOptimalReached(ctx context.Context, p groupOptimalParameters) (map[string]map[int][]int, error) {
	reached := map[string]map[int][]int{}
	for _, f := range groupOptimalFamilies() {
		reached[f] = map[int][]int{}
		for _, m := range p.Groups {
			degrees := make([]int, p.To+1)
			for n := 1; n <= p.To; n++ {
				degrees[n] = degrees[n-1]
				instance, err := groupOptimalInstance(f, n, m)
				if err != nil {
					return nil, err
				}
				if instance == nil {
					continue
				}
				system, err := instance.Build(ctx, construct.BuildOptions{})
				if err != nil {
					return nil, err
				}
				degree, _, err := measureDegree(ctx, system.(*quorum.GroupSystem))
				if err != nil {
					return nil, fmt.Errorf("%s: %w", instance.Spec(), err)
				}
				degrees[n] = max(degrees[n], degree)
			}
			reached[f][m] = degrees
		}
	}
	return reached, nil
}

func groupOptimalTable(rows []groupOptimalRow, reached map[string]map[int][]int) (*table.Table, error) {
	columns := []table.Column{
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of groups"),
		table.Ints("degree", "quorums", "the greatest degree of any system; empty if it is open"),
		table.Texts("status", "", "optimal, or open"),
		table.Ints("lower", "quorums", "the degree of a system that is known here"),
		table.Texts("lower_by", "", "the system"),
		table.Ints("upper", "quorums", "a proven limit"),
		table.Texts("upper_by", "", "its proof"),
		table.Ints("lemma_3_2", "quorums", "⌊√n⌋ (Joung 2003, Lemma 3.2)"),
	}
	for _, f := range groupOptimalFamilies() {
		what := "a " + f + " system"
		if f == groupOptimalDesigns {
			what = "a system over triples or the lines of a plane (design-surficial)"
		}
		columns = append(columns, table.Ints(f, "quorums", "the greatest degree of "+what+" on at most n nodes; empty if there is none"))
	}
	t := table.New(columns...)
	for _, r := range rows {
		degree := table.Empty()
		if r.Lower == r.Upper {
			degree = table.Int(r.Lower)
		}
		cells := []table.Cell{
			table.Int(r.N), table.Int(r.M), degree, table.Text(r.status()), table.Int(r.Lower), table.Text(r.LowerBy), table.Int(r.Upper), table.Text(r.UpperBy), table.Int(bounds.Degree(r.N, r.M)),
		}
		for _, f := range groupOptimalFamilies() {
			if d := reached[f][r.M][r.N]; d > 0 {
				cells = append(cells, table.Int(d))
			} else {
				cells = append(cells, table.Empty())
			}
		}
		if err := t.Append(cells...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func groupOptimalResponsibilities(rows []groupOptimalRow) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("m", "groups", "number of groups"),
		table.Ints("responsibility", "quorums", "R, the most quorums over all cartels that a node may be in; with R = m it would be no limit"),
		table.Ints("degree", "quorums", "the greatest degree of such a system; 0 if there is none; empty if it is open"),
		table.Texts("status", "", "optimal, open, or no system"),
		table.Ints("lower", "quorums", "the degree of a system that is known here; 0 for none"),
		table.Texts("lower_by", "", "the system"),
		table.Ints("upper", "quorums", "a proven limit"),
		table.Texts("upper_by", "", "its proof"),
		table.Ints("lemma_3_3", "quorums", "⌊√(R(R-1)n/(m(m-1)))⌋, Joung's Lemma 3.3 generalised to responsibility R"),
	)
	for _, r := range rows {
		degree := table.Empty()
		if r.Lower == r.Upper {
			degree = table.Int(r.Lower)
		}
		if err := t.Append(table.Int(r.N), table.Int(r.M), table.Int(r.R), degree, table.Text(r.status()), table.Int(r.Lower), experiments.TextOr(r.LowerBy), table.Int(r.Upper), table.Text(r.UpperBy),
			table.Int(bounds.DegreeByResponsibility(r.N, r.M, r.R))); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func groupOptimalFigure(p groupOptimalParameters, t *table.Table, m int) plot.Figure {
	f := plot.Figure{
		Title: fmt.Sprintf("The greatest degree of group quorum systems with %d groups", m),
		X:     plot.Axis{Label: "n", Unit: "nodes"},
		Y:     plot.Axis{Label: "degree", Unit: "disjoint quorums per cartel"},
		Series: []plot.Series{
			{Name: "√n (Joung, Lemma 3.2)", Kind: plot.Guide, Points: plot.Curve(1, float64(p.To), 200, math.Sqrt)},
		},
	}
	keep := func(row int) bool { return t.At(row, "m") == table.Int(m) }
	open := func(row int) bool { return keep(row) && t.At(row, "status") == table.Text("open") }
	if points := t.Points("n", "lower", keep); len(points) > 0 {
		f.Series = append(f.Series, plot.Series{Name: "best known", Kind: plot.Steps, Points: points, Look: experiments.FamilyLook("degenerate-fpp")})
	}
	if points := t.Points("n", "upper", open); len(points) > 0 {
		f.Series = append(f.Series, plot.Series{Name: "limit, where open", Points: points, Look: experiments.FamilyLook("triangle")})
	}
	for _, family := range groupOptimalFamilies() {
		if family == "affine" { // the net of the same side
			continue
		}
		if points := t.Points("n", family, keep); len(points) > 0 {
			look := experiments.FamilyLook(family)
			if family == groupOptimalDesigns {
				family, look = "design-surficial", experiments.FamilyLook("billiard")
			}
			if look == 0 {
				look = experiments.FamilyLook("grid")
			}
			f.Series = append(f.Series, plot.Series{Name: family, Kind: plot.Steps, Points: points, Look: look})
		}
	}
	return f
}
