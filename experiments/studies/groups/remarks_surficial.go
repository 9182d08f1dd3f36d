package groups

import (
	"context"
	"fmt"
	"slices"

	"coterie/construct"
	"coterie/experiments"
	"coterie/experiments/small"
	"coterie/quorum"
)

// claimStairs judges the statements of section 3 about lines, cubes and stairs.
func claimStairs(out *experiments.Output, p remarksParameters) {
	var systems []surficialSystem
	for _, c := range small.SurficialSizes(p.Nodes) {
		if out.Stopped() {
			return
		}
		systems = append(systems, surficialSystem{c, surficial(c)})
	}
	judge := func(list []surficialSystem, over string, holds func(surficialSystem) (bool, string)) experiments.Judgement {
		return experiments.ForAll(over, list, func(s surficialSystem) (bool, string) {
			ok, witness := holds(s)
			return ok, fmt.Sprintf("n = %d, m = %d: %s", s.N, s.M, witness)
		})
	}
	over := fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes)
	out.Claim("joung-singletons", joung, "section 3", "The singletons of n nodes are a 1-group quorum system of degree n that satisfies the four conditions.",
		experiments.ForAll(fmt.Sprintf("n in 1..%d", p.Nodes), experiments.Numbers(1, p.Nodes), func(n int) (bool, string) { return singletons(out.Context(), n) }))
	out.Claim("joung-rows-and-columns", joung, "section 3", "S_2 is the rows and the columns of a square.",
		judge(experiments.Keep(systems, func(s surficialSystem) bool { return s.M == 2 }), fmt.Sprintf("surficial systems of two groups, n in 1..%d", p.Nodes),
			func(s surficialSystem) (bool, string) { return s.isPairing(0, 1) }))
	out.Claim("joung-cube-two-points", joung, "section 3", "Lines wrapped round a cube are disjoint along one dimension and meet at two points along different ones.",
		judgeCube(p.Sides, 2, 2))
	out.Claim("joung-cube-one-point", joung, "section 3", "On three sides of the cube every two lines along different dimensions meet at exactly one point.",
		judgeCube(p.Sides, 1, 1))
	out.Claim("joung-cube-system", joung, "section 3", "S_3 is the lines on three sides of a cube.",
		experiments.ForAll(overCubes(p.Sides), experiments.Numbers(1, p.Sides), cubeIsSurficial))
	out.Claim("joung-staircase-levels", joung, "section 3", "The first levels of squares of S_m are S_2, S_3, ..., S_(m-1).",
		judge(systems, over, surficialSystem.levels))
	out.Claim("joung-staircase-squares", joung, "section 3", "Each cartel of S_m has m-1 squares, each shared with one other cartel, whose lines meet its own in exactly one node of the square.",
		judge(systems, over, func(s surficialSystem) (bool, string) {
			for a := range s.M {
				for b := range a {
					if ok, witness := s.isPairing(b, a); !ok {
						return false, witness
					}
				}
			}
			return true, ""
		}))
	out.Claim("joung-surficial-faults", joung, "section 5", "The surficial system tolerates up to √(2n/(m(m-1))) - 1 process failures, and no more.",
		judge(systems, over, func(s surficialSystem) (bool, string) {
			for c, cartel := range s.system.Cartels() {
				// Disjoint quorums: a set that meets all has a node in each, and one node of each
				// meets all.
				if slices.Max(cartel.Responsibilities()) != 1 || cartel.Len() != s.Side {
					return false, fmt.Sprintf("cartel %v has %d quorums", quorum.Index(c), cartel.Len())
				}
			}
			return true, ""
		}))
	out.Claim("joung-figure-4", joung, "Figures 3 and 4", "The nodes of the m(m-1)/2 squares are k²·m(m-1)/2, and the printed formula for Q_(i,j) over them gives S_m.",
		judge(systems, over, surficialSystem.asPrinted))
}

// asPrinted compares every quorum with the formula of Figure 4, whose indices are counted from 1.
func (s surficialSystem) asPrinted() (bool, string) {
	k, m := s.Side, s.M
	node := func(i, j, r, c int) int {
		return construct.SurficialNode(k, m, construct.SurficialPlace{I: i - 1, J: j - 1, R: r - 1, S: c - 1})
	}
	seen := map[int]bool{}
	for i := 1; i <= m; i++ {
		for j := 1; j <= k; j++ {
			var nodes []int
			for r := 1; r <= k; r++ {
				for t := 1; t <= i-1; t++ {
					nodes = append(nodes, node(t, i-1, r, j))
				}
				for t := i; t <= m-1; t++ {
					nodes = append(nodes, node(i, t, j, r))
				}
			}
			for _, v := range nodes {
				seen[v] = true
			}
			want, got := quorum.SetOf(nodes...), s.system.Cartel(i-1).Set(j-1)
			if !got.Equal(want) {
				return false, fmt.Sprintf("Q_(%d,%d) is %v by the formula and %v in the system", i, j, want, got)
			}
		}
	}
	return len(seen) == s.N && s.N == k*k*m*(m-1)/2, fmt.Sprintf("%d nodes in the squares", len(seen))
}

// surficialSystem is a listed surficial system.
type surficialSystem struct {
	small.SurficialSize
	system *quorum.GroupSystem
}

// isPairing reports whether the quorums of two cartels are the rows and columns of a square of side
// k: every two share exactly one node, and these k² nodes are different.
func (s surficialSystem) isPairing(a, b int) (bool, string) {
	seen := map[int]bool{}
	rows, columns := s.system.Cartel(a), s.system.Cartel(b)
	for i, row := range rows.Sets() {
		for j, column := range columns.Sets() {
			common := row.Intersect(column)
			if common.Len() != 1 {
				return false, fmt.Sprintf("quorum %v of cartel %v and quorum %v of cartel %v share %v", quorum.Index(i), quorum.Index(a), quorum.Index(j), quorum.Index(b), common)
			}
			seen[common.Nodes()[0]] = true
		}
	}
	square := s.M > 2 || len(seen) == s.N
	return rows.Len() == s.Side && columns.Len() == s.Side && len(seen) == s.Side*s.Side && square,
		fmt.Sprintf("cartels %v and %v share %d nodes", quorum.Index(a), quorum.Index(b), len(seen))
}

// levels compares the nodes on the first levels of squares with the surficial system of fewer
// groups: square P^{i,j} is on level j, and S_l has the levels before l.
func (s surficialSystem) levels() (ok bool, witness string) {
	for l := 2; l < s.M; l++ {
		smaller := surficial(small.SurficialSize{N: s.Side * s.Side * l * (l - 1) / 2, M: l, Side: s.Side})
		for c, cartel := range s.system.Cartels() {
			for i, q := range cartel.Sets() {
				var kept []int
				for v := range q.All() {
					if at := construct.SurficialPlaceOf(s.Side, s.M, v); at.J < l-1 {
						kept = append(kept, construct.SurficialNode(s.Side, l, at))
					}
				}
				got, want := quorum.SetOf(kept...), quorum.SetOf()
				if c < l {
					want = smaller.Cartel(c).Set(i)
				}
				if !got.Equal(want) {
					return false, fmt.Sprintf("quorum %v of cartel %v has %v on the first %d levels, and in S_%d it is %v", quorum.Index(i), quorum.Index(c), got, l-1, l, want)
				}
			}
		}
	}
	return true, ""
}

// singletons judges S_1 on n nodes. Conditions 1 and 4 say nothing about a single cartel.
func singletons(ctx context.Context, n int) (ok bool, witness string) {
	f := experiments.Must(quorum.NewFamily(n, slices.Collect(slices.Chunk(experiments.Numbers(0, n-1), 1))))
	found := experiments.Must(factsOf(ctx, experiments.Must(quorum.NewGroupSystem("", []quorum.Family{f}, nil))))
	return found.Reason == "" && found.Degree == n, fmt.Sprintf("n = %d", n)
}
