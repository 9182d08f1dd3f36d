package construct

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"coterie/gf"
	"coterie/quorum"
)

// Surficial returns the surficial group quorum system of Joung (2003), Figure 4: n nodes on the
// m(m-1)/2 squares of a staircase, k × k nodes each, and m cartels of k quorums.
//
// Let P^{i,j}, 1 <= i <= j <= m-1, be the squares, and p^{i,j}_{r,s} the node in column r and row s
// of one. Quorum j of cartel i is
//
//	Q_{i,j} = { p^{s,i-1}_{r,j} : 1 <= s < i, 1 <= r <= k } ∪ { p^{i,s}_{j,r} : i <= s < m, 1 <= r <= k }:
//
// row j of each of the i-1 squares P^{1,i-1}, ..., P^{i-1,i-1}, then column j of each of the m-i
// squares P^{i,i}, ..., P^{i,m-1}. Nodes are numbered square by square in lexicographic order of
// (i,j), column by column inside a square (SurficialNode). The numbering is ours; the paper leaves
// it open.
//
// It exists for m >= 2 and n = k²·m(m-1)/2 (else the error is a *NoSystemError; a *ParamError for
// numbers that no system could have). There are mk quorums of K = (m-1)k = √(2n(m-1)/m) nodes, and
// every node is in exactly 2 of them.
//
// Quorums of different cartels share exactly one node, those of one cartel are disjoint, and each
// quorum is a minimal set that meets all quorums of the other cartels. The degree is k, the
// greatest of systems in which no node is in more than two quorums (Joung 2003, Theorem 3.1 and
// Lemma 3.3).
//
// Proof: docs/theorems/surficial-conditions.md.
func Surficial(n, m int) (quorum.Known, error) {
	return surficialFamily().built(surficialPlan(n, m))
}

// SurficialPlace is the place of a node of a surficial system: square P^{I+1,J+1} of Joung's Figure
// 3, column R and row S in it. All four count from 0 here, and 0 <= I <= J <= m-2.
type SurficialPlace struct{ I, J, R, S int }

// SurficialNode returns the number of the node at a place of the surficial system with m >= 2
// groups and squares of side k >= 1; SurficialPlaceOf is its inverse. Cost O(1). It panics
// if the place is not in that system.
func SurficialNode(k, m int, at SurficialPlace) int {
	checkStaircase(k, m)
	if at.I < 0 || at.J < at.I || at.J > m-2 || at.R < 0 || at.R >= k || at.S < 0 || at.S >= k {
		panic(fmt.Sprintf("construct: SurficialNode: no place %+v with %d groups and squares of side %d", at, m, k))
	}
	return (squaresBefore(m, at.I)+at.J-at.I)*k*k + at.R*k + at.S
}

// SurficialPlaceOf returns the place of a node in the surficial system with m >= 2 groups and
// squares of side k >= 1. Cost O(m). It panics if there is no such node.
func SurficialPlaceOf(k, m, node int) SurficialPlace {
	checkStaircase(k, m)
	if node < 0 || node >= k*k*squares(m) {
		panic(fmt.Sprintf("construct: SurficialPlaceOf: node %d of %d (counted from 0)", node, k*k*squares(m)))
	}
	square, inside := node/(k*k), node%(k*k)
	i := 0
	for square >= squaresBefore(m, i+1) {
		i++
	}
	return SurficialPlace{I: i, J: i + square - squaresBefore(m, i), R: inside / k, S: inside % k}
}

func checkStaircase(k, m int) {
	if k < 1 || m < 2 || m > maxGroups || k > maxSurficialSide || k*k*squares(m) > quorum.MaxNodes {
		panic(fmt.Sprintf("construct: no surficial system with %d groups and squares of side %d", m, k))
	}
}

// squares returns m(m-1)/2, the number of squares for m groups.
func squares(m int) int { return m * (m - 1) / 2 }

// squaresBefore returns how many squares P^{a,b} (from 0) have a < i: level a has m-1-a of them.
func squaresBefore(m, i int) int { return i*(m-1) - i*(i-1)/2 }

// SurficialDominatingSet returns the set T that shows that the surficial system of n nodes and m
// groups is dominated (Joung 2003, Theorem 3.4): T = Q_{1,1} ∖ {p^{1,1}_{1,1}} ∪ {p^{1,1}_{2,1}}.
// It meets every quorum of the cartels 2..m, since the node that leaves and the one that enters are
// both in Q_{2,1}, and it neither contains nor is contained in any quorum of cartel 1. So (C_1 ∪
// {T}, C_2, ..., C_m) is a group quorum system that dominates (C_1, ..., C_m). Cost O(mk).
//
// The error is the error of Surficial, or a *quorum.InputError for squares of side k = 1, which the
// theorem overlooks: there is no node p^{1,1}_{2,1} then. For k = 1 the theorem still holds with m
// >= 3, by another set; with m = 2 the system is nondominated.
//
// Proof: docs/theorems/surficial-dominated.md.
func SurficialDominatingSet(n, m int) (quorum.Set, error) {
	if _, err := surficialPlan(n, m); err != nil {
		return quorum.Set{}, err
	}
	k, _ := surficialSide(n, m)
	if k == 1 {
		advice := "it is dominated all the same: add the set of all nodes outside the quorum of cartel 1 to that cartel"
		if m == 2 {
			advice = "this one is nondominated"
		}
		return quorum.Set{}, quorum.Bad("", fmt.Sprintf("surficial: with n = %d and m = %d every square has one node; the set T of Theorem 3.4 takes a second column", n, m), advice)
	}
	var t []int
	for _, v := range appendSurficialQuorum(nil, k, m, 0, 0) {
		if v != 0 {
			t = append(t, int(v))
		}
	}
	return quorum.SetOf(append(t, SurficialNode(k, m, SurficialPlace{R: 1}))...), nil
}

// appendSurficialQuorum appends the nodes of quorum j of cartel i, both from 0, in the order of
// Figure 4, which is ascending.
func appendSurficialQuorum(dst []int32, k, m, i, j int) []int32 {
	for s := range i {
		for r := range k {
			dst = append(dst, int32(SurficialNode(k, m, SurficialPlace{I: s, J: i - 1, R: r, S: j})))
		}
	}
	for s := i; s < m-1; s++ {
		for r := range k {
			dst = append(dst, int32(SurficialNode(k, m, SurficialPlace{I: i, J: s, R: j, S: r})))
		}
	}
	return dst
}

// maxSurficialSide and maxSurficialGroups keep n = k²·m(m-1)/2 within quorum.MaxNodes.
const (
	maxSurficialSide   = 4096
	maxSurficialGroups = 5793
)

// surficialSide returns the greatest k with k²·m(m-1)/2 <= n, and whether both sides are equal.
func surficialSide(n, m int) (k int, exact bool) {
	k = gf.FloorSqrt(n / squares(m))
	return k, k >= 1 && k*k*squares(m) == n
}

func surficialPlan(n, m int) (*plan, error) {
	if err := cmp.Or(checkRange("surficial", "m", m, 2, maxGroups), checkRange("surficial", "n", n, 1, quorum.MaxNodes)); err != nil {
		return nil, err
	}
	k, exact := surficialSide(n, m)
	if !exact {
		why := "n is not k² for a whole k"
		if m > 2 {
			why = fmt.Sprintf("n is not k²·m(m-1)/2 = %d·k² for a whole k", squares(m))
		}
		e := noSystem("surficial", n, m, why).near(k*k*squares(m), 0)
		if above := (k + 1) * (k + 1) * squares(m); above <= quorum.MaxNodes {
			e.Above = above
		}
		return nil, e
	}
	shape := uniformShape((m-1)*k, 2)
	return &plan{
		settings: []setting{intSetting("n", n), intSetting("m", m)},
		n:        n,
		groups:   m,
		quorums:  constantCount(m * k),
		largest:  (m - 1) * k,
		shape:    withDegree(shape, k),
		build: func(ctx context.Context, name string, _ int) (quorum.Structure, error) {
			return buildCartels(ctx, name, n, slices.Repeat([]int{k}, m), func(dst []int32, i, j int) []int32 {
				return appendSurficialQuorum(dst, k, m, i, j)
			})
		},
	}, nil
}

// withDegree adds the degree of a group family to a shape.
func withDegree(shape func(context.Context) (Shape, error), degree int) func(context.Context) (Shape, error) {
	return func(ctx context.Context) (Shape, error) {
		s, err := shape(ctx)
		s.Degree = degree
		return s, err
	}
}

// surficialNodes returns n = k²·m(m-1)/2. It fails if the system would have more nodes than any
// system may have.
func surficialNodes(k, m int) (int, error) {
	if err := checkRange("surficial", "m", m, 2, maxSurficialGroups); err != nil {
		return 0, err
	}
	if err := checkRange("surficial", "k", k, 1, gf.FloorSqrt(quorum.MaxNodes/squares(m))); err != nil {
		return 0, err
	}
	return k * k * squares(m), nil
}

func surficialFamily() Family {
	return Family{
		Name:    "surficial",
		Kind:    quorum.KindGroupSystem,
		Summary: "lines on a staircase of squares: each node in two quorums, degree k",
		Params: []Param{
			{Name: "n", Doc: "number of nodes, k²·m(m-1)/2"},
			{Name: "m", Doc: "number of cartels, at least 2"},
			{Name: "k", Doc: "side of the squares and degree, at least 1", InsteadOf: "n"},
		},
		Exists: "n = k²·m(m-1)/2, m >= 2",
		Source: "Joung 2003, Figure 4 and Theorem 3.1",
		resolve: func(a *args) (*plan, error) {
			m := a.int("m")
			if a.has("k") {
				return surficialPlan(orRefuse(surficialNodes(a.int("k"), m)), m)
			}
			return surficialPlan(a.int("n"), m)
		},
		forN: surficialPlan,
	}
}
