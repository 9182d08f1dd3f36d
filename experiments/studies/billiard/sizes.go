package billiard

import (
	"context"
	"fmt"

	"coterie/bounds"
	"coterie/construct"
	"coterie/experiments"
	"coterie/gf"
	"coterie/quorum"
)

// sizeRow holds the results for the grid of Side × Side sites and, if Side-1 is a power of a prime,
// for the plane of quorum size Side.
type sizeRow struct {
	Side        int `csv:"side,sites" doc:"side of the square grid, and quorum size of the plane"`
	GridSize    int `csv:"grid_k,sites,omitzero" doc:"quorum size of the grid of side × side sites, listed"`
	GridMeets   bool
	PlaneNodes  int    `csv:"plane_n,sites" doc:"sites of the plane of order side-1, where that is a power of a prime"`
	PlaneSize   int    `csv:"plane_k,sites" doc:"its quorum size"`
	PlaneFails  string // one of intersection, inclusion, uniqueness, equal effort, equal responsibility, and why
	GridOnPlane int    `csv:"grid_k_on_plane_n,sites" doc:"quorum size of the grid on as many sites"`
}

func (r sizeRow) grid() bool  { return r.GridSize > 0 }
func (r sizeRow) plane() bool { return r.PlaneNodes > 0 }

// sites returns the number of sites of the grid.
func (r sizeRow) sites() int { return r.Side * r.Side }

// least and root return Maekawa's bound and ⌈√N⌉ for the N sites of the plane.
func (r sizeRow) least() int { return bounds.MaekawaSize(r.PlaneNodes) }
func (r sizeRow) root() int  { return gf.FloorSqrt(r.PlaneNodes-1) + 1 }

func (p propertyParameters) judgeSizes(ctx context.Context, side int) (sizeRow, error) {
	row := sizeRow{Side: side}
	if side <= p.Grids {
		grid := gridSystem(row.sites())
		_, row.GridSize = grid.Family().Sizes()
		failing, _ := judge(ctx, grid, quorum.Intersection, quorum.EqualEffort)
		row.GridMeets = len(failing) == 0
	}
	order := side - 1
	if !gf.IsPrimePower(order) || order > p.Orders {
		return row, ctx.Err()
	}
	plane := experiments.Must(quorum.As[*quorum.System](construct.FPP(order)))
	row.PlaneNodes = plane.N()
	if least, greatest := plane.Family().Sizes(); least == greatest {
		row.PlaneSize = least
	}
	_, row.GridOnPlane = gridSystem(plane.N()).Family().Sizes()
	_, row.PlaneFails = judge(ctx, plane,
		quorum.Intersection, quorum.Inclusion, quorum.Uniqueness, quorum.EqualEffort, quorum.EqualResponsibility)
	return row, ctx.Err()
}

// gridSystem lists the quorums of the grid of n sites.
func gridSystem(n int) *quorum.System {
	return experiments.Must(quorum.As[*quorum.System](construct.Grid(n)))
}

func tabulateSizes(out *experiments.Output, rows []sizeRow) {
	experiments.Table(out, "sizes", rows,
		"side", "grid_k",
		experiments.If(sizeRow.plane, "plane_n", "plane_k"),
		experiments.Ints("least_k", "sites", "Maekawa's bound for as many sites", sizeRow.least).If(sizeRow.plane),
		experiments.Ints("root", "sites", "⌈√N⌉ for as many sites", sizeRow.root).If(sizeRow.plane),
		experiments.If(sizeRow.plane, "grid_k_on_plane_n"))
}

// claimSizes judges the statements of sections 1, 2 and 6 about sizes and planes.
func claimSizes(out *experiments.Output, p propertyParameters, systems []propertyRow, rows []sizeRow) {
	grids, planes := experiments.Keep(rows, sizeRow.grid), experiments.Keep(rows, sizeRow.plane)
	onGrids := func(holds func(sizeRow) (bool, string)) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("grids of k × k sites, k in 2..%d", p.Grids), grids, holds)
	}
	onPlanes := func(holds func(sizeRow) (bool, string)) experiments.Judgement {
		return experiments.ForAll(fmt.Sprintf("planes whose order is a power of a prime, up to order %d", p.Orders), planes, holds)
	}
	above := func(r propertyRow) (bool, string) {
		least := bounds.MaekawaSize(r.N)
		return r.Q > least, fmt.Sprintf("q = %d: Maekawa's least size for %d sites is %d", r.Q, r.N, least)
	}
	gridAbove := func(r sizeRow) (bool, string) {
		least := bounds.MaekawaSize(r.sites())
		return r.GridSize > least, fmt.Sprintf("N = %d: size %d, Maekawa's least size %d", r.sites(), r.GridSize, least)
	}
	beside := func(r sizeRow) string {
		return fmt.Sprintf("N = %d: grid %d, plane %d", r.PlaneNodes, r.GridOnPlane, r.PlaneSize)
	}
	claim(out, "agrawal-grid-size", "section 1", "On the √N × √N grid row and column have 2√N sites, or more precisely 2√N-1.",
		onGrids(func(r sizeRow) (bool, string) {
			return r.GridMeets && r.GridSize == 2*r.Side-1, fmt.Sprintf("N = %d: size %d", r.sites(), r.GridSize)
		}))
	claim(out, "agrawal-grid-intersection", "section 1", "Any two row-and-column quorums of the grid have a non-empty intersection.",
		onGrids(func(r sizeRow) (bool, string) { return r.GridMeets, fmt.Sprintf("N = %d", r.sites()) }))
	// ⌈√N⌉ sites, as (K-1)² < N = K²-K+1 <= K².
	claim(out, "agrawal-optimal-size", "sections 1 and 2", "Within a constant factor the optimal quorum size is √N, achieved by finite projective planes.",
		onPlanes(func(r sizeRow) (bool, string) {
			return r.PlaneSize == r.root() && r.PlaneSize == r.least(), fmt.Sprintf("N = %d: size %d, bound %d", r.PlaneNodes, r.PlaneSize, r.least())
		}))
	// On the N = K²-K+1 sites of a plane ⌈2√N⌉-1 = 2K-1.
	claim(out, "agrawal-grid-twice-plane", "abstract and section 1", "The quorum size of the grid, 2√N or more precisely 2√N-1, is twice as large as that of finite projective planes.",
		onPlanes(func(r sizeRow) (bool, string) { return r.GridOnPlane == 2*r.PlaneSize-1, beside(r) }))
	claim(out, "agrawal-planes-exist", "sections 1 and 2",
		"A plane of N = k²+k+1 points with quorums of q = k+1 sites exists whenever k = q-1 is a power of a prime.",
		onPlanes(func(r sizeRow) (bool, string) {
			k := r.Side - 1
			return r.PlaneFails == "" && r.PlaneNodes == k*k+k+1 && r.PlaneSize == k+1,
				fmt.Sprintf("order %d: N = %d, size %d %s", k, r.PlaneNodes, r.PlaneSize, r.PlaneFails)
		}))
	claim(out, "agrawal-planes-unique", "section 2",
		"In a finite projective plane of N points each site is assigned a unique quorum, and intersection and optimality hold.",
		onPlanes(func(r sizeRow) (bool, string) {
			return r.PlaneFails == "" && r.PlaneSize == r.least(),
				fmt.Sprintf("order %d: %s; size %d, bound %d", r.Side-1, r.PlaneFails, r.PlaneSize, r.least())
		}))
	claim(out, "agrawal-bruck-ryser", "section 2",
		"There is no projective plane of order k if k-1 or k-2 is divisible by 4 and k is not the sum of two squares.",
		experiments.ForAll(fmt.Sprintf("orders k in 2..%d: the sentence and the theorem exclude the same", p.Ryser),
			experiments.Numbers(2, p.Ryser), func(k int) (bool, string) {
				_, _, sum := bounds.SumOfTwoSquares(k)
				excluded, reason, err := bounds.BruckRyserChowla(k*k+k+1, k+1, 1)
				excludes := ((k-1)%4 == 0 || (k-2)%4 == 0) && !sum
				return err == nil && excludes == excluded,
					fmt.Sprintf("order %d: the sentence %v, the theorem: %s", k, excludes, reason)
			}).Proved("bruck-ryser"))
	claim(out, "agrawal-grid-suboptimal", "sections 1 and 6",
		"The row-and-column quorums of the grid are suboptimal in size compared with the optimum of Maekawa.",
		experiments.ButFor("N = 4", func(r sizeRow) bool { return r.Side == 2 }, "for N >= 9: for N = 4 size 3 is optimal",
			experiments.Every(fmt.Sprintf("grids of k × k sites, k in 2..%d", p.Grids)), experiments.Every(fmt.Sprintf("grids of k × k sites, k in 3..%d", p.Grids)), grids, gridAbove))
	claim(out, "agrawal-suboptimal", "sections 1 and 6",
		"Billiard quorums are suboptimal in size compared with the optimum of Maekawa.",
		experiments.ButFor("q = 3", propertyRow.of3, "for q >= 5: for q = 3 size 3 is optimal for 4 sites",
			experiments.Every(fmt.Sprintf("odd q in 3..%d", p.Sides)), experiments.Every(fmt.Sprintf("odd q in 5..%d", p.Sides)), systems, above))
}
