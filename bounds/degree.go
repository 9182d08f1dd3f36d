package bounds

import (
	"math/big"

	"coterie/gf"
)

// Degree returns the greatest degree that an m-group quorum system of n nodes can have by Joung's
// Lemma 3.2: ⌊√n⌋ for m ≥ 2. For m = 1 it is n, which the n singletons reach.
//
// Source: Joung 2003, Lemma 3.2. (The paper says that k² "must be less than n". It means at most n,
// as the grid shows, with its rows in one cartel and its columns in the other.) The paper's remark
// after the lemma, that degree √n needs n to be an even power of a prime, is wrong: a grid of side
// s has that degree for m = 2 and any n = s², a Latin square for m = 3. See NetDegree for the true
// condition. It panics if n < 1 or m < 1.
//
// Proof: docs/theorems/degree.md.
func Degree(n, m int) int {
	needAtLeast("n", n, 1)
	needAtLeast("m", m, 1)
	if m == 1 {
		return n
	}
	return gf.FloorSqrt(n)
}

// DegreeRadicand returns
//
//	n·r(r-1) / (m(m-1)),   r = min(R, m):
//
// its square root is an upper bound on the degree of an m-group quorum system of n nodes, m ≥ 2, in
// which every node has responsibility at most R. R = 2 is Joung's Lemma 3.3, √(2n/(m(m-1))); R ≥ m
// is his Lemma 3.2, √n.
//
// For r < 2 the radicand is 0: no node serves a pair, and there is no system at all with non-empty
// cartels. In the same way, a radicand below 1 says that there is no system, since a non-empty
// cartel has degree at least 1.
//
// Source: Joung 2003, Lemma 3.3, for R = 2. It panics if n < 1, m < 2 or R < 0.
//
// Proof: docs/theorems/degree-by-responsibility.md.
func DegreeRadicand(n, m, responsibility int) *big.Rat {
	needAtLeast("n", n, 1)
	needAtLeast("m", m, 2)
	needAtLeast("R", responsibility, 0)
	r := min(responsibility, m)
	if r < 2 {
		return new(big.Rat)
	}
	return new(big.Rat).SetFrac(multiply(n, r, r-1), multiply(m, m-1))
}

// DegreeByResponsibility returns ⌊√(n·r(r-1)/(m(m-1)))⌋, r = min(R, m): the greatest degree
// that an m-group quorum system of n nodes, m ≥ 2, can have if every node has responsibility at
// most R. See DegreeRadicand for the proof. The result 0 means that there is no such system
// with non-empty cartels. It panics if n < 1, m < 2 or R < 0.
func DegreeByResponsibility(n, m, responsibility int) int {
	return smallInt(FloorSqrt(DegreeRadicand(n, m, responsibility)))
}

// GroupsByResponsibility returns the greatest m for which an m-group quorum system of n nodes
// with non-empty cartels and responsibility at most R is not excluded by
// DegreeByResponsibility: the greatest m with m(m-1) ≤ n·R(R-1) for R ≥ 2, and 1 for R = 1.
//
// It is the case degree ≥ 1 of that bound, and only an upper bound. With R = 2 it is the greatest m
// for which the squares of the surficial system would have a side of at least 1 (see
// SurficialSide). Whether the side is an integer, so that this system exists, is another question:
// two nodes give m = 2 with the side √2. A result that does not fit an int is given as the greatest
// int. It panics if n < 1 or R < 1.
func GroupsByResponsibility(n, responsibility int) int {
	needAtLeast("n", n, 1)
	needAtLeast("R", responsibility, 1)
	// m(m-1) ≤ x exactly when (2m-1)² ≤ 4x+1. If m ≤ R the bound only requires n ≥ 1, and m = R
	// satisfies m(m-1) ≤ n·R(R-1) as well.
	x := multiply(n, responsibility, responsibility-1)
	root := x.Sqrt(x.Add(x.Lsh(x, 2), big.NewInt(1)))
	return smallInt(root.Rsh(root.Add(root, big.NewInt(1)), 1))
}

// NetDegree returns the greatest degree that an m-group quorum system of n nodes can have by Lemma
// 3.2 of Joung (2003) together with known results on Latin squares: s-1 instead of s if n = s², s ≥
// 2, and there are not m-2 mutually orthogonal Latin squares of side s. So four groups of 36 nodes
// have degree at most 5, by Tarry's theorem.
//
// Conversely the net of those squares is such a system.
//
// It panics if n < 1 or m < 1. Cost: O(√s), for MOLS.
//
// Proof: docs/theorems/net-degree.md.
func NetDegree(n, m int) int {
	degree := Degree(n, m)
	if m < 3 || degree < 2 || degree*degree != n {
		return degree
	}
	if m > NetGroups(degree).Upper {
		return degree - 1
	}
	return degree
}

// CartelDegree returns an upper bound on the degree of cartel i of a group quorum system of n
// nodes, where sizes[j] = c_j is the size of the smallest quorum of cartel j and i is 0-based:
//
//	min( ⌊n/c_i⌋, min_{j≠i} c_j ),
//
// and ⌊n/c_i⌋ if there is only one cartel.
//
// It panics if i is no index, or a size is not in 1..n.
//
// Proof: docs/theorems/degree.md.
func CartelDegree(n int, sizes []int, i int) int {
	needSizes(n, sizes, i)
	degree := n / sizes[i]
	if others, ok := leastOther(sizes, i); ok {
		degree = min(degree, others)
	}
	return degree
}
