package billiard

import (
	"context"
	"fmt"
	"slices"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/internal/table"
	"coterie/quorum"
)

// sizeRow is what was found about the grid of Side × Side sites and about the plane of quorum size Side, where its
// order is a power of a prime.
type sizeRow struct {
	Side         int
	Grid         bool // the grid was listed
	GridSize     int  // its quorum size
	GridMeets    bool
	Plane        bool // the order Side-1 is a power of a prime, and the plane was listed
	PlaneNodes   int
	PlaneSize    int  // of all quorums; 0 if they differ
	PlaneHolds   bool // intersection, inclusion, uniqueness, equal effort, equal responsibility
	PlaneReason  string
	GridOnPlane  int // quorum size of the grid on as many sites
	BoundOnPlane int // Maekawa's least size for so many sites
}

func judgeSizes(ctx context.Context, p propertyParameters, side int) (sizeRow, error) {
	row := sizeRow{Side: side}
	check := func(s *quorum.System, properties ...quorum.Property) (bool, string, error) {
		report := quorum.Check(ctx, s, quorum.Options{Jobs: 1})
		for _, property := range properties {
			v, _ := report.Judged(property)
			if v.Limit {
				return false, "", experiments.ContextError(ctx)
			}
			if v.Holds != quorum.Holds {
				return false, fmt.Sprintf("%s: %s: %s", s.Name(), property, v.Reason), nil
			}
		}
		return true, "", nil
	}
	if side <= p.Grids {
		grid, err := construct.Grid(side * side)
		if err != nil {
			return row, err
		}
		row.Grid = true
		_, row.GridSize = grid.Family().Sizes()
		if row.GridMeets, _, err = check(grid, quorum.Intersection, quorum.EqualEffort); err != nil {
			return row, err
		}
	}
	order := side - 1
	if _, _, ok := gf.PrimePower(order); !ok || order > p.Orders {
		return row, ctx.Err()
	}
	plane, err := construct.FPP(order)
	if err != nil {
		return row, err
	}
	row.Plane, row.PlaneNodes = true, plane.N()
	if least, greatest := plane.Family().Sizes(); least == greatest {
		row.PlaneSize = least
	}
	row.PlaneHolds, row.PlaneReason, err = check(plane, quorum.Intersection, quorum.Inclusion, quorum.Uniqueness, quorum.EqualEffort, quorum.EqualResponsibility)
	if err != nil {
		return row, err
	}
	grid, err := construct.Grid(row.PlaneNodes)
	if err != nil {
		return row, err
	}
	_, row.GridOnPlane = grid.Family().Sizes()
	row.BoundOnPlane = bounds.MaekawaSize(row.PlaneNodes)
	return row, ctx.Err()
}

func sizeTable(rows []sizeRow) (*table.Table, error) {
	t := table.New(
		table.Ints("side", "sites", "side of the square grid, and quorum size of the plane"),
		table.Ints("grid_k", "sites", "quorum size of the grid of side × side sites, listed"),
		table.Ints("plane_n", "sites", "sites of the plane of order side-1, where that is a power of a prime"),
		table.Ints("plane_k", "sites", "its quorum size"),
		table.Ints("least_k", "sites", "Maekawa's bound for as many sites"),
		table.Ints("root", "sites", "⌈√N⌉ for as many sites"),
		table.Ints("grid_k_on_plane_n", "sites", "quorum size of the grid on as many sites"),
	)
	for _, r := range rows {
		row := []table.Cell{table.Int(r.Side), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty(), table.Empty()}
		if r.Grid {
			row[1] = table.Int(r.GridSize)
		}
		if r.Plane {
			row[2], row[3], row[4], row[5], row[6] = table.Int(r.PlaneNodes), table.Int(r.PlaneSize), table.Int(r.BoundOnPlane), table.Int(gf.FloorSqrt(r.PlaneNodes-1)+1), table.Int(r.GridOnPlane)
		}
		if err := t.Append(row...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// sizeClaims judges what sections 1, 2 and 6 say about sizes and planes.
func sizeClaims(p propertyParameters, systems []propertyRow, rows []sizeRow) []experiments.Claim {
	claim := func(id, section, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{
			ID: id, Source: experiments.BilliardPaper, Section: section, Statement: statement,
			Command: "coterie experiment run billiard-properties", Judgement: j,
		}
	}
	var grids, planes []sizeRow
	for _, r := range rows {
		if r.Grid {
			grids = append(grids, r)
		}
		if r.Plane {
			planes = append(planes, r)
		}
	}
	overGrids := experiments.Every(fmt.Sprintf("grids of k × k sites, k in 2..%d", p.Grids))
	overPlanes := experiments.Every(fmt.Sprintf("planes whose order is a power of a prime, up to order %d", p.Orders))
	onPlanes := func(holds func(sizeRow) (bool, string)) experiments.Judgement {
		return experiments.Judge(overPlanes, slices.Values(planes), holds)
	}
	above := func(r propertyRow) (bool, string) {
		return r.Q > bounds.MaekawaSize(r.N), fmt.Sprintf("q = %d: Maekawa's least size for %d sites is %d", r.Q, r.N, bounds.MaekawaSize(r.N))
	}
	gridAbove := func(r sizeRow) (bool, string) {
		n := r.Side * r.Side
		return r.GridSize > bounds.MaekawaSize(n), fmt.Sprintf("N = %d: size %d, Maekawa's least size %d", n, r.GridSize, bounds.MaekawaSize(n))
	}
	return []experiments.Claim{
		claim("agrawal-grid-size", "section 1", "On the √N × √N grid row and column have 2√N sites, or more precisely 2√N-1.",
			experiments.HoldsUnderReading("2√N-1",
				experiments.Judge(overGrids, slices.Values(grids), func(r sizeRow) (bool, string) {
					return r.GridSize == 2*r.Side, fmt.Sprintf("N = %d: size %d, 2√N = %d", r.Side*r.Side, r.GridSize, 2*r.Side)
				}),
				experiments.Judge(overGrids, slices.Values(grids), func(r sizeRow) (bool, string) {
					return r.GridMeets && r.GridSize == 2*r.Side-1, fmt.Sprintf("N = %d: size %d", r.Side*r.Side, r.GridSize)
				}))),
		claim("agrawal-grid-intersection", "section 1", "Any two row-and-column quorums of the grid have a non-empty intersection.",
			experiments.Judge(overGrids, slices.Values(grids), func(r sizeRow) (bool, string) { return r.GridMeets, fmt.Sprintf("N = %d", r.Side*r.Side) })),
		claim("agrawal-optimal-size", "sections 1 and 2", "The optimal quorum size is √N, achieved by finite projective planes.",
			experiments.HoldsUnderReading("rounded up: the quorums of a plane have ⌈√N⌉ sites, as (K-1)² < N = K²-K+1 <= K², and no site assignment with equal responsibility has smaller ones",
				onPlanes(func(r sizeRow) (bool, string) {
					return r.PlaneSize*r.PlaneSize == r.PlaneNodes, fmt.Sprintf("N = %d: size %d", r.PlaneNodes, r.PlaneSize)
				}),
				onPlanes(func(r sizeRow) (bool, string) {
					return r.PlaneSize == gf.FloorSqrt(r.PlaneNodes-1)+1 && r.PlaneSize == r.BoundOnPlane, fmt.Sprintf("N = %d: size %d, bound %d", r.PlaneNodes, r.PlaneSize, r.BoundOnPlane)
				}))),
		claim("agrawal-grid-twice-plane", "abstract", "The quorum size of the grid is twice as large as that of finite projective planes.",
			experiments.HoldsUnderReading("less one: on the N = K²-K+1 sites of a plane the grid has quorums of ⌈2√N⌉-1 = 2K-1 sites",
				onPlanes(func(r sizeRow) (bool, string) {
					return r.GridOnPlane == 2*r.PlaneSize, fmt.Sprintf("N = %d: grid %d, plane %d", r.PlaneNodes, r.GridOnPlane, r.PlaneSize)
				}),
				onPlanes(func(r sizeRow) (bool, string) {
					return r.GridOnPlane == 2*r.PlaneSize-1, fmt.Sprintf("N = %d: grid %d, plane %d", r.PlaneNodes, r.GridOnPlane, r.PlaneSize)
				}))),
		claim("agrawal-planes-exist", "sections 1 and 2", "A plane of N = k²+k+1 points with quorums of q = k+1 sites exists whenever k = q-1 is a power of a prime.",
			onPlanes(func(r sizeRow) (bool, string) {
				k := r.Side - 1
				return r.PlaneHolds && r.PlaneNodes == k*k+k+1 && r.PlaneSize == k+1, fmt.Sprintf("order %d: N = %d, size %d %s", k, r.PlaneNodes, r.PlaneSize, r.PlaneReason)
			})),
		claim("agrawal-planes-unique", "section 2", "In a finite projective plane of N points each site is assigned a unique quorum, and intersection and optimality hold.",
			onPlanes(func(r sizeRow) (bool, string) {
				return r.PlaneHolds && r.PlaneSize == r.BoundOnPlane, fmt.Sprintf("order %d: %s; size %d, bound %d", r.Side-1, r.PlaneReason, r.PlaneSize, r.BoundOnPlane)
			})),
		claim("agrawal-bruck-ryser", "section 2", "There is no projective plane of order k if k-1 or k-2 is divisible by 4 and k is not the sum of two squares.",
			experiments.Judge(experiments.Every(fmt.Sprintf("orders k in 2..%d: the sentence and the theorem exclude the same", p.Ryser)), slices.Values(experiments.Numbers(2, p.Ryser)), func(k int) (bool, string) {
				_, _, sum := bounds.SumOfTwoSquares(k)
				verdict, err := bounds.BruckRyserChowla(k*k+k+1, k+1, 1)
				excludes := ((k-1)%4 == 0 || (k-2)%4 == 0) && !sum
				return err == nil && excludes == verdict.Excluded, fmt.Sprintf("order %d: the sentence %v, the theorem: %s", k, excludes, verdict.Reason)
			}).Proved("bruck-ryser")),
		claim("agrawal-grid-suboptimal", "sections 1 and 6", "The row-and-column quorums of the grid are suboptimal in size compared with the optimum of Maekawa.",
			experiments.HoldsUnderReading("for N >= 9: for N = 4 size 3 is optimal",
				experiments.Judge(overGrids, slices.Values(grids), gridAbove),
				experiments.Judge(experiments.Every(fmt.Sprintf("grids of k × k sites, k in 3..%d", p.Grids)), slices.Values(grids[1:]), gridAbove))),
		claim("agrawal-suboptimal", "sections 1 and 6", "Billiard quorums are suboptimal in size compared with the optimum of Maekawa.",
			experiments.HoldsUnderReading("for q >= 5: for q = 3 size 3 is optimal for 4 sites",
				experiments.Judge(experiments.Every(fmt.Sprintf("odd q in 3..%d", p.Sides)), slices.Values(systems), above),
				experiments.Judge(experiments.Every(fmt.Sprintf("odd q in 5..%d", p.Sides)), slices.Values(systems[1:]), above))),
	}
}
