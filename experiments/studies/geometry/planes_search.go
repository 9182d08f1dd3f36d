package geometry

import (
	"context"
	"fmt"
	"slices"

	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/search"
	"coterie/search/latin"
)

// squareRow is what was found out about two orthogonal Latin squares of a side.
type squareRow struct {
	Side  int
	Found bool
	By    string
	Nodes int // of their net, as a group quorum system with four cartels; 0 without squares
}

// squareRows looks for two orthogonal Latin squares of each side.
func squareRows(ctx context.Context, env experiments.Env, p planeParameters) ([]squareRow, error) {
	var sides []int
	for side := 2; side <= p.Squares; side++ {
		sides = append(sides, side)
	}
	return experiments.Rows(ctx, env, "squares", sides, func(ctx context.Context, side int) (squareRow, error) {
		row := squareRow{Side: side}
		r, err := latin.Mols(ctx, side, 2, latin.MolsOptions{})
		switch {
		case err != nil:
			return row, err
		case ctx.Err() != nil:
			return row, context.Cause(ctx)
		case r.Verdict == search.Unknown:
			return row, fmt.Errorf("side %d: no answer: %s", side, r.StoppedBy)
		case r.Verdict == search.Found:
			row.Found, row.By, row.Nodes = true, r.LowerBy, r.System.N()
		default:
			row.By = r.UpperBy
		}
		return row, nil
	})
}

func squareTable(out *experiments.Output, rows []squareRow) error {
	t := table.New(
		table.Ints("side", "", "q"),
		table.Ints("nodes", "nodes", "q²"),
		table.Bools("prime_power", "", "q is a power of a prime"),
		table.Bools("exist", "", "there are two orthogonal Latin squares of side q: four groups reach degree q on q² nodes"),
		table.Texts("by", "", "how they were found here, or what excludes them"),
	)
	for _, r := range rows {
		_, _, power := gf.PrimePower(r.Side)
		if err := t.Append(table.Int(r.Side), table.Int(r.Side*r.Side), table.Bool(power), table.Bool(r.Found), table.Text(r.By)); err != nil {
			return err
		}
	}
	return out.Table("squares.csv", t)
}

// planeSearchClaims judges by search what the papers say by theorems.
func planeSearchClaims(p planeParameters, rows []planeRow, squares []squareRow) []experiments.Claim {
	const command = "coterie experiment run plane-existence"
	decided := slices.DeleteFunc(slices.Clone(rows), func(r planeRow) bool { return !r.Decided })
	six := slices.DeleteFunc(slices.Clone(squares), func(r squareRow) bool { return r.Side != 6 })
	return []experiments.Claim{
		{
			ID: "maekawa-planes-by-search", Source: "Maekawa 1985", Section: "sections 3 and 7",
			Statement: "There is a plane of order k if k is a power of a prime, and none if the theorem of Bruck and Ryser excludes it.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("orders 1..%d, each decided by SAT from its incidence matrix alone", min(p.Decide, p.Orders))), slices.Values(decided),
				func(r planeRow) (bool, string) {
					found := r.Answer == string(search.Found)
					_, _, power := gf.PrimePower(r.Order)
					return (!power || found) && !(excludedAsPrinted(r.Order) && found), fmt.Sprintf("k = %d: %s, %s", r.Order, r.Answer, r.By)
				}),
		},
		{
			ID: "joung-optimal-four-groups", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "Also with four groups, n must be p^(2c) for a prime p to reach the optimal degree √n.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every(fmt.Sprintf("n = q², q in 2..%d, m = 4: degree q is two orthogonal Latin squares of side q, which are found or refuted", p.Squares)),
				slices.Values(squares), func(r squareRow) (bool, string) {
					_, _, power := gf.PrimePower(r.Side)
					return !r.Found || power, fmt.Sprintf("n = %d: degree %d, and %d is no power of a prime; %s", r.Nodes, r.Side, r.Nodes, r.By)
				}),
		},
		{
			ID: "joung-optimal-36", Source: "Joung 2003", Section: "section 3, after Lemma 3.2",
			Statement: "As 36 is no p^(2c), four groups on 36 nodes do not reach the degree √36 = 6.",
			Command:   command,
			Judgement: experiments.Judge(experiments.Every("n = 36, m = 4: two orthogonal Latin squares of side 6"), slices.Values(six),
				func(r squareRow) (bool, string) { return !r.Found, r.By }),
		},
	}
}
