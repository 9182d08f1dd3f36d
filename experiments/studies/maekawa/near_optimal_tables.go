package maekawa

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"coterie/bounds"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/plot"
	"coterie/internal/table"
)

func nearOptimalTable(rows []nearOptimalRow) (*table.Table, error) {
	t := table.New(
		table.Ints("n", "nodes", "number of nodes"),
		table.Ints("lower", "nodes", "no K below this is possible: sets that meet pairwise, sizes and responsibilities at most K"),
		table.Texts("lower_by", "", "the argument"),
		table.Ints("upper", "nodes", "the least K known, with i in S_i; the sets are in best-sets.json"),
		table.Texts("upper_by", "", "what has it"),
		table.Texts("status", "", "optimal: both bounds meet; open: nothing is known between them"),
		table.Floats("above_sqrt", "nodes", "upper less √n"),
		table.Bools("equal", "", "every size and every responsibility of these sets is K: (c) and (d)"),
		table.Bools("unique", "", "no two of these sets are equal"),
		table.Ints("plane", "nodes", "K of the projective plane; empty if n is no q²+q+1 for a prime power q, or 1"),
		table.Ints("cyclic", "nodes", "size of the smallest difference cover of Z_n"),
		table.Ints("orbits", "nodes", "K of a system with a permutation of several orbits, looked for where cyclic leaves a gap; empty: not looked for or none"),
		table.Texts("orbits_absent", "", "what was looked for with such a permutation and proven absent"),
		table.Ints("degenerate_size", "nodes", "Method 1 (Maekawa 1985, section 7), the default degenerate-fpp: greatest size"),
		table.Ints("degenerate_responsibility", "sets", "its greatest responsibility, which no limit holds"),
		table.Ints("grid", "nodes", "Method 2: greatest size"),
		table.Ints("billiard", "nodes", "billiard quorums, where n = (q²-1)/2: size"),
	)
	for _, r := range rows {
		err := t.Append(table.Int(r.N), table.Int(r.Lower), table.Text(r.LowerBy), table.Int(r.Upper), table.Text(r.UpperBy), table.Text(r.status()),
			table.Float(float64(r.Upper)-sqrtOf(r.N)), table.Bool(r.Equal), table.Bool(r.Unique), experiments.KnownSize(r.Plane), table.Int(r.Cyclic), experiments.KnownSize(r.Orbits),
			experiments.TextOr(r.OrbitsAbsent), experiments.KnownSize(r.DegenerateSize), experiments.KnownSize(r.DegenerateMost), experiments.KnownSize(r.Grid), experiments.KnownSize(r.Billiard))
		if err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (r nearOptimalRow) status() string {
	if r.Lower == r.Upper {
		return "optimal"
	}
	return "open"
}

func nearOptimalFigure(p nearOptimal, t *table.Table) plot.Figure {
	f := plot.Figure{
		Title:  "The least K known, beside the constructions",
		X:      plot.Axis{Label: "n", Unit: "nodes", From: 0, To: float64(p.To)},
		Y:      plot.Axis{Label: "largest quorum K", Unit: "nodes"},
		Series: experiments.RootGuides(1, p.To),
	}
	add := func(name, column string, kind plot.SeriesKind, look int, keep func(row int) bool) {
		if points := t.Points("n", column, keep); len(points) > 0 {
			f.Series = append(f.Series, plot.Series{Name: name, Kind: kind, Points: points, Look: look})
		}
	}
	has := func(column string) func(row int) bool {
		return func(row int) bool { return !t.At(row, column).IsEmpty() }
	}
	add("grid", "grid", plot.Steps, experiments.FamilyLook("grid"), has("grid"))
	add("billiard", "billiard", plot.Scatter, experiments.FamilyLook("billiard"), has("billiard"))
	add("degenerate plane, size alone", "degenerate_size", plot.Steps, experiments.FamilyLook("degenerate-fpp"), has("degenerate_size"))
	add("projective plane", "plane", plot.Scatter, experiments.FamilyLook("fpp"), has("plane"))
	add("best known, optimal", "upper", plot.Scatter, experiments.FamilyLook("surficial"), func(row int) bool { return t.At(row, "status") == table.Text("optimal") })
	add("best known, open", "upper", plot.Scatter, experiments.FamilyLook("wheel"), func(row int) bool { return t.At(row, "status") == table.Text("open") })
	return f
}

func nearOptimalClaims(p nearOptimal, rows []nearOptimalRow) []experiments.Claim {
	const command = "coterie experiment run near-optimal"
	every := experiments.Every(fmt.Sprintf("every n in 1..%d", p.To))
	var planes, others []nearOptimalRow
	for _, r := range rows {
		if r.Plane > 0 {
			planes = append(planes, r)
		} else if r.N > 1 {
			others = append(others, r)
		}
	}
	// Within one node of √n: for a lower bound above it no sets are.
	within := func(r nearOptimalRow) (bool, string) {
		above := float64(r.Lower) - sqrtOf(r.N)
		return above < 1, fmt.Sprintf("N = %d: K >= %d (%s), √N = %.3g", r.N, r.Lower, r.LowerBy, sqrtOf(r.N))
	}
	return []experiments.Claim{
		{
			ID: "maekawa-fractional-error", Source: "Maekawa 1985", Section: "section 3",
			Statement: "With a fractional error, the optimal K of every N is √N.",
			Command:   command,
			Judgement: experiments.HoldsUnderReading("N is the number of points of a projective plane, or of the triangle",
				experiments.Judge(every, slices.Values(rows), within),
				experiments.Judge(experiments.Every(fmt.Sprintf("planes and the triangle, n in 1..%d", p.To)), slices.Values(planes), func(r nearOptimalRow) (bool, string) {
					above := float64(r.Upper) - sqrtOf(r.N)
					return r.status() == "optimal" && above < 1, fmt.Sprintf("N = %d: K = %d", r.N, r.Upper)
				})),
		},
		{
			ID: "maekawa-sacrifice", Source: "Maekawa 1985", Section: "section 7",
			Statement: "Where there is no projective plane of N points, or N is no K(K-1)+1, symmetry or the minimum size has to be sacrificed.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("every n in 2..%d without a plane", p.To)), slices.Values(others), func(r nearOptimalRow) (bool, string) {
				ok := r.status() != "optimal" || !r.Equal
				return ok, fmt.Sprintf("N = %d: sets with (a) to (d) have K = %d, the least size that responsibilities of at most K allow", r.N, r.Upper)
			}),
		},
		{
			ID: "maekawa-method-2-twice", Source: "Maekawa 1985", Section: "section 7, Method 2",
			Statement: "With the grid's 2√N - 1 the number of messages is about twice that of the best sets: 3(K-1) is at most twice as many.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("squares N in 4..%d", p.To)), squaresOf(rows), func(r nearOptimalRow) (bool, string) {
				return r.Grid-1 <= 2*(r.Upper-1), fmt.Sprintf("N = %d: grid %d, best known %d", r.N, r.Grid, r.Upper)
			}),
		},
		{
			ID: "maekawa-bound-reached", Source: "Maekawa 1985", Section: "section 3",
			Statement: "For a given N the optimal K is the least with N <= K(K-1)+1.",
			Command:   command,
			Judgement: experiments.Judge(every, slices.Values(rows), func(r nearOptimalRow) (bool, string) {
				return r.Lower == bounds.MaekawaSize(r.N), fmt.Sprintf("N = %d: counting allows K = %d, but %s", r.N, bounds.MaekawaSize(r.N), r.LowerBy)
			}),
		},
	}
}

func sqrtOf(n int) float64 { return math.Sqrt(float64(n)) }

// squaresOf yields the rows whose n is a square of at least 4.
func squaresOf(rows []nearOptimalRow) iter.Seq[nearOptimalRow] {
	return func(yield func(nearOptimalRow) bool) {
		for _, r := range rows {
			if root := gf.FloorSqrt(r.N); r.N > 1 && root*root == r.N && !yield(r) {
				return
			}
		}
	}
}
