package groups

import (
	"context"
	"fmt"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/picture/plot"
	"coterie/search"
	"coterie/search/group"
)

type optimalParameters struct {
	To     int   `json:"to"`     // n from 1 to this
	Groups []int `json:"groups"` // m
	Search int   `json:"search"` // n up to which a search decides the cases that arguments leave open

	ResponsibilityTo     int   `json:"responsibility_to"`     // n from 1 to this, with a limit of responsibility
	ResponsibilityGroups []int `json:"responsibility_groups"` // m

	Certified int `json:"certified"` // n up to which systems are kept as certificates
}

// optimalRow holds the bounds on the greatest degree for n nodes, m groups and responsibility at
// most R (0: any).
type optimalRow struct {
	N       int `csv:"n,nodes" doc:"number of nodes"`
	M       int `csv:"m,groups" doc:"number of groups"`
	R       int `csv:"responsibility,quorums" doc:"R, the most quorums over all cartels that a node may be in; with R = m it would be no limit"`
	Lower   int
	Upper   int            `csv:"upper,quorums" doc:"a proven limit"` // Lower 0: no system is known
	LowerBy string         `csv:"lower_by" doc:"the system"`
	UpperBy string         `csv:"upper_by" doc:"its proof"`
	Cartels []string       // of a system of degree Lower, as in certifiedSystem; nil if none is kept
	Reached map[string]int // by family: the greatest degree of its systems on at most n nodes, for R = 0
}

func (r optimalRow) decided() bool { return r.Lower == r.Upper }

func (r optimalRow) status() string {
	switch {
	case r.Upper == 0:
		return "no system"
	case r.decided():
		return "optimal"
	}
	return "open"
}

// optimalFamilies lists the families whose degrees stand beside the greatest, by the names of their
// columns. The systems over designs have no default: the study goes through the designs between
// pairs and a single block.
func optimalFamilies() []string { return []string{"surficial", designs, "affine", "net"} }

const designs = "design_surficial"

// Optimal returns the study group-optimal.
func Optimal() experiments.Study {
	return experiments.NewStudy(experiments.Spec[optimalParameters]{
		Name:  "group-optimal",
		Title: "The greatest degree of group quorum systems, by n and m",
		Doc: "The greatest degree that any m-group quorum system on n nodes has, with what proves it from either side, beside the degree of the best " +
			"surficial, design-surficial, affine and net system on at most n nodes. The search is for covering arrays of strength two, with which the question is " +
			"equivalent (Katona 1973; Kleitman and Spencer 1973; Colbourn and others 2010 for the arguments). A second table limits the responsibility of a node. " +
			"Rows that arguments and constructions leave open, and that are not searched, say so.",
		Default: optimalParameters{
			To: 36, Groups: []int{2, 3, 4, 5, 6, 7}, Search: 18,
			ResponsibilityTo: 16, ResponsibilityGroups: []int{3, 4, 5}, Certified: 36,
		},
		Full: &optimalParameters{
			To: 100, Groups: []int{2, 3, 4, 5, 6, 7, 8, 9}, Search: 18,
			ResponsibilityTo: 24, ResponsibilityGroups: []int{3, 4, 5}, Certified: 100,
		},
		Declare: declareOptimal,
		Verify:  experiments.Decoded(verifyOptimal),
	})
}

func declareOptimal(out *experiments.Output, p optimalParameters) {
	var rows, limited []optimalRow
	for _, m := range p.Groups {
		for n := range p.To {
			rows = append(rows, optimalRow{N: n + 1, M: m})
		}
	}
	for _, m := range p.ResponsibilityGroups {
		for r := 2; r < m; r++ { // with 1 there is no such system
			for n := range p.ResponsibilityTo {
				limited = append(limited, optimalRow{N: n + 1, M: m, R: r})
			}
		}
	}
	greatestAt := func(ctx context.Context, row optimalRow) (optimalRow, error) { return greatestDegree(ctx, p, row) }
	rows, limited = experiments.Compute(out, "degrees", rows, greatestAt), experiments.Compute(out, "responsibilities", limited, greatestAt)
	for i := range rows { // from systems on n nodes to those on at most n nodes
		if i > 0 && rows[i-1].M == rows[i].M {
			for f, degree := range rows[i-1].Reached {
				rows[i].Reached[f] = max(rows[i].Reached[f], degree)
			}
		}
	}

	greatest := func(degree, status, lower string) []experiments.Column[optimalRow] {
		return experiments.Columns[optimalRow](
			experiments.Ints("degree", "quorums", degree, func(r optimalRow) int { return r.Lower }).If(optimalRow.decided),
			experiments.Texts("status", "", status, optimalRow.status),
			experiments.Ints("lower", "quorums", lower, func(r optimalRow) int { return r.Lower }),
			"lower_by", "upper", "upper_by",
		)
	}
	beside := []experiments.Column[optimalRow]{experiments.Ints("lemma_3_2", "quorums", "⌊√n⌋ (Joung 2003, Lemma 3.2)",
		func(r optimalRow) int { return bounds.Degree(r.N, r.M) })}
	for _, f := range optimalFamilies() {
		what := "a " + f + " system"
		if f == designs {
			what = "a system over triples or the lines of a plane (design-surficial)"
		}
		beside = append(beside, experiments.Ints(f, "quorums", "the greatest degree of "+what+" on at most n nodes; empty if there is none",
			func(r optimalRow) int { return r.Reached[f] }).NonZero())
	}
	degrees := experiments.Table(out, "group-optimal", rows, "n", "m",
		greatest("the greatest degree of any system; empty if it is open", "optimal, or open", "the degree of a system that is known here"), beside)
	experiments.Table(out, "by-responsibility", limited, "n", "m", "responsibility",
		greatest("the greatest degree of such a system; 0 if there is none; empty if it is open", "optimal, open, or no system",
			"the degree of a system that is known here; 0 for none"),
		experiments.Ints("lemma_3_3", "quorums", "⌊√(R(R-1)n/(m(m-1)))⌋, Joung's Lemma 3.3 generalised to responsibility R",
			func(r optimalRow) int { return bounds.DegreeByResponsibility(r.N, r.M, r.R) }))
	for _, m := range p.Groups {
		plotGreatest(out, p, degrees, m)
	}
	out.Certificate(optimalFile, certifiedSystems(slices.Concat(rows, limited)))
	foundOptimal(out, p, rows)
	claimOptimal(out, p, rows, limited)
}

func plotGreatest(out *experiments.Output, p optimalParameters, t *experiments.Sheet, m int) {
	ofM := experiments.Is("m", m)
	layers := []experiments.Layer{
		t.Curve("√n (Joung, Lemma 3.2)", 1, float64(p.To), math.Sqrt),
		t.Steps("best known", "n", "lower", ofM).Family(plot.Searched),
		t.Scatter("limit, where open", "n", "upper", ofM, experiments.Is("status", "open")).Family(plot.Searched).Ringed(true),
	}
	for _, f := range []struct{ column, family string }{ // an affine plane is the net of the same side
		{"surficial", "surficial"}, {designs, "design-surficial"}, {"net", "net"},
	} {
		layers = append(layers, t.Steps(f.family, "n", f.column, ofM).Family(f.family))
	}
	out.Plot(fmt.Sprintf("degree-m%d", m), fmt.Sprintf("The greatest degree of group quorum systems with %d groups", m),
		experiments.NodeAxis(), plot.Linear("degree", "disjoint quorums per cartel"), layers...)
}

// greatestDegree searches for one greatest degree. No clock ends the search. Beyond p.Search there
// is no search.
func greatestDegree(ctx context.Context, p optimalParameters, row optimalRow) (optimalRow, error) {
	row.Reached = map[string]int{}
	method := search.Auto
	if row.N > p.Search {
		method = search.Bounds
	}
	result := experiments.Must(group.Find(ctx, row.N, row.M, group.Options{Options: search.Options{Jobs: 1}, Responsibility: row.R, Method: method}))
	if ctx.Err() != nil {
		return row, experiments.ContextError(ctx)
	}
	row.Upper, _ = result.Upper.Int()
	row.UpperBy = result.UpperBy
	if result.System.Structure != nil {
		row.Lower, _ = result.Value.Int()
		row.LowerBy = result.LowerBy
		if row.N <= p.Certified {
			row.Cartels = certifiedCartels(result.System)
		}
	}
	if row.R > 0 {
		return row, nil
	}
	for _, f := range optimalFamilies() {
		if i := optimalInstance(f, row.N, row.M); i != nil {
			row.Reached[f] = experiments.Must(measurePartitions(ctx, i)).Degree
		}
	}
	return row, nil
}

// optimalInstance returns the system of a family, by the name of its column, for n nodes and m
// groups; nil if there is none.
func optimalInstance(column string, n, m int) *construct.Instance {
	if column != designs {
		return family(column, n, m)
	}
	for _, design := range []construct.BlockDesign{construct.TriplesDesign, construct.AffineDesign, construct.ProjectiveDesign} {
		least := overDesign(design, m, 1)
		if least == nil {
			continue
		}
		side := gf.FloorSqrt(n / least.N()) // as many nodes in each block as are needed
		if side < 1 || side*side*least.N() != n {
			continue
		}
		if i := overDesign(design, m, side); i != nil {
			return i
		}
	}
	return nil
}

func claimOptimal(out *experiments.Output, p optimalParameters, rows, limited []optimalRow) {
	groups := fmt.Sprintf("m in %d..%d", slices.Min(p.Groups), slices.Max(p.Groups))
	witness := func(r optimalRow) string {
		return fmt.Sprintf("n = %d, m = %d: the greatest degree is %d (%s)", r.N, r.M, r.Lower, r.UpperBy)
	}
	decided := experiments.Keep(rows, optimalRow.decided)

	squares := experiments.Keep(decided, func(r optimalRow) bool { return gf.FloorSqrt(r.N)*gf.FloorSqrt(r.N) == r.N })
	tight := func(r optimalRow) (bool, string) { return r.Lower*r.Lower == r.N, witness(r) }
	out.Claim("ours-degree-root-n", experiments.BeyondThePaper, "after Joung 2003, section 3",
		"For every square n there is an m-group quorum system of degree √n.",
		experiments.HoldsUnderReading("n is the square of a prime power q (or of 1), and m is at most q+1",
			experiments.ForAll(fmt.Sprintf("squares n in 1..%d, %s, whose greatest degree is decided", p.To, groups), squares, tight),
			experiments.ForAll(fmt.Sprintf("squares n = q² in 1..%d of powers q of primes, %s, m <= q+1, and n = 1", p.To, groups),
				experiments.Keep(squares, func(r optimalRow) bool {
					q := gf.FloorSqrt(r.N)
					return q == 1 || gf.IsPrimePower(q) && r.M <= q+1
				}), tight).Proved("covering-arrays")))

	surficial := experiments.Keep(decided, func(r optimalRow) bool { // there is a system on exactly n nodes
		_, ok := bounds.SurficialSide(r.N, r.M)
		return ok
	})
	better := func(r optimalRow) (bool, string) {
		return r.Lower > r.Reached["surficial"], fmt.Sprintf("%s, and the surficial system has degree %d", witness(r), r.Reached["surficial"])
	}
	out.ClaimAgain("joung-surficial-not-optimal", "joung-surficial-not-optimal-decided", joung, "section 3, after Lemma 3.2",
		"In terms of degree, the construction of the surficial quorum system is not optimal.",
		experiments.HoldsUnderReading("m is at least 3, and n at least 4: for m = 2, and for three groups on three nodes, it is optimal",
			experiments.ForAll(fmt.Sprintf("surficial systems, n in 1..%d, %s, where the greatest degree is decided", p.To, groups), surficial, better),
			experiments.ForAll(fmt.Sprintf("surficial systems, n in 4..%d, %s, m >= 3, where the greatest degree is decided", p.To, groups),
				experiments.Keep(surficial, func(r optimalRow) bool { return r.M >= 3 && r.N >= 4 }), better)))

	out.ClaimAgain("joung-lemma-3-3", "joung-lemma-3-3-decided", joung, "section 3, before Lemma 3.3",
		"If every node is included in at most two quorums, the maximum degree that an m-group quorum system can achieve is √(2n/(m(m-1))) (rounded down, for every n).",
		experiments.ForAll(fmt.Sprintf("n in 1..%d, m in %d..%d", p.ResponsibilityTo, slices.Min(p.ResponsibilityGroups), slices.Max(p.ResponsibilityGroups)),
			experiments.Keep(limited, func(r optimalRow) bool { return r.R == 2 }), func(r optimalRow) (bool, string) {
				want := bounds.DegreeByResponsibility(r.N, r.M, 2)
				return r.Lower == want && r.Upper == want, witness(r)
			}).Proved("covering-arrays"))
}
