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

// surficialRemarks judges what section 3 says about lines, cubes and stairs.
func surficialRemarks(ctx context.Context, p remarksParameters) ([]experiments.Claim, error) {
	claim := func(id, statement string, j experiments.Judgement) experiments.Claim {
		return experiments.Claim{ID: id, Source: "Joung 2003", Section: "section 3", Statement: statement, Command: remarksCommand, Judgement: j}
	}
	sizes := small.SurficialSizes(p.Nodes)
	over := experiments.Every(fmt.Sprintf("surficial systems, n in 1..%d, m >= 2", p.Nodes))
	var systems []surficialSystem
	for _, c := range sizes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		s, err := construct.Surficial(c.N, c.M)
		if err != nil {
			return nil, err
		}
		systems = append(systems, surficialSystem{c, s})
	}
	two := slices.DeleteFunc(slices.Clone(systems), func(s surficialSystem) bool { return s.M != 2 })
	judge := func(list []surficialSystem, over experiments.Range, holds func(surficialSystem) (bool, string)) experiments.Judgement {
		return experiments.Judge(over, slices.Values(list), func(s surficialSystem) (bool, string) {
			ok, witness := holds(s)
			return ok, fmt.Sprintf("n = %d, m = %d: %s", s.N, s.M, witness)
		})
	}
	return []experiments.Claim{
		claim("joung-singletons", "The singletons of n nodes are a 1-group quorum system of degree n that satisfies the four conditions.",
			experiments.Judge(experiments.Every(fmt.Sprintf("n in 1..%d", p.Nodes)), small.FirstInts(p.Nodes), singletons)),
		claim("joung-rows-and-columns", "S_2 is the rows and the columns of a square.",
			judge(two, experiments.Every(fmt.Sprintf("surficial systems of two groups, n in 1..%d", p.Nodes)), func(s surficialSystem) (bool, string) { return s.isPairing(0, 1) })),
		claim("joung-cube-two-points", "Lines wrapped round a cube are disjoint along one dimension and meet at two points along different ones.",
			judgeCube(p.Sides, false, 2)),
		claim("joung-cube-one-point", "On three sides of the cube every two lines along different dimensions meet at exactly one point.",
			judgeCube(p.Sides, true, 1)),
		claim("joung-cube-system", "S_3 is the lines on three sides of a cube.",
			experiments.Judge(experiments.Every(fmt.Sprintf("cubes with k × k nodes on a side, k in 1..%d", p.Sides)), small.FirstInts(p.Sides), cubeIsSurficial)),
		claim("joung-staircase-levels", "The first levels of squares of S_m are S_2, S_3, ..., S_(m-1).",
			judge(systems, over, surficialSystem.levels)),
		claim("joung-staircase-squares", "Each cartel of S_m has m-1 squares, each shared with one other cartel, whose lines meet its own in exactly one node of the square.",
			judge(systems, over, func(s surficialSystem) (bool, string) {
				for a := range s.M {
					for b := range a {
						if ok, witness := s.isPairing(b, a); !ok {
							return false, witness
						}
					}
				}
				return true, ""
			})),
		{ID: "joung-surficial-faults", Source: "Joung 2003", Section: "section 5", Statement: "The surficial system tolerates up to √(2n/(m(m-1))) - 1 process failures, and no more.",
			Command: remarksCommand, Judgement: judge(systems, over, func(s surficialSystem) (bool, string) {
				for c := range s.M {
					// Disjoint quorums: a set that hits all has a node in each, and one node of each hits all.
					cartel := s.system.Cartel(c)
					if slices.Max(cartel.Responsibilities()) != 1 || cartel.Len() != s.Side {
						return false, fmt.Sprintf("cartel %v has %d quorums", quorum.Index(c), cartel.Len())
					}
				}
				return true, ""
			})},
		{ID: "joung-figure-4", Source: "Joung 2003", Section: "Figures 3 and 4", Statement: "The nodes of the m(m-1)/2 squares are k²·m(m-1)/2, and the printed formula for Q_(i,j) over them gives S_m.",
			Command: remarksCommand, Judgement: judge(systems, over, surficialSystem.asPrinted)},
	}, nil
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

// isPairing reports whether the quorums of two cartels are the rows and columns of a square of side k: every two
// share exactly one node, and these nodes are k² different ones.
func (s surficialSystem) isPairing(a, b int) (bool, string) {
	seen := map[int]bool{}
	rows, columns := s.system.Cartel(a), s.system.Cartel(b)
	for i := range rows.Len() {
		for j := range columns.Len() {
			common := rows.Set(i).Intersect(columns.Set(j))
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

// levels compares the nodes on the first levels of squares with the surficial system of fewer groups: square
// P^{i,j} is on level j, and S_l has the levels before l.
func (s surficialSystem) levels() (bool, string) {
	for l := 2; l < s.M; l++ {
		smaller, err := construct.Surficial(s.Side*s.Side*l*(l-1)/2, l)
		if err != nil {
			return false, err.Error()
		}
		for c := range s.M {
			for i := range s.system.Cartel(c).Len() {
				var kept []int
				for v := range s.system.Cartel(c).Set(i).All() {
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

// singletons judges S_1 on n nodes.
func singletons(n int) (bool, string) {
	list := make([][]int, n)
	for v := range list {
		list[v] = []int{v}
	}
	f, err := quorum.NewFamily(n, list)
	if err != nil {
		return false, err.Error()
	}
	s, err := quorum.NewGroupSystem("", []quorum.Family{f}, nil)
	if err != nil {
		return false, err.Error()
	}
	least, greatest := f.Sizes()
	r := s.Responsibilities()
	// Conditions 1 and 4 say nothing of one cartel. No node is in two quorums: none contains another one, and the
	// degree is their number.
	ok := least == greatest && slices.Min(r) == slices.Max(r) && small.MeetOnce(s) && slices.Max(f.Responsibilities()) == 1 && f.Len() == n
	return ok, fmt.Sprintf("n = %d", n)
}

// cubeIsSurficial compares the lines on three sides of a cube with S_3. In both, a node is on two lines, of
// different cartels, and every two such lines share exactly one node. So a node is a pair of lines, and matching
// lines with lines, cartel by cartel, matches nodes with nodes.
func cubeIsSurficial(side int) (bool, string) {
	nodes := map[cubeNode]int{}
	lines := cubeLines(side, true)
	for _, on := range lines {
		for v := range on {
			nodes[v]++
		}
	}
	s, err := construct.Surficial(3*side*side, 3)
	if err != nil {
		return false, err.Error()
	}
	if len(nodes) != s.N() || len(lines) != 3*side || !small.MeetOnce(s) {
		return false, fmt.Sprintf("k = %d: %d nodes and %d lines on the cube, %d nodes in S_3", side, len(nodes), len(lines), s.N())
	}
	for v, r := range s.Responsibilities() {
		if r != 2 {
			return false, fmt.Sprintf("k = %d: node %v of S_3 is in %d quorums", side, quorum.Node(v), r)
		}
	}
	for v, times := range nodes {
		if times != 2 {
			return false, fmt.Sprintf("k = %d: node %v of the cube is on %d lines", side, v, times)
		}
	}
	return true, ""
}
